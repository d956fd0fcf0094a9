import { type Rule, rulesOf } from '../fidelity/constraints.ts';
import { rulesInForce } from './authority.ts';
import { correction, deadEnd, decision, failure, moment, pending, standing } from './cues.ts';
import { anchorsByUnit, type Identifier, rankIdentifiers, type Standing } from './identifiers.ts';
import { lastRequestOf } from './last-request.ts';
import { centralities } from './rank.ts';
import { refusedIn } from './refused.ts';
import { retract } from './retract.ts';
import { withoutRepeated } from './same-rules.ts';
import { contentWords, sameKey } from './text.ts';
import { isTextual, type Unit } from './unit.ts';
import { unitsOf } from './units.ts';

/** Everything the targets choose from: computed once for a context. */
export type Analysis = {
  units: readonly Unit[];
  /** Language that may be quoted: no injections, no headings, no repetitions. */
  sayable: readonly Unit[];
  rules: readonly Rule[];
  request: readonly Unit[];
  identifiers: readonly Identifier[];
  anchorsOf(unit: Unit): readonly string[];
  /** Worth of a unit as a fact, about 0 to 3. */
  score(unit: Unit): number;
};

/** Reads a context into units and everything that is known about them. */
export function analyse(content: string): Analysis {
  const { units, gone, renewing } = retract(unitsOf(content));
  const anchors = anchorsByUnit(units);
  const words = units.map((unit) => (isTextual(unit) && !unit.injected ? contentWords(unit.text) : []));
  const central = centralities(words);
  const scores = units.map((unit, i) => scoreOf(unit, central[i]!, anchors[i]!.length, i / units.length));
  const refused = refusedIn(units);
  const valid = units.filter((unit) => !gone.has(unit) && !refused.has(unit));
  const rules = withoutRepeated(rulesInForce(valid, rulesOf(valid, renewing)));
  const request = lastRequestOf(units);
  return {
    units,
    sayable: distinct(valid.filter((unit) => isTextual(unit) && !unit.injected && /[\p{L}\p{N}]/u.test(unit.text))),
    rules,
    request,
    identifiers: rankIdentifiers(units, anchors, standingOf({ rules, request })).filter(({ name }) => standsAlone(content, name)),
    anchorsOf: (unit) => anchors[unit.order]!,
    score: (unit) => scores[unit.order]!,
  };
}

const FIRM = 3;

/** Which units the last request is made of, and which state a firm rule of people. */
export function standingOf({ rules, request }: Pick<Analysis, 'rules' | 'request'>): Standing {
  const firm = rules.filter(({ unit, strength }) => unit.role !== 'tool' && strength >= FIRM);
  return { asked: new Set(request.map(({ order }) => order)), rules: new Set(firm.map(({ unit }) => unit.order)) };
}

/** Whether a name stands in a text of JSON as a word of its own: "\\nR-12" there is read by some as "nR-12". Other texts are not looked at. */
function standsAlone(content: string, name: string): boolean {
  if (!/^\s*[[{]/.test(content) || !/^\w/.test(name)) return true;
  for (let at = content.indexOf(name); at >= 0; at = content.indexOf(name, at + 1)) if (!/\w/.test(content[at - 1] ?? ' ')) return true;
  return false;
}

function distinct(units: readonly Unit[]): Unit[] {
  const seen = new Set<string>();
  return units.filter((unit) => {
    const key = sameKey(unit.text);
    return !seen.has(key) && seen.add(key);
  });
}

const ROLE_BONUS: Record<Unit['role'], number> = { user: 0, system: 0, none: 0.1, assistant: 0.25, tool: -0.45 };
const KIND_BONUS: Partial<Record<Unit['kind'], number>> = { table: 0.3, item: 0.15, comment: -0.5 };
const CUES: readonly (readonly [RegExp, number])[] = [
  [decision, 0.3],
  [pending, 0.4],
  [correction, 0.4],
  [deadEnd, 0.2],
  [failure, 0.1],
  [standing, 0.12],
  [moment, 0.1],
  [/\b(?:turned out|because|so|since|root cause|confirmed|found|means|due to|matches|measured|therefore|hence|agreed|cause)\b/i, 0.2],
  [/→|->|=/, 0.25],
  [
    /\b(?:could\s+be|may\s+be|might\s+be|maybe|perhaps|possibly|initially|at\s+first|my\s+(?:first\s+)?(?:thought|guess|estimate)|first\s+(?:idea|thought|guess)|i\s+(?:suspect|guess|suppose)|looks\s+like|vielleicht|vermutlich|peut-être|quizás?)\b/i,
    -0.6,
  ],
  [/[?？]$/, -0.2],
  [
    /^(?:ok|okay|understood|noted|let me|i['’]ll|now|reading|looking|starting|running|done|sure|right|verstanden|hi|hello|good morning|thanks?)\b.{0,60}$/i,
    -0.5,
  ],
];

/** How likely a unit states a fact that the work needs. The weights follow how often sentences of each kind did in sample contexts. */
function scoreOf(unit: Unit, centrality: number, anchors: number, position: number): number {
  const { text } = unit;
  const cues = CUES.reduce((sum, [cue, worth]) => (cue.test(text) ? sum + worth : sum), 0);
  const place = position > 0.8 ? 0.3 : position > 0.6 ? 0.1 : 0;
  const length = text.length < 25 ? -0.4 : text.length > 400 ? -0.2 : 0;
  const numbers = (text.match(/\d+/g)?.length ?? 0) >= 3 ? 0.2 : 0;
  return (
    0.2 +
    0.7 * centrality +
    cues +
    place +
    length +
    numbers +
    ROLE_BONUS[unit.role] +
    (KIND_BONUS[unit.kind] ?? 0) +
    Math.min(0.45, anchors * 0.12)
  );
}
