import { startDistributed, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { describeWith, describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { aiFailureSuite } from './ai-failure.ts';
import { outageSuite } from './outages.ts';
import { contractSuite } from './suite.ts';

describeWith(['postgres', 'redis', 'nats'], 'every service a process, on PostgreSQL, Redis and NATS', ({ postgres, redis, nats }) => {
  const start = (settings: Record<string, string> = {}) =>
    startOnFreshDatabase({ postgres: postgres.url, redis: redis.url, nats: nats.url }, settings);
  contractSuite(() => start());
  aiFailureSuite((settings) => start(settings));
});

describeWithBinaries(['postgres', 'redis', 'nats'], 'every service a process, while its servers fail', () => outageSuite(startDistributed));
