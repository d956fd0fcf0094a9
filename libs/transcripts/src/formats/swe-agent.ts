import { type Fields, isFields, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { saidBy, say, sayCall, sayRest, sayUser, stringsOf } from '../saying.ts';
import { looksLikeJson, treeOf, walk } from '../tree.ts';
import type { Format } from './format.ts';

/** A .traj file of SWE-agent: its steps stand in `trajectory`; `history` repeats them, after the task. */
export const sweAgent: Format = {
  name: 'swe-agent',
  recognises(text) {
    const isStep = /"observation"\s*:/.test(text) && /"(?:thought|response)"\s*:/.test(text) && /"action"\s*:/.test(text);
    return (isStep || (/"agent"\s*:\s*"\w+"/.test(text) && /"thought"\s*:/.test(text))) &&
      /"(?:trajectory|history|is_demo|exit_status|model_stats)"\s*:/.test(text) &&
      looksLikeJson(text)
      ? 0.94
      : 0;
  },
  read(text) {
    const steps: Fields[] = [];
    const history: Fields[] = [];
    walk(treeOf(text), (fields) => {
      const isStep = fields['observation'] !== undefined && fields['action'] !== undefined;
      if (isStep) steps.push(fields);
      else if (wordOf(fields['role'])) history.push(fields);
      return isStep || wordOf(fields['role']) !== '';
    });
    const rendering = new Rendering();
    sayRest(rendering, text);
    const told = history.filter((message) => message['is_demo'] !== true);
    const begin = told.findIndex((message) => wordOf(message['role']) === 'assistant');
    const task = begin < 0 ? told : told.slice(0, begin);
    for (const message of task)
      for (const one of stringsOf(message['content']))
        if (wordOf(message['role']) === 'system') say(rendering, 'system', saidBy(one));
        else sayUser(rendering, saidBy(one));
    for (const step of steps) tellStep(rendering, step);
    if (steps.length === 0) for (const message of told.slice(task.length)) tellStep(rendering, message);
    return rendering.read();
  },
};

function tellStep(rendering: Rendering, step: Fields): void {
  const role = wordOf(step['role']);
  if (role === 'user' || role === 'tool' || role === 'system')
    return stringsOf(step['content']).forEach((text) => say(rendering, 'tool', saidBy(text)));
  const thought = stringsOf(step['thought']);
  for (const text of thought.some(({ start, end }) => end > start) ? thought : stringsOf(step['response'] ?? step['content']))
    say(rendering, 'assistant', saidBy(text));
  if (!isFields(step['action']))
    for (const action of stringsOf(step['action'])) if (action.value.trim()) sayCall(rendering, undefined, action);
  for (const text of stringsOf(step['observation'])) say(rendering, 'tool', saidBy(text));
}
