import type { Import, Sources } from './imports.ts';

/** What must not be imported where. `from`, `to` and `written` are regular expressions; `$1` stands for what the first group of `from` took. */
export type Rule = {
  name: string;
  why: string;
  from: string;
  to: string;
  /** Only imports that are written like this. */
  written?: string;
  /** Sources that break the rule once: it has to notice. */
  planted: Sources;
};

const product = String.raw`^(?:libs/(?!testing/)|services/|embedded/)(?!.*(?:\.test\.ts$|/test/))`;
const tests = String.raw`^libs/testing/|/test/|\.test\.ts$`;

export const rules: Rule[] = [
  {
    name: 'a library imports no program',
    why: 'what lies below must not know what is built on it',
    from: '^libs/',
    to: '^(services|embedded|verify|bench|scripts)/',
    planted: { 'libs/runtime/src/a.ts': "import { b } from '@rest-stop/stay/app.ts';" },
  },
  {
    name: 'a service imports no other service',
    why: 'each is deployed by itself; they speak over HTTP and the bus',
    from: '^services/([^/]+)/',
    to: '^services/(?!$1/)',
    planted: { 'services/stay/test/a.test.ts': "import { b } from '@rest-stop/identity/test/harness.ts';" },
  },
  {
    name: 'a service imports libraries only',
    why: 'what runs in production must not need the embedded mode, a trial or a script',
    from: '^services/',
    to: '^(embedded|verify|bench|scripts)/',
    planted: { 'services/stay/src/a.ts': "import { b } from '../../../scripts/b.mjs';" },
  },
  {
    name: 'the embedded mode imports services and libraries only',
    why: 'it is the product in one process',
    from: '^embedded/',
    to: '^(verify|bench|scripts)/',
    planted: { 'embedded/src/a.ts': "await import('../../bench/b.ts');" },
  },
  {
    name: 'what is shipped imports no test code',
    why: 'the image holds none',
    from: product,
    to: tests,
    planted: { 'services/stay/src/a.ts': "import { b } from '@rest-stop/testing/client.ts';" },
  },
  {
    name: 'no test is imported',
    why: 'its cases would run twice',
    from: '',
    to: String.raw`\.test\.ts$`,
    planted: { 'verify/limit/a.ts': "import './b.test.ts';" },
  },
  {
    name: 'the scripts of an operator import no test code',
    why: 'they have to work where only the product is installed',
    from: String.raw`^scripts/(?!.*\.test\.ts$)`,
    to: '^(libs/testing|verify|bench)/',
    planted: { 'scripts/a.mjs': "const { b } = await import('@rest-stop/testing/b.ts');" },
  },
  {
    name: 'what is verified is imported from libraries, services and the embedded mode',
    why: 'a promise is tried on the product',
    from: '^verify/',
    to: '^(bench|scripts)/',
    planted: { 'verify/boot/a.mjs': "import {\n  b,\n} from '../../scripts/b.mjs';" },
  },
  {
    name: 'no promise is tried with the code of another',
    why: 'what two of them need is in libs/testing',
    from: '^verify/([^/]+)/',
    to: '^verify/(?!$1/)',
    planted: { 'verify/limit/a.ts': "export { b } from '../load/b.ts';" },
  },
  {
    name: 'measurements import libraries and services only',
    why: 'they measure the product',
    from: '^bench/',
    to: '^(embedded|verify|scripts)/',
    planted: { 'bench/proxy/a.ts': "import { b } from '../../verify/load/b.ts';" },
  },
  {
    name: 'a package is imported by its name',
    why: 'a path goes round what the package exports and what the importer declares',
    from: '^((?:libs|services)/[^/]+|[^/]+)/',
    to: '^(?!$1/)',
    written: String.raw`^\.`,
    planted: { 'verify/limit/a.ts': "import { b } from '../../services/gateway/src/b.ts';" },
  },
  {
    name: 'the contracts import zod alone',
    why: 'both sides of every boundary can use them',
    from: String.raw`^libs/contracts/(?!.*\.test\.ts$)`,
    to: '^(?!libs/contracts/|zod$)',
    planted: { 'libs/contracts/src/a.ts': "import { readFile } from 'node:fs/promises';" },
  },
  {
    name: 'the masking of credentials imports no own library',
    why: 'it is used without the compression',
    from: '^libs/credentials/',
    to: '^(?:libs/(?!credentials/)|services/)',
    planted: { 'libs/credentials/src/a.ts': "import { b } from '@rest-stop/compress';" },
  },
  {
    name: 'the runtime and the compression import no library but the contracts and, for the compression, transcripts and masking',
    why: 'each is used without the other',
    from: '^libs/(runtime|compress)/',
    to: '^libs/(?!$1/|contracts/|testing/|credentials/|transcripts/)',
    planted: { 'libs/runtime/src/a.ts': "import { b } from '@rest-stop/compress';" },
  },
  {
    name: 'NATS is known to the bus alone',
    why: 'everything else would work on another bus',
    from: `(?!^libs/runtime/src/bus/)${product}`,
    to: '^nats$',
    planted: { 'services/stay/src/a.ts': "import { connect } from 'nats';" },
  },
  {
    name: "the provider's protocol is known to the ai-worker's provider alone",
    why: 'the offline engine has to work without it',
    from: `(?!^services/ai-worker/src/provider/)${product}`,
    to: '^openai$',
    planted: { 'services/ai-worker/src/a.ts': "import OpenAI from 'openai';" },
  },
  {
    name: 'Redis is known to admission and the spend guard alone',
    why: 'the embedded mode has none',
    from: `(?!^services/(?:gateway/src/admission|ai-worker/src/provider)/)${product}`,
    to: '^redis$',
    planted: { 'services/gateway/src/a.ts': "import { createClient } from 'redis';" },
  },
  {
    name: 'OpenTelemetry is known to two files of the tracing alone',
    why: 'they are loaded where traces are asked for, and one of them says what may leave the process',
    from: `(?!^libs/runtime/src/tracing/(?:open-telemetry|allowed)\\.ts$)${product}`,
    to: '^@opentelemetry/',
    planted: { 'services/stay/src/a.ts': "import { trace } from '@opentelemetry/api';" },
  },
  {
    name: 'what loads OpenTelemetry is imported by what starts the tracing alone',
    why: 'whoever does not trace is not to load it',
    from: `(?!^libs/runtime/src/tracing/(?:start|open-telemetry)\\.ts$)${product}`,
    to: String.raw`^libs/runtime/src/tracing/(?:open-telemetry|allowed)\.ts$`,
    planted: { 'libs/runtime/src/a.ts': "import { b } from './tracing/allowed.ts';" },
  },
  {
    name: 'PGlite is known to the embedded mode alone',
    why: 'the services run on a PostgreSQL server',
    from: `(?!^embedded/)${product}`,
    to: '^@electric-sql/pglite$',
    planted: { 'libs/runtime/src/a.ts': "import { PGlite } from '@electric-sql/pglite/worker';" },
  },
];

/** The imports that break `rule`. */
export function offenders({ from, to, written = '' }: Rule, imports: readonly Import[]): string[] {
  const broken = imports.filter((edge) => {
    const [matched, group = ''] = new RegExp(from).exec(edge.from) ?? [];
    return matched !== undefined && new RegExp(to.replaceAll('$1', group)).test(edge.to) && new RegExp(written).test(edge.written);
  });
  return broken.map((edge) => `${edge.from} imports ${edge.written}`);
}
