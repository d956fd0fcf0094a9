import type { Transcript } from '../turn.ts';

/** One way in which a program or a person writes down who said what. */
export type Format = {
  readonly name: string;
  /** How sure it is that `text`, or the end of a longer one, has this format: 0 to 1. */
  recognises(text: string): number;
  read(text: string): Transcript;
};
