import type { Route } from '@rest-stop/contracts/route.ts';
import { z } from 'zod';
import { commandLine, curl, type CurlAnswer } from './curl.ts';
import { type Identity, type Entry, normalise } from './normalise.ts';

/** A step that was not answered as its contract says. */
export class DemoFailure extends Error {
  override readonly name = 'DemoFailure';
}

type Step<S extends z.ZodType> = {
  title: string;
  /** Path below the base URL; the route's own where it has no parameters. */
  path?: string;
  body?: unknown;
  /** What stands for `body` in the printed command. */
  shown?: unknown;
  /** Another answer than a success: its status and schema. */
  expect?: { status: number; schema: S };
  /** A line or two of the answer. */
  excerpt: (body: z.output<S>) => string;
};

/** Leads one agent through its stay, says what happens and remembers every answer. */
export class Guide {
  readonly baseUrl: string;
  taken = 0;
  /** Who is staying, as far as the service has told. */
  identity: Partial<Identity> & { gone?: true } = {};
  #entries: Entry[] = [];

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Takes one step by curl. @throws DemoFailure when status or shape differ from the contract. */
  async step<R extends Route, S extends z.ZodType = R['response']>(route: R, step: Step<S>): Promise<z.output<S>> {
    const { method, path, name } = route;
    const { status, schema } = step.expect ?? { status: 200, schema: route.response as unknown as S };
    const key = route.auth === 'bearer' ? this.identity.key : undefined;
    const request = { method, url: `${this.baseUrl}${step.path ?? path}`, key, body: step.body };
    console.log(`\n${++this.taken}. ${step.title}\n   $ ${commandLine(request, step.shown)}`);

    const answer = await curl(request).catch((error: Error) => {
      throw new DemoFailure(`${method} ${path}: ${error.message}`);
    });
    if (answer.status !== status) {
      throw new DemoFailure(`${method} ${path} answered ${answer.status} instead of ${status}: ${short(answer.body, 300)}`);
    }
    const body = readBody(schema, answer, `${method} ${path}`);
    this.#entries.push({ step: `${this.taken} ${name}`, status, body });
    console.log(indent(`${answer.status}  ${step.excerpt(body)}`));
    return body;
  }

  /** Every answer so far, without what differs from stay to stay. */
  record(): Entry[] {
    return normalise(this.#entries, { baseUrl: this.baseUrl, ...this.identity });
  }
}

function readBody<S extends z.ZodType>(schema: S, { body }: CurlAnswer, call: string): z.output<S> {
  const result = schema.safeParse(parse(body, call));
  if (!result.success) throw new DemoFailure(`${call} answered in another shape than its contract: ${z.prettifyError(result.error)}`);
  return result.data;
}

function parse(body: string, call: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new DemoFailure(`${call} answered something that is not JSON: ${short(body, 200)}`);
  }
}

/** One line of at most `max` characters. */
export function short(text: string, max = 160): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

const indent = (text: string) => text.replace(/^/gm, '   ');
