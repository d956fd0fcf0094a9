import { labelsOf, turnsByLabels } from '../labelled.ts';
import type { Format } from './format.ts';

/** Any text that names its speakers in one style: `User:`, `**Assistant**`, `## Human`, `[tool]`, `You said:`, `<|user|>`. */
export const labels: Format = {
  name: 'labels',
  recognises: (text) => labelsOf(text).score,
  read(text) {
    const labelled = labelsOf(text);
    return turnsByLabels(text, labelled, headOf(text, labelled.labels[0]?.role, labelled.lines[labelled.labels[0]?.line ?? 0]?.start ?? 0));
  },
};

/** Who speaks before the first label: nobody in a short heading, else whoever is answered, or does answer, next. */
function headOf(text: string, first: string | undefined, end: number): 'assistant' | 'other' {
  return first === 'user' && end > 600 && !/^(?:# |---\n)/.test(text) ? 'assistant' : 'other';
}
