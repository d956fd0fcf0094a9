/**
 * Who speaks. `user`: the human who gives the orders, or a person in a thread of people; `assistant`: an agent; `tool`: what a program
 * printed; `system`: instructions and notes of the program around the agent; `other`: none of them, such as a document.
 */
export type Role = 'user' | 'assistant' | 'tool' | 'system' | 'other';

export type Turn = {
  readonly role: Role;
  /** The name under which a person or a section stands in the text. */
  readonly speaker?: string;
  /** The tool that is called (role `assistant`) or that answers (role `tool`). */
  readonly tool?: string;
  /** The time, as it is written. */
  readonly at?: string;
  /** Where the content begins and ends (UTF-16 offsets in the text that was read), without the label. */
  readonly start: number;
  readonly end: number;
  /** A person among people: nobody in the thread is the user of an agent. */
  readonly kind?: 'human';
};

export type Transcript = {
  /** The text that the turns span: the input itself, or what its strings say. */
  readonly text: string;
  readonly turns: readonly Turn[];
  /**
   * Where pieces of `text` stand in the input: pairs [offset in `text`, offset in the input], in the order of `text`. From one pair to
   * the next both run in step. Absent when `text` is the input.
   */
  readonly sources?: readonly (readonly [number, number])[];
};
