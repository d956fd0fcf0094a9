import { limits } from '@rest-stop/contracts/limits.ts';
import type { Engine } from '../engine.ts';
import type { Readings } from '../reading/pool.ts';
import { composeLecture } from './lecture.ts';

/** The engine without a model: extractive, deterministic, and nothing leaves the process. */
export function offlineEngine(readings: Readings): Engine {
  return {
    name: 'offline',
    model: 'extractive',
    maxContentChars: limits.defragMaxChars,
    compress: (job, signal) => readings.compress(job, signal),
    lecture: async ({ agentId, seminar }) => composeLecture(agentId, seminar),
  };
}
