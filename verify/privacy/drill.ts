import { setTimeout as sleep } from 'node:timers/promises';
import { publicRoutes } from '@rest-stop/contracts/public.ts';
import { plantAnswers, plantFailures } from './ai-cases.ts';
import type { Phase } from './expectations.ts';
import { Courier } from './courier.ts';
import { Guests } from './guests.ts';
import type { Pieces } from './pieces.ts';
import { plantRefused, plantRequests, type Scope } from './plant.ts';
import { Planter } from './planter.ts';
import { type Findings, type Hit, search } from './search.ts';
import { uuidsOf } from './search-tables.ts';
import type { Secrets } from './secrets.ts';
import type { Target } from './target.ts';

export type Options = {
  /** Names of the routes to be planted in; undefined: all of them, with broken HTTP and faults of the servers besides. */
  scope?: Scope;
  /** Which failures of the AI provider are played, where it plays along; undefined: all. */
  failures?: readonly string[];
  /** Also drives one agent over its limit, which only a deployment that exempts `forget` can forget afterwards. */
  refuse?: boolean;
  /** How long what expires by itself is waited for after the forgetting, in milliseconds. Default: 0 */
  patienceMs?: number;
  /** Whether the databases are made to give back their space in the end, and searched once more. */
  reclaim?: boolean;
};

export type Report = {
  target: string;
  secrets: Secrets;
  requests: number;
  statuses: ReadonlyMap<number, number>;
  staying: Findings;
  forgotten: Findings;
  /** After the databases gave back their space; undefined where they were not made to. */
  reclaimed?: Findings;
  notes: string[];
  notSearched: string[];
};

/** The answers are looked at once more often than they must: a log may be behind by a moment. */
const settleMs = 500;
const againMs = 2_000;

/** Plants secrets everywhere, searches for them everywhere, has their owners forgotten, and searches again. */
export async function drill(target: Target, secrets: Secrets, options: Options = {}): Promise<Report> {
  const courier = new Courier(target.baseUrl, loopback(secrets));
  if (courier.address) secrets.add('never', "the client's address", courier.address);
  const planter = new Planter(courier, secrets, new Guests(courier, secrets));
  const notes: string[] = [];
  try {
    await plant(target, planter, options, notes);
    const staying = await look(target, planter, 'staying');
    const later = await forgetting(target, planter, options, notes);
    const notSearched = [...target.notSearched];
    if (!courier.address) notSearched.push("the client's own address (the service is not on this machine)");
    if (staying.places.has('log') && !staying.hits.some(({ secret, store }) => store === 'log' && secret.kind === 'witness'))
      notSearched.push("the services' logs: those given show no request of this run (from level info on they would)");
    const told = { target: target.name, secrets, requests: planter.made, statuses: courier.statuses };
    return { ...told, staying, ...later, notes, notSearched };
  } finally {
    courier.close();
  }
}

async function plant(target: Target, planter: Planter, options: Options, notes: string[]): Promise<void> {
  const { scope, failures, refuse } = options;
  await plantRequests(planter, scope);
  notes.push(await plantAi(planter, target, failures));
  if (refuse) notes.push((await plantRefused(planter)) ? 'an agent was driven over its limit' : 'no agent could be driven over its limit');
  if (!scope) await target.fault?.(planter);
}

async function plantAi(planter: Planter, { provider }: Target, failures?: readonly string[]): Promise<string> {
  if (!provider) return 'failures of the AI provider were not provoked: only --deploy has one that plays along';
  const names = failures ?? Object.keys(provider.failures);
  await plantAnswers(planter);
  const played = await plantFailures(planter, provider, names);
  return `${played} of ${names.length} failures of the AI provider reached an agent as an error`;
}

async function forgetting(target: Target, planter: Planter, { patienceMs = 0, reclaim = false }: Options, notes: string[]) {
  const guests = planter.guests.all.length;
  const gone = planter.guests.all.filter(({ forgotten }) => forgotten).length;
  await target.resume?.();
  const refused = await planter.guests.forgetAll();
  notes.push(`${guests} agents: ${gone} forgotten while secrets were planted, ${guests - gone - refused} now, ${refused} refused`);
  const forgotAt = Date.now();
  // Answers given before were right to tell what they told.
  planter.courier.answers.length = 0;
  let forgotten = await look(target, planter, 'forgotten');
  while (forgotten.hits.some(isPassing) && Date.now() - forgotAt < patienceMs) {
    await sleep(againMs);
    forgotten = await look(target, planter, 'forgotten');
  }
  if (!reclaim || !target.reclaim) return { forgotten };
  await target.reclaim();
  const reclaimed = await look(target, planter, 'forgotten');
  return { forgotten, reclaimed };
}

/** Whether waiting may help: what a deletion has not reached yet, or what expires by itself. */
function isPassing({ verdict, store }: Hit): boolean {
  return verdict === 'leak' || (verdict === 'residue' && store === 'redis');
}

/** One search of everything, with the public pages asked for anew. */
async function look(target: Target, planter: Planter, phase: Phase): Promise<Findings> {
  await target.resume?.();
  await readPublicPages(planter.courier);
  await sleep(settleMs);
  const places = await target.open();
  try {
    const { secrets } = planter;
    const keys = secrets.all.filter(({ kind }) => kind === 'key').map(({ text }) => text);
    for (const database of places.databases) {
      for (const uuid of await uuidsOf(database, keys)) secrets.add('uuid', 'the internal UUID of an agent', uuid);
    }
    return await search(secrets.all, everything(places.pieces(), planter.courier.answers, target.provider?.pieces() ?? []), phase);
  } finally {
    await places.close();
  }
}

async function readPublicPages(courier: Courier): Promise<void> {
  for (const { name, path } of publicRoutes) {
    const query = name === 'list_reviews' ? '?limit=100' : '';
    await courier.send(name, { method: 'GET', path: `${new URL(courier.baseUrl).pathname}${path}${query}` });
  }
}

async function* everything(...all: Pieces[]) {
  for (const pieces of all) yield* pieces;
}

/** An address of this machine that nobody else uses. */
function loopback(secrets: Secrets): string {
  const [a = 1, b = 1, c = 1] = Buffer.from(secrets.token()).subarray(1);
  return `127.${a}.${b}.${c}`;
}
