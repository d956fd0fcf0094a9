// A process that claims the data folder that its parent names, and says whether it has it.
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { claimDataFolder } from '../src/data-folder.ts';

export type Order = { claim: string } | { claim?: undefined };

let held: Closable | undefined;

async function obey({ claim }: Order): Promise<void> {
  await held?.close();
  held = claim === undefined ? undefined : await claimDataFolder(claim).catch(() => undefined);
  process.send?.({ holds: held !== undefined });
}

process.on('message', (order: Order) => void obey(order));
process.on('disconnect', () => process.exit(0));
process.send?.({ holds: false });
