import { Api } from '@rest-stop/testing/client.ts';
import { type Distributed, startEmbedded, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { answer, type FakeAi, failure, startFakeAi } from '@rest-stop/testing/fake-ai.ts';
import { type OtlpReceiver, startOtlpReceiver } from '@rest-stop/testing/otlp-receiver.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Branch, linesOf, treesOf } from './tree.ts';

const content = 'The build broke at 09:12. Never push to main. Find out why the build broke.';
const good = answer('Never push to main. Find out why the build broke at 09:12.');
const strangers = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const traceparent = `00-${strangers.trace}-${strangers.span}-01`;

/** The names alone: how long each took, and which came first of those at the same time, is different each time. */
const namesOf = (tree: Branch): string[] => linesOf(tree, () => '');

/** The last trace that begins with this request, when as many spans of it have come. */
function traceOf(receiver: OtlpReceiver, request: string, spans: number): Promise<Branch> {
  return vi.waitFor(() => {
    const tree = treesOf(receiver.spans()).findLast(({ span }) => span.name === request);
    expect(tree && namesOf(tree)).toHaveLength(spans);
    return tree!;
  }, 10_000);
}

describeWith(['postgres', 'redis', 'nats'], 'a deployment that traces', (servers) => {
  let receiver: OtlpReceiver;
  let provider: FakeAi;
  let deployment: Distributed;
  let api: Api;
  let key: string;
  beforeAll(async () => {
    [receiver, provider] = [await startOtlpReceiver(), await startFakeAi(good)];
    const settings = { ...receiver.settings, AI_PROVIDER: 'openai', OPENAI_BASE_URL: provider.baseUrl, AI_MODEL: 'scripted' };
    deployment = await startOnFreshDatabase(servers, settings);
    api = new Api(deployment.baseUrls[0] as string, 1);
    ({ key } = await api.join());
  });
  afterAll(async () => {
    await deployment?.close();
    await Promise.all([receiver.close(), provider.close()]);
  });

  test('shows one defrag as one trace, from the gateway to the provider', async () => {
    expect((await api.post('/defrag', { key, body: { content, target: 'summary' }, headers: { traceparent } })).status).toBe(200);
    const tree = await traceOf(receiver, 'POST /v1/defrag', 15);
    expect(namesOf(tree)).toEqual([
      'gateway: POST /v1/defrag',
      '  gateway: redis admit',
      '  gateway: call identity.rpc.key.verify.v1',
      '    identity: serve identity.rpc.key.verify.v1',
      '      identity: postgresql transaction',
      '      identity: postgresql transaction',
      '  gateway: redis fill',
      '  gateway: redis admit',
      '  gateway: POST /defrag',
      '    stay: POST /defrag',
      '      stay: postgresql query',
      '      stay: call ai-worker.rpc.context.defrag-short.v1',
      '        ai-worker: serve ai-worker.rpc.context.defrag-short.v1',
      '          ai-worker: chat scripted',
      '      stay: postgresql query',
    ]);
    const chat = receiver.spans().find(({ name }) => name === 'chat scripted');
    expect(chat?.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 100, 'gen_ai.usage.output_tokens': 20 });
  });

  test('begins a trace with each request, whatever the client names as its own', async () => {
    await Promise.all([1, 2].map(() => api.get('/health', { headers: { traceparent, tracestate: 'stranger=1' } })));
    const health = () => receiver.spans().filter(({ name }) => name === 'GET /v1/health');
    await expect.poll(() => new Set(health().map(({ traceId }) => traceId)).size).toBeGreaterThan(1);
    expect(health().flatMap(({ parentSpanId = [] }) => parentSpanId)).toEqual([]);
    for (const request of receiver.received) for (const text of Object.values(strangers)) expect(request).not.toContain(text);
  });

  test('continues no trace that somebody else than the gateway names', async () => {
    const port = deployment.children['stay']?.[0]?.port;
    expect((await fetch(`http://127.0.0.1:${port}/stay`, { headers: { traceparent } })).status).toBe(401);
    await api.get('/stay', { key });
    await traceOf(receiver, 'GET /v1/stay', 7);
    expect(receiver.spans().filter(({ traceId }) => traceId === strangers.trace)).toEqual([]);
  });

  test('tells how work failed, and no word of why', async () => {
    provider.play(failure(400));
    const { status } = await api.post('/defrag', { key, body: { content, target: 'bullets' } });
    provider.play(good);
    const errors = () =>
      receiver.spans().flatMap((span) => (span.attributes['error.type'] ? [`${span.name}: ${span.attributes['error.type']}`] : []));
    const told = ['POST /v1/defrag: http_502', 'chat scripted: http_400', 'call ai-worker.rpc.context.defrag-short.v1: ai_error'];
    await expect.poll(errors).toEqual(expect.arrayContaining(told));
    expect(status).toBe(502);
  });

  test('shows a forget with every service that confirms it', async () => {
    const { key: leaving } = await api.join();
    await api.post('/forget', { key: leaving });
    const hearers = () => {
      const tree = treesOf(receiver.spans()).findLast(({ span }) => span.name === 'POST /v1/forget');
      const lines = tree ? namesOf(tree) : [];
      return lines.flatMap((line) => /(\S+): hear identity\.evt/.exec(line)?.[1] ?? []).sort();
    };
    await expect.poll(hearers).toEqual(['ai-worker', 'gateway', 'public', 'stay']);
  });

  test('loads the packages for it, and one that is not asked to loads none', async () => {
    const sayWhatIsLoaded = `import { registerHooks } from 'node:module';
      registerHooks({ resolve: (name, context, next) => {
        if (name === '@opentelemetry/sdk-trace') console.log('loaded ' + name);
        return next(name, context);
      } });`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(sayWhatIsLoaded)}`;
    const said = async (settings: Record<string, string>) => {
      const child = await deployment.start('public', { settings: { NODE_OPTIONS, ...settings } });
      return child.output();
    };
    expect(await said({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).not.toContain('loaded');
    expect(await said({})).toContain('loaded @opentelemetry/sdk-trace');
  });
});

describe('one process', () => {
  test('shows a tool call as one trace with the request that it stands for, and has sent all when it ends', async () => {
    const receiver = await startOtlpReceiver();
    const deployment = await startEmbedded({ ...receiver.settings, OTEL_BSP_SCHEDULE_DELAY: '60000' });
    const api = new Api(deployment.baseUrls[0] as string);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'quickjoin', arguments: {} } };
    const headers = { accept: 'application/json, text/event-stream' };
    const { status } = await api.post(new URL('/mcp', api.base).href, { body: call, headers });
    await deployment.close();
    const trees = treesOf(receiver.spans());
    await receiver.close();
    expect(status).toBe(200);
    expect(trees).toHaveLength(1);
    expect(namesOf(trees[0]!).slice(0, 4)).toEqual([
      'rest-stop: POST /mcp',
      '  rest-stop: POST /v1/quickjoin',
      '    rest-stop: POST /quickjoin',
      '      rest-stop: POST /quickjoin',
    ]);
  }, 180_000);
});
