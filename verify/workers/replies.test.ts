import { randomUUID } from 'node:crypto';
import { defragContext } from '@rest-stop/contracts/ai-worker.ts';
import { report } from '@rest-stop/testing/report.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import { describeWith, describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { natsOptions } from '@rest-stop/testing/servers/users.ts';
import { connect, headers, type Msg, type MsgHdrs, type NatsConnection } from 'nats';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ImpatientStay, log, startImpatientStay } from './impatient-stay.ts';

const shortMs = 300;
const queue = { queue: 'ai-worker', heartbeatMs: 100 };
const result = (compressed: string) => ({ compressed, ...report });

function withStatus(status: string): { headers: MsgHdrs } {
  const all = headers();
  all.set('Rest-Stop-Status', status);
  return { headers: all };
}
const reply = (message: Msg, compressed: string) => message.respond(JSON.stringify(result(compressed)), withStatus('ok'));

describeWith(['postgres', 'nats'], 'a reply', ({ postgres, nats }) => {
  const path = randomUUID();
  const subject = `${path}.${defragContext.subject}`;
  let stay: ImpatientStay;
  let worker: NatsConnection;
  beforeAll(async () => {
    stay = await startImpatientStay(`${nats.url}/${path}`, postgres.url);
    worker = await connect(natsOptions(nats.url));
  });
  afterAll(async () => {
    await stay?.close();
    await worker?.close();
  });
  beforeEach(() => {
    stay.patience = {};
  });

  /** A job that a worker holds when stay has given it up. */
  async function givenUp(): Promise<Msg> {
    const held = Promise.withResolvers<Msg>();
    worker.subscribe(subject, { max: 1, callback: (_, message) => held.resolve(message) });
    await worker.flush();
    stay.patience = { timeoutMs: shortMs };
    expect(await stay.defrag()).toMatchObject({ status: 502, body: { error: 'ai_error' } });
    stay.patience = {};
    return held.promise;
  }

  test('that comes after the deadline is dropped: it is stored nowhere, and no other request gets it', async () => {
    const late = await givenUp();
    worker.subscribe(subject, {
      max: 1,
      callback: (_, message) => {
        reply(late, 'The late one.');
        reply(message, 'The one in time.');
      },
    });
    await worker.flush();
    expect(await stay.defrag()).toMatchObject({ status: 200, body: { compressed: 'The one in time.' } });
    expect(await stay.runs()).toBe(1);
  });

  test('that nobody waits for any more is not worked on: whoever wakes up and begins is told to stop', async () => {
    const late = await givenUp();
    const told = Promise.withResolvers<string>();
    worker.subscribe(`${late.reply}.cancel`, { max: 1, callback: () => told.resolve('stop') });
    late.respond('', withStatus('working'));
    expect(await told.promise).toBe('stop');
  });

  test('that no message can carry is a 502, and the connection of the worker stays up', async () => {
    const before = await stay.runs();
    const bus = await natsBus({ url: `${nats.url}/${path}` }, 'ai-worker', log, 5_000);
    let size = 1_200_000;
    const serving = bus.serve(defragContext, queue, async () => result('x'.repeat(size)));
    await bus.ready();
    expect(await stay.defrag()).toMatchObject({ status: 502, body: { error: 'ai_error' } });
    expect(bus.connected()).toBe(true);
    size = 10;
    expect((await stay.defrag()).status).toBe(200);
    expect(await stay.runs()).toBe(before + 1);
    await serving.close();
    await bus.close();
  });
});

describeWithBinaries(['nats'], 'while NATS hangs with its connections open', () => {
  describeWith(['postgres'], 'on PostgreSQL', ({ postgres }) => {
    test('requests end in 503, and all goes on when it wakes', async () => {
      const nats = await startNats();
      const stay = await startImpatientStay(nats.url, postgres.url);
      const bus = await natsBus({ url: nats.url }, 'ai-worker', log, 5_000);
      const serving = bus.serve(defragContext, queue, async () => result('Done.'));
      await bus.ready();
      expect((await stay.defrag()).status).toBe(200);
      await nats.kill('SIGSTOP');
      stay.patience = { silenceMs: shortMs };
      const during = await Promise.all([stay.defrag(), stay.defrag()]);
      await nats.kill('SIGCONT');
      stay.patience = {};
      expect(during.map(({ status }) => status)).toEqual([503, 503]);
      await expect.poll(async () => (await stay.defrag()).status).toBe(200);
      await serving.close();
      await bus.close();
      await stay.close();
      await nats.close();
    });
  });
});
