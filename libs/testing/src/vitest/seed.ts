import { seed } from '@rest-stop/testing/seed.ts';
import fc from 'fast-check';

fc.configureGlobal({ seed });
