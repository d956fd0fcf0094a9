import { settingsFor } from '@rest-stop/testing/deployment/deployment.ts';
import { type Replicated, startReplicated } from '@rest-stop/testing/deployment/replicated.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stayDuring } from './stays.ts';

/** Each has a secret of its own, and all handle theirs alike: one is replaced. */
const services = ['stay'] as const;
type SecretOf = (service: (typeof services)[number]) => string;
const old: SecretOf = (service) => settingsFor(service)['CALLER_SECRET'] ?? '';
const fresh: SecretOf = (service) => `the next secret of ${service} and long enough`;
const both: SecretOf = (service) => `${old(service)},${fresh(service)}`;

describeWithBinaries(['postgres', 'redis', 'nats'], 'the secrets between the gateway and the services are replaced', () => {
  let replicated: Replicated;
  beforeAll(async () => {
    replicated = await startReplicated({ replicas: 1 });
  });
  afterAll(() => replicated?.close());

  const restartServices = async (secretOf: SecretOf) => {
    for (const service of services) await replicated.restart(service, { settings: { CALLER_SECRET: secretOf(service) } });
  };
  const restartGateway = (secretOf: SecretOf) =>
    replicated.restart('gateway', {
      settings: Object.fromEntries(services.map((service) => [`CALLER_SECRET_${service.toUpperCase()}`, secretOf(service)])),
    });

  test('beginning with either side, under load: no agent notices', async () => {
    const { wrong, requests } = await stayDuring(replicated.baseUrl, 3, async () => {
      await restartServices(both);
      await restartGateway(fresh);
      await restartServices(fresh);
      await restartGateway(both);
      await restartServices(old);
      await restartGateway(old);
    });
    expect(wrong).toEqual([]);
    expect(requests).toBeGreaterThan(100);
  }, 300_000);
});
