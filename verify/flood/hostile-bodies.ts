import { bodyLimits, limits } from '@rest-stop/contracts/limits.ts';

/** A body that is made to cost more than it looks, and where it is sent. It is sent without a key that anybody has. */
export type HostileBody = { name: string; path: string; body: string; madeUpKey?: boolean };

const members = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',');
const call = (inParams: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{${inParams}}}`;
const tool = (name: string, inArguments: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{${inArguments}}}}`;
const escaped = (bytes: number) => '\\u0041'.repeat(Math.floor(bytes / 6));

/** As many members as a message may have, commas and brackets counted. */
const most = limits.mcpMembers - 10;
const small = bodyLimits.keyless - 200;

/** At least one for each path that takes a body, with and without what looks like a key. */
export const hostileBodies: readonly HostileBody[] = [
  { name: '110,000 members', path: '/mcp', body: call(`"_meta":{${members(110_000)}}`) },
  { name: '110,000 members, made-up key', path: '/mcp', body: call(`"_meta":{${members(110_000)}}`), madeUpKey: true },
  { name: '64 KB of members', path: '/mcp', body: call(`"_meta":{${members(5_000)}}`) },
  { name: 'as many members as pass', path: '/mcp', body: call(`"_meta":{${members(most)}}`) },
  { name: 'as many members as pass, made-up key', path: '/mcp', body: call(`"_meta":{${members(most)}}`), madeUpKey: true },
  { name: 'as many arguments as pass', path: '/mcp', body: tool('quickjoin', members(most)) },
  { name: '1 KB of members', path: '/mcp', body: call(`"_meta":{${members(100)}}`) },
  { name: '1 KB of members, made-up key', path: '/mcp', body: call(`"_meta":{${members(100)}}`), madeUpKey: true },
  { name: '64 KB of escapes', path: '/mcp', body: tool('quickjoin', `"agent_id":"${escaped(small - 100)}"`) },
  { name: '1.5 MB of escapes, made-up key', path: '/mcp', body: tool('defrag', `"content":"${escaped(1_500_000)}"`), madeUpKey: true },
  { name: '64 KB of elements', path: '/v1/reservations', body: `{"duration":[${'1,'.repeat(small / 2 - 10)}1]}` },
  { name: '64 KB of unknown names', path: '/v1/reservations', body: `{${members(5_000)}}` },
  { name: 'a name of 64 KB', path: '/v1/reservations', body: `{"${'agent_id'.repeat(small / 8)}":1}` },
  { name: '4 KB of names', path: '/v1/quickjoin', body: `{${members(380)}}` },
  { name: '1.2 MB of members', path: '/v1/quickjoin', body: `{${members(110_000)}}` },
  {
    name: '3.3 MB of lists, made-up key',
    path: '/v1/artifacts',
    body: `{"name":"a","content":[${'[],'.repeat(1_000_000)}[]]}`,
    madeUpKey: true,
  },
  { name: '3.3 MB of lists', path: '/v1/artifacts', body: `{"name":"a","content":[${'[],'.repeat(1_000_000)}[]]}` },
];
