import { Counter, Histogram, type Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Usage } from './reply.ts';

/** To whom a request went. Names follow the OpenTelemetry semantic conventions for generative AI. */
export type CallLabels = { gen_ai_operation_name: 'chat'; gen_ai_request_model: string; gen_ai_provider_name: string };

export type ProviderMetrics = {
  /** One request ended. `error`: the kind of failure, undefined when it gave a usable answer. */
  called(labels: CallLabels, seconds: number, error?: string): void;
  /** What the provider reports to have read and written. */
  used(labels: CallLabels, usage: Usage): void;
  /** An answer broke this rule of the checks. */
  refused(rule: string): void;
};

const labelNames = ['gen_ai_operation_name', 'gen_ai_request_model', 'gen_ai_provider_name'] as const;

/** Adds the metrics of the providers to `registry`: times, outcomes and token counts. No label or value comes from a text. */
export function providerMetrics(registry: Registry): ProviderMetrics {
  const duration = new Histogram({
    name: 'gen_ai_client_operation_duration_seconds',
    help: 'Time of one request to an AI provider.',
    labelNames: [...labelNames, 'error_type'],
    buckets: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96],
    registers: [registry],
  });
  const tokens = new Histogram({
    name: 'gen_ai_client_token_usage',
    help: 'Tokens of one request as the provider reports them.',
    labelNames: [...labelNames, 'gen_ai_token_type'],
    buckets: [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'rest_stop_ai_answers_refused_total',
    help: 'Answers of a model that broke a rule of the checks, by the rule; each is asked for once more.',
    labelNames: ['rule'],
    registers: [registry],
  });
  return {
    refused: (rule) => refused.inc({ rule }),
    called: (labels, seconds, error) => duration.observe({ ...labels, ...(error ? { error_type: error } : {}) }, seconds),
    used(labels, { input, output }) {
      tokens.observe({ ...labels, gen_ai_token_type: 'input' }, input);
      tokens.observe({ ...labels, gen_ai_token_type: 'output' }, output);
    },
  };
}
