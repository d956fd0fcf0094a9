import { type ServiceName, serviceNames } from '@rest-stop/contracts/bus-edges.ts';
import { busPeers, type BusKeys, createBusKey } from '@rest-stop/runtime/bus/keys.ts';

const pairs = new Map(serviceNames.map((name) => [name, createBusKey()]));
const named = [...pairs].map(([name, { publicKey }]) => `${name}=${publicKey}`).join(',');

/** The settings by which a service of a deployment for tests is known on the bus. Every deployment of one process has the same. */
export function busSettings(service: ServiceName): { BUS_SEED: string; BUS_PEERS: string } {
  return { BUS_SEED: pairs.get(service)!.seed, BUS_PEERS: named };
}

/** The keys with which a test speaks on the bus as this service does. */
export function busKeysOf(service: ServiceName): BusKeys {
  return { seed: busSettings(service).BUS_SEED, peers: busPeers.parse(named) };
}
