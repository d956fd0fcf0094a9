import type { Role } from '../reading.ts';

/** What a statement can be to a successor: `needed` by any measure, the kinds of statements, and `gone`: withdrawn or replaced since. */
export const needs = ['needed', 'rule', 'ban', 'open', 'decision', 'failed', 'done', 'deadline', 'reason', 'fact', 'goal', 'gone'] as const;
export type Need = (typeof needs)[number];

const ANYONE: readonly Role[] = ['user', 'assistant', 'system', 'tool', 'none'];

/**
 * Who may state what. A rule comes from people and from instructions, never from an agent's narration or from what a tool prints; a tool
 * leaves nothing to do and decides nothing.
 */
export const speakers: Record<Need, readonly Role[]> = {
  needed: ANYONE,
  rule: ['user', 'system', 'none'],
  ban: ['user', 'system', 'none'],
  open: ['user', 'assistant', 'none'],
  decision: ['user', 'assistant', 'system', 'none'],
  failed: ANYONE,
  done: ANYONE,
  deadline: ['user', 'assistant', 'system', 'none'],
  reason: ['user', 'assistant', 'system', 'none'],
  fact: ANYONE,
  goal: ['user', 'system', 'none'],
  gone: ANYONE,
};
