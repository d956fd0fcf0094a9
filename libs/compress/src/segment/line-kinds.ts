import { type Feature, named, type Names, pair, shapeNames, single, type Word } from '../model/features.ts';
import { LinearModel } from '../model/linear.ts';
import type { Token } from '../reading.ts';
import fitted from '../../data/line-kinds.json' with { type: 'json' };

/** What a line is by its looks: language, or a line of code, of a log, of a table. */
export type LineKind = 'prose' | 'code' | 'log' | 'table';

const model = new LinearModel(fitted);
/** Tokens of a line that are looked at: machines show what they are at once. */
const MOST = 16;
/** Steps by which indentation, length and the share of words are told. */
const MOST_STEPS = 8;
const stepsOf = (name: string): Word[] => Array.from({ length: MOST_STEPS + 1 }, (_, step) => named(`${name}:${step}`));
const INDENTS = stepsOf('indent');
const LENGTHS = stepsOf('length');
const SHARES = stepsOf('words');
const [BEGIN, END, FENCED, COLUMNS] = ['<', '>', 'fenced', 'columns'].map(named) as [Word, Word, Word, Word];
/** What the neighbours of a line say for it, against what it says itself. */
const NEIGHBOUR = 0.25;

/**
 * The features of a line: whether it stands in a code fence; its signs and shapes, alone and with their neighbour; its indentation, gaps
 * and length, and how much of it are words.
 */
export function lineFeatures(tokens: readonly Token[], fenced: boolean, names: Names): Feature[] {
  const features: Feature[] = [];
  const most = Math.min(tokens.length, MOST);
  const indent = tokens[0]?.start ?? 0;
  let before = names.nameOf(BEGIN);
  let words = 0;
  let gaps = 0;
  let end = indent;
  for (let i = 0; i < most; i++) {
    const token = tokens[i]!;
    const look = lookOf(token, names);
    features.push(single(look), pair(before, look));
    if (token.shape === 'word') words++;
    if (token.start > end + 1) gaps++;
    end = token.start + token.text.length;
    before = look;
  }
  features.push(pair(before, names.nameOf(END)));
  features.push(single(names.nameOf(INDENTS[Math.min(MOST_STEPS, indent)]!)));
  features.push(single(names.nameOf(LENGTHS[Math.min(MOST_STEPS, Math.ceil(tokens.length / 4))]!)));
  features.push(single(names.nameOf(SHARES[Math.round((MOST_STEPS * words) / (most || 1))]!)));
  if (fenced) features.push(single(names.nameOf(FENCED)));
  if (gaps > 0) features.push(single(names.nameOf(COLUMNS)));
  return features;
}

/** A word that tells machines' lines from people's keeps its letters, any other its shape. */
function lookOf(token: Token, names: Names): number {
  return token.shape === 'sign' ? names.nameOf(token) : names.wordOf(token) || names.nameOf(shapeNames[token.shape]);
}

/** The kinds of lines that follow one another, in which neighbours count a little for each other. */
export function lineKinds(lines: readonly (readonly Token[])[], fenced: readonly boolean[]): LineKind[] {
  const logits = lines.map((tokens, i) => model.logits(lineFeatures(tokens, fenced[i]!, model)));
  return logits.map((own, i) => {
    const [before, behind] = [logits[i - 1], logits[i + 1]];
    let best = 0;
    let most = -Infinity;
    for (let k = 0; k < own.length; k++) {
      const logit = own[k]! + NEIGHBOUR * ((before ? before[k]! : 0) + (behind ? behind[k]! : 0));
      if (logit > most) [most, best] = [logit, k];
    }
    return model.labels[best] as LineKind;
  });
}
