import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import type { ServiceName } from '@rest-stop/contracts/bus-edges.ts';
import { signatures } from '@rest-stop/runtime/bus/signatures.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { busKeysOf } from '@rest-stop/testing/deployment/bus-peers.ts';
import { type Distributed, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { query } from '@rest-stop/testing/servers/query.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { connect, headers, type NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A message signed with the seed of `by`, as that service itself would sign it. */
function signedBy(by: ServiceName, kind: 'event' | 'confirmation', reply: string, said: unknown) {
  const data = Buffer.from(JSON.stringify(said));
  const h = headers();
  h.set('Rest-Stop-Signature', signatures(busKeysOf(by)).sign({ kind, subject: agentForgotten.subject, reply, data }) ?? '');
  return [data, { headers: h }] as const;
}

/** Anybody reaches this NATS and may say anything on it: what is left are the signatures. */
describeWithBinaries(['postgres', 'redis', 'nats'], 'on a bus that anybody reaches', () => {
  let servers: Awaited<ReturnType<typeof startServers>>;
  beforeAll(async () => {
    servers = await startServers({ nats: { anybody: true } });
  });
  afterAll(() => servers?.close());

  describe.each([
    { how: 'with keys', settings: {} as Record<string, string>, believed: false },
    // What the signatures are for: without them each forgery succeeds.
    { how: 'without keys', settings: { BUS_SEED: '', BUS_PEERS: '' }, believed: true },
  ])('services $how', ({ settings, believed }) => {
    let deployment: Distributed;
    let forger: NatsConnection;
    let api: Api;
    beforeAll(async () => {
      deployment = await startServices(servers, { settings });
      forger = await connect({ servers: new URL(servers.nats.url).host });
      api = new Api(deployment.baseUrls[0] ?? '');
    });
    afterAll(async () => {
      await forger?.close();
      await deployment?.close();
    });

    const logOf = (service: string) => deployment.children[service]?.[0]?.output() ?? '';
    const reviewCount = async () => (await query(servers.postgres.url, 'select from stay.review')).length;

    test.each(['stay', 'public'] as const)('the order to forget a live agent, signed by %s', async (by) => {
      const { key } = await api.join();
      await api.post('/reviews', { key, body: { rating: 5, title: 'Still here', body: 'A review that nobody may delete but me.' } });
      const before = await reviewCount();
      const [row] = await query(servers.postgres.url, 'select uuid from identity.agent order by created_at desc limit 1');
      const reply = `inbox.forger.${by}`;
      const [order, signature] = signedBy(by, 'event', reply, { agent: row?.['uuid'], key_hash: 'a'.repeat(64) });
      const answers = forger.subscribe(reply);
      const silence = setTimeout(() => answers.unsubscribe(), 1_000);
      forger.publish(agentForgotten.subject, order, { reply, ...signature });
      let answered = false;
      for await (const answer of answers) {
        answered = answer.json<{ service: string }>().service === 'stay';
        if (answered) break;
      }
      clearTimeout(silence);
      expect({ answered, deleted: before - (await reviewCount()) }).toEqual(
        believed ? { answered: true, deleted: 1 } : { answered: false, deleted: 0 },
      );
      if (!believed) expect(logOf('stay')).toContain('"event":"security"');
    });

    test('a confirmation for a service that is away, signed by another', async () => {
      const { key } = await api.join();
      await deployment.children['stay']?.[0]?.kill('SIGKILL');
      const lie = { service: 'stay', deleted: {}, left: 0 };
      forger.subscribe(agentForgotten.subject, {
        callback: (_, { reply = '' }) => forger.publish(reply, ...signedBy('public', 'confirmation', reply, lie)),
      });
      await forger.flush();
      const { status, body } = await api.post('/forget?format=verbose', { key, body: {} });
      expect(status).toBe(200);
      expect(body.receipt.confirmed.includes('stay')).toBe(believed);
      if (!believed) expect(logOf('identity')).toContain('a confirmation that its service has not signed');
    });
  });
});
