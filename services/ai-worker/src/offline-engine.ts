import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { compressOffline } from './offline/engine.ts';
import { composeLecture } from './offline/lecture.ts';

/** The engine without a model: extractive, deterministic, and nothing leaves the process. */
export function offlineEngine(): Engine {
  return {
    name: 'offline',
    model: 'extractive',
    async compress({ content, target }) {
      // The work holds the event loop for up to half a second: heartbeats of other jobs go out first.
      await nextTurn();
      return compressOffline(content, target);
    },
    lecture: async ({ agentId, seminar }) => composeLecture(agentId, seminar),
  };
}
