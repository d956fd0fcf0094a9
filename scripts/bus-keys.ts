import { serviceNames } from '@rest-stop/contracts/bus-edges.ts';
import { createBusKey } from '@rest-stop/runtime/bus/keys.ts';

// Prints a new key for each service, in the form of .env: the seeds are secret, the peers are not.
const pairs = serviceNames.map((name) => ({ name, ...createBusKey() }));
for (const { name, seed } of pairs) process.stdout.write(`${name.toUpperCase().replace('-', '_')}_BUS_SEED=${seed}\n`);
process.stdout.write(`BUS_PEERS=${pairs.map(({ name, publicKey }) => `${name}=${publicKey}`).join(',')}\n`);
