import type { Compressed, Target } from '@rest-stop/contracts/defrag.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import { isNegated } from './text.ts';

const rule = /\b(must|never|only|cannot|required|not allowed|do not|don't|muss|darf|doit|debe|no se puede)\b|禁止|ください/iu;
const date = /\b(deadline|by \w+day|by \d|before \d|until \d|bis zum|avant le|antes de)\b|期限/iu;
const open = /\b(undecided|not decided|pending|open|decides?|waiting)\b|未定/iu;

type Parts = readonly string[];

function take(parts: Parts, matches: (part: string) => boolean): [Parts, Parts] {
  return [parts.filter(matches), parts.filter((part) => !matches(part))];
}

function state(parts: Parts): Compressed {
  const [open_questions, rest] = take(parts, (part) => part.endsWith('?'));
  const [pending_decisions, others] = take(rest, (part) => open.test(part));
  return { entities: [], pending_decisions: [...pending_decisions], open_questions: [...open_questions], current_focus: others.join('\n') };
}

function handoff(parts: Parts): Compressed {
  const [do_not_repeat, rest] = take(parts, isNegated);
  return { context_for_successor: rest.at(-1) ?? '', do_not_repeat: [...do_not_repeat], known_state: rest.slice(0, -1) };
}

function constraints(parts: Parts): Compressed {
  const [deadlines, rest] = take(parts, (part) => date.test(part));
  const [hard, soft] = take(rest, (part) => rule.test(part));
  return { hard: [...hard], soft: [...soft], deadlines: [...deadlines] };
}

/** Puts plain sentences into a target's shape, each where a reader would look for it: a baseline shall not lose by its form. */
export function wrap(parts: Parts, target: Target): Compressed {
  switch (target) {
    case 'bullets':
      return parts.map((part) => `- ${part}`).join('\n');
    case 'tldr':
      return parts.join(' ').trim().split(/\s+/u).slice(0, limits.tldrWords).join(' ');
    case 'state':
      return state(parts);
    case 'next_actions':
      return { actions: parts.map((part) => ({ priority: 'medium' as const, do: part, why: '' })) };
    case 'handoff':
      return handoff(parts);
    case 'constraints':
      return constraints(parts);
    case 'decision_log':
      return { decisions: parts.map((part) => ({ what: part, why: '', reversible: true })) };
    case 'summary':
      return parts.join('\n');
  }
}
