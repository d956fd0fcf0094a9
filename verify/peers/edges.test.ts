import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { aiWorkerApp } from '@rest-stop/ai-worker/app.ts';
import * as aiWorker from '@rest-stop/contracts/ai-worker.ts';
import { type BusEdges, busEdges, type ServiceName, serviceNames } from '@rest-stop/contracts/bus-edges.ts';
import * as gateway from '@rest-stop/contracts/gateway.ts';
import * as identity from '@rest-stop/contracts/identity.ts';
import { ownerOf } from '@rest-stop/contracts/rpc.ts';
import * as stay from '@rest-stop/contracts/stay/bus.ts';
import { gatewayApp } from '@rest-stop/gateway/app.ts';
import { identityApp } from '@rest-stop/identity/app.ts';
import { publicApp } from '@rest-stop/public/app.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { stayApp } from '@rest-stop/stay/app.ts';
import { expect, test } from 'vitest';

/** Everything of the contracts that has a subject, by the name under which it is exported. */
const declared = new Map(
  Object.entries({ ...aiWorker, ...gateway, ...identity, ...stay }).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'subject' in value ? [[name, value.subject] as const] : [],
  ),
);

const sorted = (subjects: Iterable<string>) => [...new Set(subjects)].sort();
const subjectsOf = (service: ServiceName, ...kinds: (keyof BusEdges)[]) =>
  sorted(kinds.flatMap((kind) => busEdges[service][kind].map(({ subject }) => subject)));

/** Every service as it is assembled, on stores that nobody asks. */
const assemble: Record<ServiceName, (bus: Bus) => Service> = (() => {
  const log = createLog('test', 'silent');
  const secrets = { current: ['s'.repeat(32)] };
  const common = { log, secrets };
  const silent: never = new Proxy({}, { get: () => async () => ({ rows: [] }) }) as never;
  const limits = { requests: 1, windowSeconds: 1, exemptForget: false, unusedAgentDays: 30, inactiveAgentDays: 0 };
  const nowhere = { identity: 'http://127.0.0.1:9', stay: 'http://127.0.0.1:9', public: 'http://127.0.0.1:9' };
  return {
    gateway: (bus) =>
      gatewayApp({
        ...common,
        secrets: { identity: secrets, stay: secrets, public: secrets },
        bus,
        limits,
        visitLog: silent,
        baseUrl: 'http://localhost/v1',
        registrationLimit: { perMinute: 0, perDay: 0, trustedProxyHops: 0 },
        upstreams: nowhere,
      }),
    identity: (bus) => identityApp({ ...common, bus, db: silent }),
    stay: (bus) => stayApp({ ...common, bus, db: silent }),
    public: (bus) => publicApp({ ...common, bus, operatorEmail: 'operator@example.com', limits }),
    'ai-worker': (bus) => aiWorkerApp({ ...common, bus, engine: silent, capacity: 1 }),
  };
})();

test.each(serviceNames)('%s answers and hears what the table says, and nothing else', async (service) => {
  const served: string[] = [];
  const heard: string[] = [];
  const recording = {
    serve({ subject }: { subject: string }) {
      served.push(subject);
      return { inFlight: 0, close: async () => {} };
    },
    subscribe({ subject }: { subject: string }) {
      heard.push(subject);
      return { close: async () => {} };
    },
    connected: () => true,
  } as unknown as Bus;
  const app = assemble[service](recording);
  await app.close();
  await app.http.close();
  expect(sorted(served)).toEqual(subjectsOf(service, 'serves'));
  expect(sorted(heard)).toEqual(subjectsOf(service, 'subscribes'));
});

test.each(serviceNames)('%s asks and tells what the table says, and nothing else', (service) => {
  const folder = fileURLToPath(new URL(`../../services/${service}/src/`, import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const source = files.map((file) => readFileSync(`${folder}${file}`, 'utf8')).join('\n');
  const named = [...declared].filter(([name]) =>
    new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '@rest-stop/contracts/`).test(source),
  );
  const used = named.map(([, subject]) => subject);
  expect(sorted(used)).toEqual(subjectsOf(service, 'calls', 'serves', 'broadcasts', 'subscribes'));
});

test('every subject is in the table: answered by its owner alone, asked by somebody', () => {
  const all = serviceNames.flatMap((service) => subjectsOf(service, 'serves', 'broadcasts'));
  expect(all.toSorted()).toEqual(sorted(declared.values()));
  for (const service of serviceNames) {
    for (const subject of subjectsOf(service, 'serves', 'broadcasts')) expect(ownerOf(subject)).toBe(service);
  }
  const wanted = serviceNames.flatMap((service) => subjectsOf(service, 'calls', 'subscribes'));
  expect(sorted(wanted)).toEqual(sorted(declared.values()));
});

test('whoever confirms an erasure hears of it', () => {
  const hearing = serviceNames.filter((name) => busEdges[name].subscribes.includes(identity.agentForgotten));
  expect(hearing.toSorted()).toEqual([...identity.erasureConfirmers].sort());
});
