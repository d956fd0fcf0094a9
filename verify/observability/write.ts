// `npm run rules`: writes the rules as an object of the Prometheus operator, for the component `observability`.
import { writeFileSync } from 'node:fs';
import { operatorFile, operatorRule, pathOf } from './written.ts';

writeFileSync(pathOf(operatorFile), operatorRule());
