// Preloaded into a process (`node --import`), makes it a version of this project whose every internal message has grown: each object in what it
// sends over the bus, and in the caller that it signs, has one property more. It is a
// number, so that it may stand among the counts of a record, too.
import { registerHooks } from 'node:module';

const grown = 'added_by_the_next_version';
const grow = `function grow(value) {
  if (Array.isArray(value)) return value.map(grow);
  if (value === null || typeof value !== 'object') return value;
  return Object.assign(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, grow(inner)])), { ${grown}: 0 });
}`;

/** Where messages are written, and the call there that is given what it writes. */
const writers = {
  '/libs/runtime/src/bus/nats-wire.ts': 'JSON.stringify(value)',
  '/libs/runtime/src/http/caller.ts': 'JSON.stringify(caller)',
};

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const [, call] = Object.entries(writers).find(([path]) => url.endsWith(path)) ?? [];
    if (!call) return loaded;
    const source = Buffer.from(loaded.source).toString();
    if (!source.includes(call)) throw new Error(`${url} writes in another way now: it has no ${call}`);
    return { ...loaded, source: `${source.replace(call, call.replace('(', '(grow(').replace(')', '))'))}\n${grow}\n` };
  },
});
