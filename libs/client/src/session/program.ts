import type { Fields, Item } from './messages.ts';

/** How one program writes its session files: a JSON object on each line, or a single one. */
export type Program = {
  name: 'claude-code' | 'codex' | 'gemini-cli' | 'opencode' | 'messages';
  /** Whether a line looks like this program's. */
  wrote(line: Fields): boolean;
  items(lines: readonly Fields[]): Item[];
};
