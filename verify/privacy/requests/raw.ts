import type { Driver } from './driver.ts';

/** Requests that no client library would send, each with a canary in what is wrong. */
export async function sendRawRequests({ client, canaries }: Driver): Promise<void> {
  const { host, pathname } = client.base;
  for (const [name, text] of texts(pathname, host, (name) => canaries.plant('never', `broken HTTP, ${name}`))) {
    await client.sendRaw(`broken HTTP, ${name}`, Buffer.from(text, 'latin1'));
  }
}

function* texts(base: string, host: string, plant: (name: string) => string): Generator<[name: string, text: string]> {
  const post = (headers: string, body: string) =>
    `POST ${base}/quickjoin HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nconnection: close\r\n${headers}\r\n\r\n${body}`;
  const head = (line: string, ...headers: string[]) => [line, `host: ${host}`, 'connection: close', ...headers, '', ''].join('\r\n');
  yield ['no HTTP', `${plant('no HTTP')} ${plant('no HTTP')}\r\n\r\n`];
  yield ['unknown method', head(`${plant('unknown method').toUpperCase()} ${base}/stats HTTP/1.1`)];
  yield ['unknown path', head(`GET /${plant('unknown path')} HTTP/1.1`)];
  yield ['unknown path below the base', head(`GET ${base}/${plant('unknown path below')}?q=${plant('its query')} HTTP/1.1`)];
  yield ['another host', `GET ${base}/stats HTTP/1.1\r\nhost: ${plant('another host')}.example\r\nconnection: close\r\n\r\n`];
  yield ['absolute form', head(`GET http://${plant('absolute form')}.example/ HTTP/1.1`)];
  yield ['CONNECT', head(`CONNECT ${plant('connect')}.example:443 HTTP/1.1`)];
  yield ['upgrade', head(`GET ${base}/stats HTTP/1.1`, `upgrade: ${plant('upgrade')}`)];
  yield ['expectation', head(`GET ${base}/stats HTTP/1.1`, `expect: ${plant('expectation')}`)];
  yield ['folded header', head(`GET ${base}/stats HTTP/1.1`, `x: 1\r\n ${plant('folded header')}`)];
  yield ['header without a name', head(`GET ${base}/stats HTTP/1.1`, `: ${plant('header without a name')}`)];
  yield ['header too large', head(`GET ${base}/stats HTTP/1.1`, `x: ${plant('header too large').padEnd(20_000, 'x')}`)];
  yield ['bad chunk', post('transfer-encoding: chunked', `zz;${plant('bad chunk')}\r\n`)];
  yield ['bad coding', post(`transfer-encoding: ${plant('bad coding')}, chunked`, '0\r\n\r\n')];
  yield ['bad length', post(`content-length: ${plant('bad length')}`, '')];
  const tooLarge = JSON.stringify({ a: plant('chunks too large').padEnd(6_000, 'x') });
  yield ['chunks too large', post('transfer-encoding: chunked', `${tooLarge.length.toString(16)}\r\n${tooLarge}\r\n0\r\n\r\n`)];
  yield ['left in the middle', post('content-length: 1000', `{"a": "${plant('left in the middle')}`)];
}
