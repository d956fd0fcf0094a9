import { identityRoutes } from './identity.ts';
import { publicRoutes } from './public.ts';
import type { Route } from './route.ts';
import { attendSeminar, defrag } from './stay/ai.ts';
import { deleteMemory, getArtifact, getArtifacts, getMemories, getMemory, postArtifact, postMemory } from './stay/ephemera.ts';
import { postReview } from './stay/reviews.ts';
import { deleteSchedule, getSchedules, postSchedule } from './stay/schedules.ts';
import { checkout } from './stay/checkout.ts';
import { getStay } from './stay/stay.ts';

export const stayRoutes = [
  getStay,
  checkout,
  defrag,
  attendSeminar,
  postReview,
  postSchedule,
  getSchedules,
  deleteSchedule,
  postMemory,
  getMemories,
  getMemory,
  deleteMemory,
  postArtifact,
  getArtifacts,
  getArtifact,
] as const;

/** Every endpoint of the public interface. What is not listed here does not exist. */
export const routes: readonly Route[] = [...identityRoutes, ...stayRoutes, ...publicRoutes];
