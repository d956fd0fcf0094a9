import type { Labelled } from './data.ts';
import { squash, type Statement, statementOf } from './shown.ts';

/** What a result must hold once: an attempt, decision, step or rule, with all statements that tell it. `reasoned`: the context says why. */
export type Item = { name: string; statements: Statement[]; reasoned: boolean };

/** Labels by which a statement is worth showing, and those that take that away: withdrawn, closed, injected. */
const USEFUL = 'GLQRBPDYFNOUTK';
const SPENT = 'XCI';

/** Characters between a decision and its reason that still stands next to it (squashed). */
const NEAR = 40;

/** Whether a statement carries one of the letters, whatever its number. */
export function carries({ labels }: Pick<Labelled, 'labels'>, letters: string): boolean {
  return labels.some((label) => letters.includes(label[0]));
}

/** What replaces or withdraws a statement: each of these tells that by itself. */
export function replacedBy({ by = [] }: Pick<Labelled, 'by'>): readonly string[] {
  return typeof by === 'string' ? [by] : by;
}

/** Statements that a successor has use for. */
export function useful(labels: readonly Labelled[]): Labelled[] {
  return labels.filter((one) => carries(one, USEFUL) && !carries(one, SPENT));
}

/** Statements of one letter by item: those of one number are one item, one without a number is an item of its own. */
function groupsOf(labels: readonly Labelled[], letter: string): Labelled[][] {
  const groups = Map.groupBy(labels.entries(), ([i, one]) => {
    const label = one.labels.find((own) => own[0] === letter);
    return label === undefined ? '' : label.length > 1 ? label : `${letter} ${i}`;
  });
  groups.delete('');
  return [...groups.values()].map((group) => group.map(([, one]) => one));
}

function item(name: string, statements: readonly Labelled[], reasoned = false): Item {
  return { name, statements: statements.map(({ text }) => statementOf(text)), reasoned };
}

/** All items of a context; those of which every statement is withdrawn (or closed, where that ends them) are left out. */
export function itemsOf(content: string, labels: readonly Labelled[]): Item[] {
  const standing = labels.filter((one) => !carries(one, 'X'));
  const open = standing.filter((one) => !carries(one, 'C'));
  const together = (name: string, letter: string) =>
    item(
      name,
      standing.filter((one) => carries(one, letter)),
    );
  const grouped = (name: string, from: readonly Labelled[], letter: string) => groupsOf(from, letter).map((group) => item(name, group));
  const each = (name: string, letters: string) => open.filter((one) => carries(one, letters)).map((one) => item(name, [one]));
  const near = reasonsNear(content, labels);
  return [
    together('goal', 'G'),
    together('last request', 'L'),
    ...each('rules and bans', 'RBP'),
    ...each('bans', 'B'),
    ...grouped('failed attempts', standing, 'F'),
    ...grouped('open steps', open, 'O'),
    ...grouped('deadlines', open, 'T'),
    ...groupsOf(standing, 'D').map((group) =>
      item(
        'decisions',
        group,
        group.some((one) => carries(one, 'Y') || near(one)),
      ),
    ),
  ].filter(({ statements }) => statements.length > 0);
}

type Span = { start: number; end: number };

/** A judge of whether a statement that gives a reason stands beside another one. */
function reasonsNear(content: string, labels: readonly Labelled[]): (one: Labelled) => boolean {
  const whole = ` ${squash(content)} `;
  const spanOf = ({ text }: Labelled): Span[] => {
    const forms = statementOf(text).forms.map((form) => ` ${form} `);
    return forms.map((form) => ({ start: whole.indexOf(form), end: whole.indexOf(form) + form.length })).filter(({ start }) => start >= 0);
  };
  const reasons = labels.filter((one) => carries(one, 'Y')).flatMap(spanOf);
  const isNear = (a: Span, b: Span): boolean => Math.max(a.start - b.end, b.start - a.end) <= NEAR;
  return (one) => spanOf(one).some((span) => reasons.some((reason) => isNear(span, reason)));
}
