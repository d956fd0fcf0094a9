import { startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { describeWith, describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { aiFailureSuite } from './ai-failure.ts';
import { eventStreamSuite } from './event-streams.ts';
import { outageSuite } from './outages.ts';
import { scriptedDeployment } from './scripted.ts';
import { contractSuite, sections } from './suite.ts';

describeWith(['postgres', 'redis', 'nats'], 'every service a process, on PostgreSQL, Redis and NATS', (servers) => {
  const start = (settings?: Record<string, string>) => startOnFreshDatabase(servers, settings);
  // Words of errors are the same however the services run.
  const { mistakes: _, ...rows } = sections;
  contractSuite(() => start(), rows);
  const scripted = scriptedDeployment((settings) => start(settings));
  aiFailureSuite(scripted);
  eventStreamSuite(scripted);
});

describeWithBinaries(['postgres', 'redis', 'nats'], 'every service a process, while its servers fail', () => outageSuite());
