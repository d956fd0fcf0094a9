import { expect, test } from 'vitest';
import { tracingSettings } from './start.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test.each([
  ['nothing is set', {}],
  ['the endpoint is empty, as docker compose hands it on', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  ['there is an endpoint, and no exporter is wanted', { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
  ['there is an endpoint, and the SDK is disabled', { ...endpoint, OTEL_SDK_DISABLED: 'true' }],
])('nothing is traced where %s', (_name, env) => expect(tracingSettings(env)).toBeUndefined());

test.each([
  ['an endpoint', endpoint, { exporter: 'otlp', share: 1 }],
  ['an endpoint for traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }, { exporter: 'otlp' }],
  ['an exporter', { OTEL_TRACES_EXPORTER: 'console' }, { exporter: 'console' }],
  ['a share', { ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.05' }, { share: 0.05 }],
])('%s is enough to trace', (_name, env, settings) => expect(tracingSettings(env)).toMatchObject(settings));

test.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
  { OTEL_TRACES_EXPORTER: 'jaeger' },
  { ...endpoint, OTEL_TRACES_SAMPLER_ARG: '5%' },
  { OTEL_SDK_DISABLED: 'yes' },
])('a bad setting stops the start: %o', (env) => expect(() => tracingSettings(env)).toThrow(/^Bad settings:\n {2}OTEL_/));
