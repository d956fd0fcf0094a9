import type { Answer, Api, Ask } from '@rest-stop/testing/client.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = { [key: string]: any };
type Operation = { pointer: string; path: RegExp; method: string; operation: Json };

/** Judges each exchange by the OpenAPI document that the service gives of itself, with a validator that shares nothing with the service. */
export type Judge = {
  exchange(method: string, path: string, ask: Ask | undefined, answer: Answer): void;
  judged: number;
  mismatches: Set<string>;
};

const id = 'https://document.test/openapi.json';
/** What is decided before an operation is known, or of the request as a whole. */
const beforeAnyOperation = [408, 431];

export async function judgeByDocument(api: Api): Promise<Judge> {
  const document = (await api.get('/openapi.json')).body as Json;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...document, $id: id });
  const operations = operationsOf(document);
  const judge: Judge = { exchange, judged: 0, mismatches: new Set() };
  return judge;

  function exchange(method: string, path: string, ask: Ask | undefined, answer: Answer): void {
    const { body, raw } = ask ?? {};
    const target = path.startsWith(api.base) ? path.slice(api.base.length) : path;
    const found = operations.find((one) => one.method === method && one.path.test(target.split('?', 1)[0] as string));
    if (!found || beforeAnyOperation.includes(answer.status)) return;
    judge.judged++;
    const at = `${method} ${found.pointer} ${answer.status}`;
    const note = (what: string) => void judge.mismatches.add(`${at}: ${what}`);

    const sent = found.operation['requestBody'];
    if (answer.status === 200 && body !== undefined && raw === undefined) {
      if (!sent) note('took a body that the document does not have');
      else if (!fits(`${found.pointer}/requestBody/content/application~1json/schema`, body)) note('took a body that the document refuses');
    }

    const listed = found.operation['responses'][answer.status];
    if (!listed) return note('is not a status of this operation');
    const pointer = (listed.$ref as string | undefined) ?? `#${found.pointer}/responses/${answer.status}`;
    const response = resolved(document, pointer);
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] as string;
    if (!response['content']?.[type]) return note(`has a body of type ${type}`);
    const value = type.includes('json') ? JSON.parse(answer.text) : answer.text;
    const schema = `${pointer.slice(1)}/content/${type.replace('/', '~1')}/schema`;
    if (!fits(schema, value)) note(`${ajv.errorsText()} in ${answer.text.slice(0, 200)}`);
  }

  function fits(pointer: string, value: unknown): boolean {
    return ajv.validate({ $ref: `${id}#${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}` }, value);
  }
}

function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document['paths']).flatMap(([template, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({
      pointer: `/paths/${template.replaceAll('/', '~1')}/${method}`,
      path: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      method: method.toUpperCase(),
      operation,
    })),
  );
}

function resolved(document: Json, pointer: string): Json {
  return pointer
    .slice(2)
    .split('/')
    .reduce<Json>((at, key) => at[key.replaceAll('~1', '/')], document);
}
