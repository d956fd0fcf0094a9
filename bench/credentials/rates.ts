import { credentialsIn, masked } from '@rest-stop/credentials';
import { formats } from './formats.ts';
import { nonSecrets } from './non-secrets.ts';
import { drawn, filled, randomFrom } from './random.ts';

/** How many of how many, and which were not as they should be. */
export type Rate = { name: string; good: number; of: number; bad: string[] };

/** Letters of a secret that must not be left in a row. */
const LEFT = 8;
/** Values that are drawn for each format and each kind of non-secret; a format counts if all of its values are masked. */
const DRAWS = 5;

/** Whether nothing of `secret` is left of `text`, in any of its lines. */
async function isMasked(text: string, secret: string): Promise<boolean> {
  const clean = masked(text, await credentialsIn(text));
  return secret.split(/\n[>\s]*/).every((line) => {
    const width = Math.min(LEFT, line.length);
    return Array.from({ length: line.length - width + 1 }, (_, at) => line.slice(at, at + width)).every((piece) => !clean.includes(piece));
  });
}

async function rate(name: string, cases: readonly string[], isGood: (one: string) => Promise<boolean>): Promise<Rate> {
  const bad: string[] = [];
  for (const one of cases) if (!(await isGood(one))) bad.push(one);
  return { name, good: cases.length - bad.length, of: cases.length, bad };
}

/** The formats all of whose secrets are masked. */
export async function formatRate(seed: number): Promise<Rate> {
  const random = randomFrom(seed);
  const names = new Map(formats);
  return rate('formats', [...names.keys()], async (name) => {
    for (let draw = 0; draw < DRAWS; draw++) {
      const snippet = filled(random, names.get(name)!);
      const secret = /«([^»]*)»/.exec(snippet)![1];
      if (!(await isMasked(snippet.replace(/[«»]/g, ''), secret))) return false;
    }
    return true;
  });
}

/** The kinds of non-secrets in which nothing is masked. */
export async function nonSecretRate(seed: number): Promise<Rate> {
  const random = randomFrom(seed);
  const names = new Map(nonSecrets);
  return rate('non-secrets left alone', [...names.keys()], async (name) => {
    for (let draw = 0; draw < DRAWS; draw++) if ((await credentialsIn(filled(random, names.get(name)!))).length > 0) return false;
    return true;
  });
}

/** Prefixes with the alphabet and length of what follows. */
const prefixes = [
  'AKIA¤c16',
  'glpat-¤w20',
  'sk_live_¤a24',
  'ghp_¤a36',
  'xoxb-¤d12-¤d12-¤a24',
  'npm_¤a36',
  'hf_¤t34',
  'sbp_¤h40',
  'dapi¤h32',
  'figd_¤w40',
  'whsec_¤a32',
];
const contexts = ['Use ¤ for staging.', 'export KEY=¤', '{"key": "¤"}', 'it is `¤`,'];

export function prefixRates(seed: number, draws: number): Promise<Rate[]> {
  const random = randomFrom(seed);
  return Promise.all(
    prefixes.map((template) => {
      const cases = Array.from({ length: draws }, (_, draw) =>
        contexts[draw % contexts.length].replace('¤', filled(random, template).replaceAll('$', '$$$$')),
      );
      return rate(`prefix ${template.replace(/¤.*/, '')}`, cases, async (text) => {
        const secret = new RegExp(`${template.replace(/¤.*/, '')}[\\w-]*`).exec(text)![0];
        return isMasked(text, secret);
      });
    }),
  );
}

const SIGNS = '!@#$%^&*()_+-=[]{}:.?~/';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const mixes = [
  SMALL,
  SMALL + SMALL.toUpperCase(),
  SMALL + DIGITS,
  SMALL + SMALL.toUpperCase() + DIGITS,
  SMALL + SMALL.toUpperCase() + DIGITS + SIGNS,
];
const names = ['password: ', 'DB_PASSWORD=', 'passwd = ', '"password": "', 'secret: ', 'API_KEY=', 'access_token=', 'Passwort: '];
const LENGTHS = { least: 12, most: 32 };

/** Values of 12 to 32 letters after the name of a secret, of five mixes of letters, digits and signs. */
export function namedRates(seed: number, draws: number): Promise<Rate[]> {
  const random = randomFrom(seed);
  return Promise.all(
    names.map((name) => {
      const values = Array.from({ length: draws }, (_, draw) =>
        drawn(random, mixes[draw % mixes.length], LENGTHS.least + Math.floor(random() * (LENGTHS.most - LENGTHS.least + 1))),
      );
      return rate(`after ${name.trim()}`, values, (value) =>
        isMasked(`user: app\n${name}${value}${name.endsWith('"') ? '"' : ''}\nport: 1`, value),
      );
    }),
  );
}

export const percent = ({ good, of }: Rate): number => (good / of) * 100;
export const total = (rates: readonly Rate[]): Rate => ({
  name: 'all',
  good: rates.reduce((sum, { good }) => sum + good, 0),
  of: rates.reduce((sum, { of }) => sum + of, 0),
  bad: rates.flatMap(({ bad }) => bad),
});
