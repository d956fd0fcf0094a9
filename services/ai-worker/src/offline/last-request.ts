import { askingStrength, asks, isRequest } from './asking.ts';
import { ruleStrength } from './cues.ts';
import { labelOf } from './labels.ts';
import { isTextual, type Unit } from './unit.ts';

/** Turns of the user among which the last one that asks is looked for, and units at the end where nobody is marked as the user. */
const LATEST = 4;
/** Turns among which one is looked for that calls the agent by name: where many talk, the others need not mean it. */
const ADDRESSED = 5;
/** Turns at the end of which the last one that puts a request goes before one that only lays something down. */
const NEAREST = 2;
const TAIL = 40;
/** Characters up to which what was said last is taken whole, and up to which its asking sentences are. */
const WHOLE = 420;
const MOST = 800;
/** Units before the last one that asks among which the others of a long message are looked for. */
const REACH = 9;

/** The units of the last thing the user asked for, in order; empty only when the text holds no language. */
export function lastRequestOf(units: readonly Unit[]): Unit[] {
  const said = units.filter((unit) => !unit.injected && isTextual(unit) && unit.kind !== 'table');
  const found = lastOf(said.length > 0 ? said : units.filter((unit) => !unit.injected && isTextual(unit)));
  const asked = found.filter(({ text }) => (labelOf(text) ?? 'action') === 'action');
  return essence(asked.length > 0 ? asked : found);
}

/** Turns first; what nobody is said to have said comes after the last turn only where it puts a request itself. */
function lastOf(said: readonly Unit[]): readonly Unit[] {
  const turns = [
    ...Map.groupBy(
      said.filter((unit) => unit.role === 'user'),
      (unit) => unit.turn,
    ).values(),
  ];
  const latest = turns.slice(-LATEST);
  const asking =
    turns.slice(-ADDRESSED).findLast((turn) => turn.some(callsAgent) && turn.some(directs)) ??
    latest.slice(-NEAREST).findLast((turn) => turn.some(({ text }) => isRequest(text))) ??
    latest.findLast((turn) => turn.some(directs));
  const turn = asking ?? turns.at(-1);
  const rest = said.filter((unit) => unit.role === 'none' && (turn === undefined || unit.order > turn.at(-1)!.order));
  return fromDocument(rest, turn === undefined) ?? turn ?? said.slice(-1);
}

/** Whether a unit calls an agent by name: "@planbot make …". */
function callsAgent(unit: Unit): boolean {
  return /(?<![\w.])@[\w-]{0,24}(?:bot|agent|assistant|ai)\b/i.test(unit.text);
}

/** Whether a unit of a turn asks for something or lays something down. */
function directs(unit: Unit): boolean {
  return asks(unit) || ruleStrength(unit.text) >= 3;
}

const ORDERS =
  /\b(?:next|to[ -]?do|do first|should do|your task|tasks?|actions?(?: items?)?|(?:latest |last |your )?(?:requests?|instructions?)|aufgaben?|auftrag|nächste schritte|tâches?|tareas?|pedido|richiesta)\b/i;

/** What text without speakers asks for: under a last heading that announces orders, else in its last paragraph that puts a request. */
function fromDocument(rest: readonly Unit[], alone: boolean): readonly Unit[] | undefined {
  if (rest.length === 0) return undefined;
  const { section } = rest.at(-1)!;
  const ordered = ORDERS.test(section) ? rest.slice(-TAIL).filter((unit) => unit.section === section) : [];
  if (ordered.some(asks)) return ordered;
  const tail = rest.slice(-TAIL);
  const plain = tail.findLast((unit) => isRequest(unit.text) && unit.kind !== 'comment');
  const ask = plain ?? (alone ? (tail.findLast(asks) ?? tail.at(-1)) : undefined);
  return ask && tail.filter((unit) => unit.block === ask.block && Math.abs(unit.order - ask.order) <= 3);
}

/** All of a short message; of a long one the sentences that ask, the last ones if they are many. */
function essence(units: readonly Unit[]): Unit[] {
  if (lengthOf(units) <= WHOLE) return [...units];
  const plain = units.filter((unit) => askingStrength(unit) >= 2);
  const near = plain.filter((unit) => plain.at(-1)!.order - unit.order <= REACH);
  const asking = near.length > 0 ? units.filter((unit) => near.includes(unit) || isBetween(unit, near)) : units.filter(directs);
  return lastWithin(asking.length > 0 ? asking : units, MOST);
}

/** Whether `unit` lays something down amid the sentences that ask. */
function isBetween(unit: Unit, asking: readonly Unit[]): boolean {
  return unit.order > asking[0]!.order && unit.order < asking.at(-1)!.order && ruleStrength(unit.text) >= 3;
}

/** The last of `units`, as many as `most` characters hold, at least one. */
function lastWithin(units: readonly Unit[], most: number): Unit[] {
  let left = most;
  const beyond = units.findLastIndex(({ text }) => (left -= text.length) < 0);
  return units.slice(Math.min(beyond + 1, units.length - 1));
}

function lengthOf(units: readonly Unit[]): number {
  return units.reduce((sum, { text }) => sum + text.length, 0);
}
