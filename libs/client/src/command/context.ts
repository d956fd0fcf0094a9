import { parseArgs, type ParseArgsConfig } from 'node:util';
import { RestStop } from '../client.ts';
import { RestStopError } from '../error.ts';
import { type Keys, keysIn } from './keys.ts';
import { jsonOf, visible } from './visible.ts';

/** What a command sees of the world. */
export type World = {
  env: Record<string, string | undefined>;
  /** The working directory: by default that of the process. */
  cwd?: string;
  /** Standard input; undefined when it is a terminal. */
  stdin: (() => Promise<string>) | undefined;
  /** Standard input as it comes, line by line. */
  lines(): AsyncIterable<string>;
  isTerminal: boolean;
  /** The result, and nothing but the result. */
  print(text: string): void;
  /** Everything else. */
  say(text: string): void;
};

/** A wrong use of the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const defaultBaseUrl = 'http://localhost:8080/v1';

/** Options that every command has. */
const common = {
  'base-url': { type: 'string' },
  insecure: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
} as const;

type Common = { 'base-url'?: string; insecure: boolean; json: boolean; quiet: boolean };
type Options = NonNullable<ParseArgsConfig['options']>;

/** One run of one command: what it was told, which service it speaks to, and how it answers. */
export class Context {
  readonly world: World;
  readonly keys: Keys;
  #flags: { json: boolean; quiet: boolean } = { json: false, quiet: false };
  #stop: RestStop | undefined;

  constructor(world: World) {
    this.world = world;
    this.keys = keysIn(world.env);
  }

  /** Reads the arguments, and finds out which service and key are meant. @throws UsageError */
  async parse<O extends Options>(args: string[], options: O, mostPositionals = 0) {
    const config = { args, options: { ...options, ...common }, allowPositionals: true } as const;
    const { values, positionals } = understood(() => parseArgs(config));
    if (positionals.length > mostPositionals) throw new UsageError(`"${positionals[mostPositionals]}" is one argument too many.`);
    const { 'base-url': named, insecure, json, quiet } = values as Common;
    this.#flags = { json, quiet };
    const kept = await this.keys.read();
    const baseUrl = (named || this.world.env['REST_STOP_URL'] || kept.current || defaultBaseUrl).replace(/\/+$/, '');
    if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) throw new UsageError(`${baseUrl} is no http or https URL.`);
    if (!insecure && !this.world.env['REST_STOP_INSECURE'] && isOpenToOthers(new URL(baseUrl))) throw new UsageError(inClear(baseUrl));
    const key = await this.keyOf(baseUrl);
    this.#stop = new RestStop({ baseUrl, ...(key ? { key } : {}) });
    return { values, positionals };
  }

  /** The key for a service: the user's own word goes before the file. */
  async keyOf(baseUrl: string): Promise<string | undefined> {
    return this.world.env['REST_STOP_KEY'] || (await this.keys.read()).keys[baseUrl]?.api_key;
  }

  /** Whether the user names the key, and the file does not matter. */
  get hasOwnKey(): boolean {
    return Boolean(this.world.env['REST_STOP_KEY']);
  }

  get stop(): RestStop {
    if (!this.#stop) throw new Error('parse() comes first.');
    return this.#stop;
  }

  /** Prints `text`, or the whole answer where that was asked for. */
  answer(whole: unknown, text: string): void {
    const chosen = this.#flags.json ? jsonOf(whole) : visible(text);
    this.world.print(chosen.endsWith('\n') ? chosen : `${chosen}\n`);
  }

  /** Prints the whole answer. */
  answerJson(whole: unknown): void {
    this.answer(whole, jsonOf(whole));
  }

  /** Something worth knowing that is not the result. */
  note(text: string): void {
    if (!this.#flags.quiet) this.world.say(`${visible(text)}\n`);
  }

  /** Something that only somebody who waits wants to know. */
  progress(text: string): void {
    if (this.world.isTerminal) this.note(text);
  }
}

/** Whether others on the way can read what is sent there: http to another machine. */
function isOpenToOthers({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !/^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

const inClear = (baseUrl: string) =>
  `${baseUrl} is http: everybody on the way could read your key and your texts. Use https. ` +
  'Where the network is yours alone, add --insecure or set REST_STOP_INSECURE=1.';

/** A value that has to be there. */
export function needed<V>(value: V | undefined, what: string): V {
  if (value === undefined) throw new UsageError(`${what} is missing.`);
  return value;
}

export function wholeNumber(text: string, what: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`${what} takes a whole number.`);
  return Number(text);
}

function understood<V>(parse: () => V): V {
  try {
    return parse();
  } catch (error) {
    throw new UsageError((error as Error).message.split('. To specify')[0]);
  }
}

/** 0 done, 1 refused for good, 2 wrong use, 3 no valid key, 4 worth another try later; 5 is a receipt that is not genuine. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2;
  if (!(error instanceof RestStopError)) return 1;
  if (error.code === 'no_key' || error.code === 'unauthorized') return 3;
  return error.retryable ? 4 : 1;
}
