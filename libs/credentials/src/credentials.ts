import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import data from '../data/preset.json' with { type: 'json' };
import { cookies } from './cookies.ts';
import { type Credential, merged } from './masking.ts';
import { byWord, inBrackets, namesIn } from './named-secrets.ts';
import { cards, seedPhrases } from './numbers-and-words.ts';
import { privateKeys } from './private-keys.ts';
import { isName } from './secret-values.ts';
import { byShape } from './shapes.ts';
import { cells } from './tables.ts';
import { byBeginning } from './tokens.ts';
import { passwordsInUrls } from './urls.ts';

/** Every secret value in `text`, in order, without overlaps. Linear in the length of `text`. */
export async function credentialsIn(text: string): Promise<Credential[]> {
  const names = namesIn(text);
  const { keys, values, beginnings } = byBeginning(text);
  return merged([
    ...(await byPreset(text, beginnings)),
    ...privateKeys(text),
    ...passwordsInUrls(text),
    ...keys,
    ...byShape(text),
    ...cookies(text),
    ...cards(text),
    ...seedPhrases(text),
    ...byWord(text, names),
    ...values,
    ...cells(text, names),
    ...inBrackets(text),
  ]);
}

/** The part of a rule of secretlint that is used (its `SecretLintRuleCreator`). */
type Report = { message: string; range: readonly [number, number] };
type Context = { createTranslator(): (id: string) => string; report(found: Report): void };
type Rule = { meta: { id: string }; create(context: Context, options: object): { file(source: { content: string }): unknown } };

type Preset = { rule: string; kind: string; begins: string; ignored?: string };
const presets = (data.rules as Preset[]).map(({ rule: name, kind, begins, ignored }) => {
  const rule = (rules as unknown as readonly Rule[]).find(({ meta }) => meta.id.endsWith(`-rule-${name}`));
  if (!rule) throw new Error(`secretlint has no rule ${name}. Remove it from preset.json.`);
  return { rule, kind, begins: begins.split(' '), ignored: new Set(ignored?.split(' ')) };
});

/**
 * What secretlint's recommended rules find; a rule is run where one of its beginnings stands in the text. They are run by themselves: `lintSource` of
 * @secretlint/core puts some 36 marks into a profiler at each call, which keeps them for good and searches them all, so that each call takes longer than
 * the one before.
 */
async function byPreset(text: string, beginnings: ReadonlySet<string>): Promise<Credential[]> {
  const found: Credential[] = [];
  for (const { rule, kind, begins, ignored } of presets) {
    if (!begins.some((begin) => beginnings.has(begin))) continue;
    const context: Context = {
      createTranslator: () => (id) => id,
      report({ message, range: [start, end] }) {
        if (!ignored.has(message) && !isName(text.slice(start, end))) found.push({ start, end, kind });
      },
    };
    await rule.create(context, {}).file({ content: text });
  }
  return found;
}
