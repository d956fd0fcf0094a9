import type { Credential } from './masking.ts';
import { isName } from './secret-values.ts';

/** Tokens without a beginning of their own. `mark`: what stands in each, so that most texts need no look. */
const shapes: readonly { kind: string; mark: string; shape: RegExp }[] = [
  { kind: 'access token', mark: '', shape: /(?<![A-Za-z0-9])[a-z2-7]{52}(?![A-Za-z0-9=])/g },
  { kind: 'access token', mark: 'AZDO', shape: /(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9=])/g },
  { kind: 'client secret', mark: 'Q~', shape: /(?<![\w~.-])[\w~.-]{3,4}\dQ~[\w~.-]{31,34}(?![\w~-])/g },
  { kind: 'Terraform token', mark: '.atlasv1.', shape: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,100}/g },
  { kind: 'bot token', mark: ':AA', shape: /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{33}(?![\w-])/g },
  { kind: 'kubeadm token', mark: '', shape: /(?<=(?:token|TOKEN)[ =:"']{1,4})[a-z0-9]{6}\.[a-z0-9]{16}(?![\w.])/g },
  { kind: 'API key', mark: '-us', shape: /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![\w-])/g },
];

/** Tokens of a fixed length or with a mark inside, as Azure DevOps (52 letters of base32) and Telegram give them. */
export function byShape(text: string): Credential[] {
  return shapes.flatMap(({ kind, mark, shape }) =>
    text.includes(mark)
      ? [...text.matchAll(shape)]
          .filter(([token]) => !isName(token) && !/(.)\1{5}/.test(token))
          .map(({ 0: token, index }) => ({ start: index, end: index + token.length, kind }))
      : [],
  );
}
