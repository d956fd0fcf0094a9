import { setTimeout as sleep } from 'node:timers/promises';
import { publicRoutes } from '@rest-stop/contracts/public.ts';
import { Canaries } from './canaries/canaries.ts';
import type { Phase } from './canaries/kinds.ts';
import { startDistributedTarget } from './deployments/distributed.ts';
import { startEmbeddedTarget } from './deployments/embedded.ts';
import type { Target } from './deployments/target.ts';
import type { Chunks } from './places/chunk.ts';
import { uuidsOf } from './places/tables.ts';
import { startScriptedProvider } from './provider.ts';
import { askForEveryTarget, provokeFailures } from './requests/ai.ts';
import { exceedLimit, type Scope, sendRequests } from './requests/all.ts';
import { RecordingClient } from './requests/client.ts';
import { Driver } from './requests/driver.ts';
import { type Findings, type Hit, scan } from './scan/scan.ts';

export type Options = {
  /** Names of the routes that requests are made to; undefined: all of them, with broken HTTP and faults of the servers besides. */
  scope?: Scope;
  /** Which failures of the AI provider are played, where it plays along; undefined: all. */
  failures?: readonly string[];
  /** Also drives one agent over its limit, which only a deployment that exempts `forget` can forget afterwards. */
  refuse?: boolean;
  /** How long after the forgetting the service may take to remove what is left, in milliseconds. Default: 0 */
  patienceMs?: number;
};

export type Report = {
  target: string;
  canaries: Canaries;
  requests: number;
  statuses: ReadonlyMap<number, number>;
  registered: Findings;
  /** The files of a service that keeps its own database, before it is stopped. */
  idle?: Findings;
  forgotten: Findings;
  notes: string[];
  notSearched: string[];
};

/** A log may be behind by a moment. */
const settleMs = 500;
const againMs = 2_000;

export type Mode = 'distributed' | 'embedded';

/** Drills a deployment that is started for it, with an AI provider that plays along. `settings` are more ones of the one-process mode. */
export async function drillOwn(mode: Mode, seed: string, options: Options, settings?: Record<string, string>): Promise<Report> {
  const canaries = new Canaries(seed);
  const provider = await startScriptedProvider(canaries);
  try {
    const target = await (mode === 'distributed' ? startDistributedTarget(provider) : startEmbeddedTarget(provider, settings));
    try {
      return await drill(target, canaries, options);
    } finally {
      await target.close();
    }
  } finally {
    await provider.close();
  }
}

/** Plants canaries everywhere, searches for them everywhere, has their owners forgotten, and searches again. */
export async function drill(target: Target, canaries: Canaries, options: Options = {}): Promise<Report> {
  const client = new RecordingClient(target.baseUrl, loopback(canaries));
  if (client.address) canaries.add('never', "the client's address", client.address);
  const driver = new Driver(client, canaries);
  try {
    const planting = await plant(target, driver, options);
    const registered = await look(target, driver, 'registered');
    const { notes, ...later } = await forget(target, driver, options);
    const notSearched = [...target.notSearched];
    if (!client.address) notSearched.push("the client's own address (the service is not on this machine)");
    if (registered.places.has('log') && !registered.hits.some(({ canary, store }) => store === 'log' && canary.kind === 'witness'))
      notSearched.push("the services' logs: those given show no request of this run (from level info on they would)");
    const told = { target: target.name, canaries, requests: driver.made, statuses: client.statuses };
    return { ...told, registered, ...later, notes: [...planting, ...notes], notSearched };
  } finally {
    client.close();
  }
}

/** Makes all requests; answers with notes on what could be provoked. */
async function plant({ provider, fault }: Target, driver: Driver, { scope, failures, refuse }: Options): Promise<string[]> {
  const notes: string[] = [];
  await sendRequests(driver, scope);
  if (provider) {
    const names = failures ?? Object.keys(provider.failures);
    await askForEveryTarget(driver);
    const played = await provokeFailures(driver, provider, names);
    notes.push(`${played} of ${names.length} failures of the AI provider reached an agent as an error`);
  } else notes.push('failures of the AI provider were not provoked: only --deploy has one that plays along');
  if (refuse) notes.push((await exceedLimit(driver)) ? 'an agent was driven over its limit' : 'no agent could be driven over its limit');
  if (!scope) await fault?.(driver);
  return notes;
}

async function forget(target: Target, driver: Driver, { patienceMs = 0 }: Options) {
  const { agents, client } = driver;
  const before = agents.all.filter(({ forgotten }) => forgotten).length;
  await target.resume?.();
  const refused = await agents.forgetAll();
  const now = agents.all.length - before - refused;
  const notes = [`${agents.all.length} agents: ${before} forgotten while requests were made, ${now} now, ${refused} refused`];
  const forgotAt = Date.now();
  // Answers given before were right to tell what they told.
  client.answers.length = 0;
  const mayWait = () => Date.now() - forgotAt < patienceMs;
  const idle = await lookAtFiles(target, driver, mayWait);
  if (idle) notes.push(`the files of the running service were looked at for ${Math.round((Date.now() - forgotAt) / 1_000)} s`);
  let forgotten = await look(target, driver, 'forgotten');
  while (forgotten.hits.some(isPassing) && mayWait()) {
    await sleep(againMs);
    forgotten = await look(target, driver, 'forgotten');
  }
  return { notes, forgotten, ...(idle && { idle }) };
}

/** Looks at the files of a running service until nothing is left in them or `mayWait` ends; undefined where it keeps none. */
async function lookAtFiles(target: Target, { canaries }: Driver, mayWait: () => boolean): Promise<Findings | undefined> {
  if (!target.runningFiles) return undefined;
  for (;;) {
    const findings = await scan(canaries.all, target.runningFiles(), 'forgotten');
    if (!findings.hits.some(isPassing) || !mayWait()) return findings;
    await sleep(againMs);
  }
}

/** Whether waiting may help: what a deletion has not reached yet, or what expires by itself. */
function isPassing({ verdict, store }: Hit): boolean {
  return verdict === 'leak' || (verdict === 'residue' && store === 'redis');
}

/** One scan of everything, with the public pages asked for anew. */
async function look(target: Target, { client, canaries }: Driver, phase: Phase): Promise<Findings> {
  await target.resume?.();
  for (const { name, path } of publicRoutes) {
    await client.send(name, { method: 'GET', path: name === 'list_reviews' ? `${path}?limit=100` : path });
  }
  await sleep(settleMs);
  const places = await target.open();
  try {
    const keys = canaries.all.filter(({ kind }) => kind === 'key').map(({ text }) => text);
    for (const database of places.databases) {
      for (const uuid of await uuidsOf(database, keys)) canaries.add('uuid', 'the internal UUID of an agent', uuid);
    }
    return await scan(canaries.all, everything(places.chunks(), client.answers, target.provider?.chunks() ?? []), phase);
  } finally {
    await places.close();
  }
}

async function* everything(...all: Chunks[]) {
  for (const chunks of all) yield* chunks;
}

/** An address of this machine that nobody else uses. */
function loopback(canaries: Canaries): string {
  const [a = 1, b = 1, c = 1] = Buffer.from(canaries.token()).subarray(1);
  return `127.${a}.${b}.${c}`;
}
