// Puts what the parts of the bench have found out into docs/performance.md, as tables and plots. `npm run bench` ends with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConcurrentResult } from '../ai/concurrent.ts';
import type { AiResult } from '../ai/run.ts';
import type { BusResult } from '../bus/run.ts';
import type { ProxyResult } from '../proxy/run.ts';
import { type Saved, saved } from '../results.ts';
import type { ScaleResult } from '../scale/run.ts';
import type { SoakResult } from '../soak/run.ts';
import type { StartResult } from '../start/run.ts';
import type { Spread } from '../statistics.ts';
import { barsSvg, figure } from './bars.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

const told = ({ median, low, high }: Spread) => `${figure(median)} (${figure(low)} to ${figure(high)})`;

function proxy({ result, ...on }: Saved<ProxyResult>): string {
  const { rows, rounds, connections, generator, skipped } = result;
  plot(
    'proxy-requests',
    'Requests a second, one process each',
    rows.map((row) => bar(row.name, row.perSecond)),
  );
  plot(
    'proxy-processor',
    'Processor time of a request, µs',
    rows.map((row) => bar(row.name, row.microseconds)),
  );
  return [
    `${machineLine(on)} ${rounds} rounds of a second each, ${connections} connections, 200 keys, load by ${generator}.`,
    table(
      ['', 'requests/s', 'processor µs a request', 'gateway ÷ this, requests/s', 'gateway ÷ this, by processor time', 'failed'],
      rows.map((row) => [
        row.name,
        told(row.perSecond),
        told(row.microseconds),
        told(row.ratioPerSecond),
        told(row.ratioByProcessor),
        `${row.failures}`,
      ]),
    ),
    ...whatWasSkipped(skipped),
    '![Requests a second](performance/proxy-requests.svg)',
    '![Processor time of a request](performance/proxy-processor.svg)',
  ].join('\n\n');
}

function ai({ result, ...on }: Saved<AiResult>): string {
  const { rounds, rows, warmUpSeconds, providerMs, skipped } = result;
  return [
    `${machineLine(on)} ${rounds} rounds after ${warmUpSeconds} s of each way, the provider answers after ${providerMs} ms.`,
    table(
      ['characters', 'requests/s', '', 'added p50, ms', 'added p99, ms', 'failed'],
      rows.map((row) => [`${row.chars}`, `${row.perSecond}`, row.way, told(row.p50), told(row.p99), `${row.failures}`]),
    ),
    ...whatWasSkipped(skipped),
  ].join('\n\n');
}

function scale({ result, ...on }: Saved<ScaleResult>): string {
  const { few, many, rounds, rows, failures } = result;
  plot(
    'scale',
    `Time at ${many} agents ÷ time at ${few}`,
    rows.map((row) => bar(row.name, row.ratio)),
    1.5,
  );
  return [
    `${machineLine(on)} ${rounds} rounds. Failed: ${JSON.stringify(failures)}.`,
    table(
      ['', `${figure(few)} agents, ms`, `${figure(many)} agents, ms`, 'ratio'],
      rows.map((row) => [row.name, told(row.few), told(row.many), told(row.ratio)]),
    ),
    '![Time at both sizes](performance/scale.svg)',
  ].join('\n\n');
}

function concurrent({ result, ...on }: Saved<ConcurrentResult>): string {
  const { calls, agents, providerMs, byStatus, p50Ms, p99Ms, idleMb, peakMb } = result;
  return [
    machineLine(on),
    table(
      ['calls at once', 'agents', 'provider, ms', 'answered', 'p50, ms', 'p99, ms', 'gateway idle, MiB', 'at its peak, MiB'],
      [[calls, agents, providerMs, JSON.stringify(byStatus), p50Ms, p99Ms, idleMb, peakMb].map(String)],
    ),
  ].join('\n\n');
}

function bus({ result, ...on }: Saved<BusResult>): string {
  const { rounds, rows, skipped } = result;
  return [
    `${machineLine(on)} ${rounds} rounds of a second each, 50 calls at once.`,
    table(
      ['', 'calls/s', 'processor µs a call, both sides', 'p50, ms', 'this ÷ it, calls/s', 'this ÷ it, by processor time', 'failed'],
      rows.map((row) => [
        row.name,
        told(row.perSecond),
        told(row.microseconds),
        told(row.p50Ms),
        told(row.ratioPerSecond),
        told(row.ratioByProcessor),
        `${row.failures}`,
      ]),
    ),
    ...whatWasSkipped(skipped),
  ].join('\n\n');
}

