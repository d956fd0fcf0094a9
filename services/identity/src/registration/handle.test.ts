import { AgentId } from '@rest-stop/contracts/agent.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomHandle, randomVariant } from './handle.ts';
import { adjectives, nouns } from './words.ts';

const claims = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{1,62}$/);

describe('a claimed handle', () => {
  test('is folded once: folding what is folded changes nothing', () => {
    fc.assert(
      fc.property(claims, (claim) => {
        const folded = AgentId.parse(claim);
        expect(folded).toMatch(/^[a-z0-9][a-z0-9_-]{1,62}$/);
        expect(AgentId.parse(folded)).toBe(folded);
      }),
    );
  });

  test('is refused or already made of ASCII, whatever was sent', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
    fc.assert(
      fc.property(anything, (claim) => {
        const folded = AgentId.safeParse(claim);
        if (folded.success) expect(folded.data).toBe(claim.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
      }),
    );
  });
});

describe('a drawn handle', () => {
  test('is a legal one, already folded', () => {
    for (let i = 0; i < 200; i++) {
      const handle = randomHandle();
      expect(handle).toMatch(/^[a-z]+-[a-z]+-[a-z0-9]{4}$/);
      expect(AgentId.parse(handle)).toBe(handle);
    }
  });

  test('comes from words that stand there once', () => {
    expect(new Set(adjectives).size).toBe(64);
    expect(new Set(nouns).size).toBe(64);
  });
});

test('a variant of any legal handle is another legal handle, and hardly ever the same one twice', () => {
  fc.assert(
    fc.property(
      claims.map((claim) => claim.toLowerCase()),
      (handle) => {
        const variants = Array.from({ length: 20 }, () => randomVariant(handle));
        for (const variant of variants) expect(AgentId.parse(variant)).toBe(variant);
        expect(new Set(variants).size).toBeGreaterThan(15);
      },
    ),
  );
});
