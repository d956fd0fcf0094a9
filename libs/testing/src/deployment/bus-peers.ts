import { type ServiceName, serviceNames } from '@rest-stop/contracts/bus-edges.ts';
import { busPeers, type BusKeys, publicKeyOf } from '@rest-stop/runtime/bus/keys.ts';

/** The same in every process: one starts the NATS that others use. */
const seeds: Record<ServiceName, string> = {
  gateway: 'SUAOKNAS6SIHQXQDJK24RZI7VCS5JYWKJVBW3T32LK7GAJUDUMWSKUKPTE',
  identity: 'SUAMPT5EQ2EFNQE2DBPP4OPHJZOORE6RT5C7LO63ESOVPRLCG6IDQY3AOA',
  stay: 'SUAGMZKYO2XBELV6RPAQJQNXK36534LOIXHZR53EGP6JO23FFGUC65XELM',
  public: 'SUAPU7HYXFZ43LMVGCRQ5SHXKZCAAED753ZW2ICHC3SNLYUIEY7SRGFBC4',
  'ai-worker': 'SUAEBLSP36AZP3NXSBSTT7224GU2L7FFZGE7HNO4ZDMP7TQNOVVH5UI5CI',
};
const named = serviceNames.map((name) => `${name}=${publicKeyOf(seeds[name])}`).join(',');

/** The settings by which a service of a deployment for tests is known on the bus. */
export function busSettings(service: ServiceName): { BUS_SEED: string; BUS_PEERS: string } {
  return { BUS_SEED: seeds[service], BUS_PEERS: named };
}

/** The keys with which a test speaks on the bus as this service does. */
export function busKeysOf(service: ServiceName): BusKeys {
  return { seed: seeds[service], peers: busPeers.parse(named) };
}
