import { type Piece, piece, type Store } from './pieces.ts';

const natsPages = ['varz', 'connz?subs=1&auth=1', 'subsz?subs=1', 'routez', 'gatewayz', 'leafz', 'jsz?accounts=1&streams=1&consumers=1'];

/** What the monitoring port of a NATS server tells. */
export function natsPieces(monitorUrl: string): AsyncGenerator<Piece> {
  return webPieces(
    'nats',
    natsPages.map((page) => new URL(`/${page}`, monitorUrl).href),
  );
}

/** The text behind each URL, headers included. @throws when one does not answer */
export async function* webPieces(store: Store, urls: readonly string[]): AsyncGenerator<Piece> {
  for (const url of urls) {
    const response = await fetch(url);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    yield piece(store, url, `${headers.join('\n')}\n${await response.text()}`);
  }
}
