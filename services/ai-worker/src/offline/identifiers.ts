import { countsOf } from './counts.ts';
import { familyOf, featuresOf, type Mention } from './identifier-features.ts';
import { likelihoodOf, PER_CHARACTER } from './identifier-weights.ts';
import { namesIn } from './names.ts';
import type { Unit } from './unit.ts';

/** A detail that can only be copied, with the logit of its being one that the work needs. */
export type Identifier = { name: string; logit: number };

/** Longest name that is listed. */
const MAX_NAME = 120;

/** The anchors of each unit, injections left out. */
export function anchorsByUnit(units: readonly Unit[]): string[][] {
  return units.map((unit) => (unit.injected || !/[\d/._"`“„«@A-Z]/.test(unit.text) ? [] : namesIn(unit.text)));
}

/** Which units belong to the last request, and which state a rule, by their place. */
export type Standing = { asked: ReadonlySet<number>; rules: ReadonlySet<number> };

/** Every identifier of the text, the ones that matter most for their length first. `anchors`: those of each unit. */
export function rankIdentifiers(units: readonly Unit[], anchors: readonly (readonly string[])[], standing: Standing): Identifier[] {
  const mentions = mentionsOf(units, anchors, standing);
  const families = countsOf(Array.from(mentions.values(), ({ name }) => familyOf(name)));
  const all = [...mentions.values()].map(({ name, by }) => ({
    name,
    logit: likelihoodOf(featuresOf(name, by, families.get(familyOf(name))!, units.length)),
  }));
  return withoutFloods(withoutParts(all)).sort((a, b) => worthOf(b) - worthOf(a));
}

/** Where each name stands, by the name in lower case; written as it was first. */
export function mentionsOf(
  units: readonly Unit[],
  anchors: readonly (readonly string[])[],
  { asked, rules }: Standing,
): Map<string, { name: string; by: Mention[] }> {
  const found = new Map<string, { name: string; by: Mention[] }>();
  for (const [i, unit] of units.entries()) {
    const mention = { unit, beside: anchors[i]!.length, asked: asked.has(unit.order), rule: rules.has(unit.order) };
    for (const name of anchors[i]!) {
      if (name.length > MAX_NAME) continue;
      const known = found.get(name.toLowerCase());
      if (known) known.by.push(mention);
      else found.set(name.toLowerCase(), { name, by: [mention] });
    }
  }
  return found;
}

/** Short names go before long ones that are as likely: more of them fit. */
function worthOf({ name, logit }: Identifier): number {
  return logit - PER_CHARACTER * name.length;
}

/** A path or file with the line it is cited at. */
const AT_LINE = /^(.*\.[A-Za-z]{1,6})(?::\d{1,6}){1,2}$/;

/** Leaves out what is the end of a longer name ("feeds.py:64" of "apps/feeds.py"), which takes over its logit where that is higher. */
function withoutParts(names: Identifier[]): Identifier[] {
  const files = new Map<string, Identifier[]>();
  for (const one of names) {
    const path = pathOf(one);
    const last = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    if (/\.[a-z]\w{0,5}$/.test(last)) files.set(last, [...(files.get(last) ?? []), one]);
  }
  const parts = new Set<Identifier>();
  for (const same of files.values()) {
    const whole = same.reduce((a, b) => (pathOf(b).length > pathOf(a).length ? b : a));
    const own = same.filter((one) => one !== whole && pathOf(whole).endsWith(pathOf(one)));
    whole.logit = Math.max(whole.logit, ...own.map(({ logit }) => logit));
    for (const one of own) parts.add(one);
  }
  return names.filter((one) => !parts.has(one));
}

function pathOf({ name }: Identifier): string {
  return AT_LINE.exec(name)?.[1] ?? name;
}

/** Names of one family that are listed: lists of a catalogue or a log are many names of one shape. */
const MOST_OF_FAMILY = 24;

function withoutFloods(names: Identifier[]): Identifier[] {
  const families = Map.groupBy(names, ({ name }) => familyOf(name));
  return [...families.values()].flatMap((family) => family.toSorted((a, b) => b.logit - a.logit).slice(0, MOST_OF_FAMILY));
}
