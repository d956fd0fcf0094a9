import { startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { describe } from 'vitest';
import { aiFailureSuite } from './ai-failure.ts';
import { eventStreamSuite } from './event-streams.ts';
import { contractSuite } from './suite.ts';

describe('one process, nothing installed', () => contractSuite(() => startEmbedded()));
describe('one process, a provider that fails', () => aiFailureSuite((settings) => startEmbedded(settings)));
describe('one process, asked for events', () => eventStreamSuite((settings) => startEmbedded(settings)));
