import { serviceNames } from '@rest-stop/contracts/bus-edges.ts';
import { oneProcess, operator, type PeerName, type Peers } from './keys.ts';
import { inboxPrefix, type Rights, rightsOf } from './nats-subjects.ts';

/** A call is answered once, with a sign of life every two seconds before that, for at most a minute. */
const answers = { max: 100, expires: '2m' };

/**
 * The configuration that lets each peer do on NATS what the contracts say, and nobody else anything. It holds public keys alone.
 * @param prefix what stands before every subject, where several deployments share the server
 */
export function natsConfig(peers: Peers, prefix = ''): string {
  const users = [...peers].flatMap(([name, keys]) => keys.map((key) => userOf(name, key, prefix)));
  return [
    '# Written by `npm run server-users` from BUS_PEERS and the contracts: not to be changed by hand.',
    'authorization {',
    '  users = [',
    ...users,
    '  ]',
    '}',
    '',
  ].join('\n');
}

function userOf(name: PeerName, key: string, prefix: string): string {
  const { publish, subscribe } = rightsOfPeer(name);
  const prefixed = (subjects: string[]) => subjects.map((subject) => (prefix ? `${prefix}.${subject}` : subject));
  const permissions = {
    publish: [...new Set([...prefixed(publish), ...(name === operator ? ['$SRV.>'] : [])])],
    subscribe: [...new Set([...prefixed(subscribe), ...discoveryOf(name)])],
    ...(name === operator ? {} : { allow_responses: answers }),
  };
  return `    # ${name}\n    ${JSON.stringify({ nkey: key, permissions })}`;
}

function rightsOfPeer(name: PeerName): Rights {
  const inbox = { publish: [], subscribe: [`${inboxPrefix(name)}.>`] };
  if (name === operator) return inbox;
  if (name !== oneProcess) return rightsOf(name);
  const all = serviceNames.map(rightsOf);
  return {
    publish: [...all.flatMap(({ publish }) => publish), `${inboxPrefix(name)}.>`],
    subscribe: [...all.flatMap(({ subscribe }) => subscribe), ...inbox.subscribe],
  };
}

/** NATS' discovery of services, whose subjects have no prefix. */
function discoveryOf(name: PeerName): string[] {
  return name === operator ? [] : ['$SRV.*', `$SRV.*.${name}`, `$SRV.*.${name}.*`];
}
