import { type Labelled, labelsOf, turnsByLabels } from '../labelled.ts';
import type { Role } from '../turn.ts';
import type { Format } from './format.ts';

/** Any text that names its speakers in one style: `User:`, `**Assistant**`, `## Human`, `[tool]`, `You said:`, `<|user|>`. */
export const labels: Format = {
  name: 'labels',
  recognises: (text) => labelsOf(text).score,
  read(text) {
    const labelled = labelsOf(text);
    return turnsByLabels(text, labelled, headOf(text, labelled));
  },
};

/** Who speaks before the first label: nobody in a short heading, else whoever answers or is answered next. */
function headOf(text: string, { labels: [first], lines }: Labelled): Role {
  if (first?.style === 'said') return first.role === 'assistant' ? 'user' : 'assistant';
  const length = first ? lines[first.line]!.start : 0;
  return first?.role === 'user' && length > 600 && !/^(?:# |---\n)/.test(text) ? 'assistant' : 'other';
}
