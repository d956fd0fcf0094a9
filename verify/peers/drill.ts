import { busEdges, serviceNames } from '@rest-stop/contracts/bus-edges.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { query } from '@rest-stop/testing/servers/query.ts';
import { createClient } from 'redis';
import { isTurnedAway, refusedTo } from './intruder.ts';
import type { Stage } from './stage.ts';

/** What somebody tried that is not theirs to do, and whether it was refused. */
export type Tried = { who: string; what: string; refused: boolean };

/** Tries everything, one after the other. */
export async function drill(stage: Stage): Promise<Tried[]> {
  return [...(await tryBus(stage)), ...(await tryRedis(stage)), ...(await tryPostgres(stage)), ...(await tryPorts(stage))];
}

/** On the bus: each service says what only others say, and listens where only others do. */
async function tryBus({ nats: { url } }: Stage): Promise<Tried[]> {
  const tried: Tried[] = [
    { who: 'nobody', what: 'connects to NATS', refused: await isTurnedAway('nobody', url) },
    { who: 'a stranger with a key', what: 'connects to NATS', refused: await isTurnedAway('stranger', url) },
  ];
  const all = serviceNames.flatMap((name) => [...busEdges[name].serves, ...busEdges[name].broadcasts].map(({ subject }) => subject));
  for (const who of serviceNames) {
    const { calls, serves, broadcasts, subscribes } = busEdges[who];
    const own = new Set([...calls, ...broadcasts].map(({ subject }) => subject));
    const heard = new Set([...serves, ...subscribes].map(({ subject }) => subject));
    const inboxes = serviceNames.filter((name) => name !== who).map((name) => `inbox.${name}.>`);
    const says = all.filter((subject) => !own.has(subject));
    const hears = ['>', 'inbox.>', ...inboxes, ...all.filter((subject) => !heard.has(subject))];
    const refused = await refusedTo(who, url, says, hears);
    const whats = [...says.map((subject) => `says ${subject}`), ...hears.map((subject) => `listens on ${subject}`)];
    tried.push(...whats.map((what) => ({ who, what, refused: refused.has(what) })));
  }
  return tried;
}

/** In Redis: without a password, and with one service's the keys and commands that are not its own. */
async function tryRedis({ redisUrl }: Stage): Promise<Tried[]> {
  const own: Record<string, string> = { gateway: 'gateway:{x}:agent', 'ai-worker': 'ai-worker:{spend}' };
  const attempts: [string | undefined, string[]][] = [
    [undefined, ['GET', own['gateway'] ?? '']],
    ['gateway', ['GET', own['ai-worker'] ?? '']],
    ['gateway', ['EVAL', "return redis.call('DEL', KEYS[1])", '1', own['ai-worker'] ?? '']],
    ['ai-worker', ['HGETALL', own['gateway'] ?? '']],
    ['ai-worker', ['GET', own['ai-worker'] ?? '']],
    ...(['gateway', 'ai-worker'] as const).flatMap((user) =>
      [['FLUSHALL'], ['KEYS', '*'], ['SCAN', '0'], ['CONFIG', 'GET', '*'], ['MONITOR'], ['ACL', 'LIST'], ['CLIENT', 'LIST']].map(
        (command): [string, string[]] => [user, command],
      ),
    ),
  ];
  const tried: Tried[] = [];
  for (const [user, command] of attempts) {
    tried.push({ who: user ?? 'nobody', what: `Redis: ${command.join(' ')}`, refused: await redisRefuses(redisUrl(user), command) });
  }
  return tried;
}

async function redisRefuses(url: string, command: string[]): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.sendCommand(command);
    return false;
  } catch (error) {
    return /^(NOPERM|NOAUTH)/.test((error as Error).message);
  } finally {
    client.destroy();
  }
}

/** In PostgreSQL: without the password, and with one role the tables of another. */
async function tryPostgres({ postgresUrl }: Stage): Promise<Tried[]> {
  const attempts = [
    ['identity', 'wrong', 'select 1'],
    ['stranger', 'wrong', 'select 1'],
    ['stay', undefined, 'select * from identity.agent'],
    ['stay', undefined, 'delete from identity.erasure'],
    ['stay', undefined, 'drop table stay.review'],
    ['stay', undefined, `update stay.migration set hash = ''`],
    ['identity', undefined, 'select * from stay.review'],
    ['identity', undefined, 'create role intruder'],
    ['identity', undefined, `copy identity.agent to program 'cat'`],
    ['identity', undefined, 'create table public.kept (line text)'],
  ] as const;
  const tried: Tried[] = [];
  for (const [user, password, statement] of attempts) {
    const refused = await query(postgresUrl(user, password), statement).then(
      () => false,
      ({ code }: { code?: string }) => code === '28P01' || code === '42501',
    );
    tried.push({ who: user, what: `PostgreSQL: ${statement}`, refused });
  }
  return tried;
}

/** On the services' ports: every endpoint without the header that only the gateway can sign. */
async function tryPorts({ deployment: { children } }: Stage): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const { owner, method, path } of routes) {
    const port = children[owner]?.[0]?.port ?? 0;
    const { status } = await new Api(`http://127.0.0.1:${port}`).call(
      method,
      path.replace(/:\w+/g, 'x'),
      method === 'POST' ? { body: {} } : {},
    );
    tried.push({ who: 'nobody', what: `${method} ${path} at ${owner}`, refused: status === 401 });
  }
  return tried;
}

/** Where the refusals can be read: the programs' own logs, and what the servers say. */
export async function loggedBy(stage: Stage): Promise<Record<string, boolean>> {
  const owners = [...new Set(routes.map(({ owner }) => owner))];
  const outputOf = (service: string) => (stage.deployment.children[service] ?? []).map((child) => child.output()).join();
  const logged = Object.fromEntries(owners.map((owner) => [owner, outputOf(owner).includes('"event":"security"')]));
  return {
    ...logged,
    nats: /Violation/.test(stage.nats.output()),
    redis: await redisLogged(stage.redis.url),
    postgres: /permission denied/.test(stage.postgres.output()),
  };
}

async function redisLogged(url: string): Promise<boolean> {
  const client = createClient({ url });
  await client.connect();
  const entries = (await client.sendCommand(['ACL', 'LOG'])) as unknown[];
  client.destroy();
  return entries.length > 0;
}
