import type { Compressed, Target } from '@rest-stop/contracts/defrag.ts';
import { compressOffline } from '../../services/ai-worker/src/offline/engine.ts';

/** Something that compresses a context. It may reject; the bench counts that as an empty, invalid result. */
export type Engine = { name: string; compress(content: string, target: Target): Promise<Compressed> };

/** The engines measured when `run.ts` is given no module. A module given to it exports the same name. */
export const engines: readonly Engine[] = [
  { name: 'offline', compress: (content, target) => Promise.resolve(compressOffline(content, target)) },
];