function soak({ result, ...on }: Saved<SoakResult>): string {
  const { minutes, perSecond, chars, stays, failures, rows } = result;
  const load = `${minutes} minutes, ${perSecond} stays a second, each with a defrag of ${chars} characters: ${stays} stays`;
  return [
    `${machineLine(on)} ${load}. Failed: ${JSON.stringify(failures)}.`,
    table(
      ['', 'resident in the second tenth, MiB', 'in the last', 'growth', 'processor ms a stay'],
      rows.map((row) => [
        row.process,
        figure(row.earlyMb),
        figure(row.lateMb),
        `${row.growthPercent.toFixed(1)} %`,
        figure(row.processorMsPerStay),
      ]),
    ),
  ].join('\n\n');
}

function start({ result, ...on }: Saved<StartResult>): string {
  const { rounds, rows } = result;
  return [
    `${machineLine(on)} ${rounds} rounds.`,
    table(
      ['', 'to the first answer, ms', 'resident then, MiB'],
      rows.map((row) => [row.name, told(row.ms), told(row.residentMb)]),
    ),
  ].join('\n\n');
}

/** How many processors so many requests a second keep busy: small ones by what the gateway took for each, and whole stays by what each service took. */
function arithmetic(small: ProxyResult, stays: SoakResult): string {
  const rates = [1, 100, 10_000];
  const ofGateway = small.rows.find(({ name }) => name === 'gateway')?.microseconds.median ?? Number.NaN;
  const seconds = new Map([['gateway, small requests', ofGateway / 1_000_000]]);
  for (const { process, processorMsPerStay } of stays.rows) {
    const name = `${process.replace(/ \d+$/, '')}, whole stays`;
    seconds.set(name, (seconds.get(name) ?? 0) + processorMsPerStay / 1_000 / stays.requestsPerStay);
  }
  return table(
    ['processors kept busy by', ...rates.map((rate) => `${rate.toLocaleString('en')} requests/s`)],
    [...seconds].map(([name, each]) => [name, ...rates.map((rate) => (each * rate).toPrecision(2))]),
  );
}

const parts: Record<string, () => string | undefined> = {
  proxy: () => rendered('proxy', proxy),
  ai: () => rendered('ai', ai),
  scale: () => rendered('scale', scale),
  concurrent: () => rendered('concurrent', concurrent),
  bus: () => rendered('bus', bus),
  soak: () => rendered('soak', soak),
  start: () => rendered('start', start),
  arithmetic: () =>
    rendered<ProxyResult>('proxy', (small) => rendered<SoakResult>('soak', (stays) => arithmetic(small.result, stays.result))),
};

let page = readFileSync(`${docs}performance.md`, 'utf8');
for (const [name, render] of Object.entries(parts)) {
  const block = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
  const text = render() ?? 'Not measured yet.';
  page = page.replace(block, (_, open: string, close: string) => `${open}\n${text}\n${close}`);
}
writeFileSync(`${docs}performance.md`, page);
console.log('docs/performance.md is up to date');

function rendered<R>(part: string, render: (found: Saved<R>) => string | undefined): string | undefined {
  const found = saved<R>(part);
  return found && render(found);
}

function machineLine({ at, cpu, cores, memoryGb, versions }: Omit<Saved<unknown>, 'result'>): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `${at}; ${cpu}, ${cores} cores, ${memoryGb} GiB; ${named.join(', ')}.`;
}

function whatWasSkipped(reasons: readonly string[]): string[] {
  return reasons.map((reason) => `Skipped: ${reason}.`);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function bar(name: string, { median, low, high }: Spread) {
  return { name, value: median, low, high };
}

function plot(name: string, title: string, bars: Parameters<typeof barsSvg>[1], mark?: number): void {
  writeFileSync(`${docs}performance/${name}.svg`, barsSvg(title, bars, mark));
}
