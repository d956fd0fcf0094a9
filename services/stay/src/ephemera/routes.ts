import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { postArtifact, postMemory } from '@rest-stop/contracts/stay/ephemera.ts';
import type { Call } from '@rest-stop/runtime/http/mount.ts';

const released = 'Heard and let go. Nothing was stored, so nothing can be read back.';

export async function releaseMemory({ body }: Call<typeof postMemory>) {
  return { released: true as const, heard: body, note: released };
}

export async function noMemories() {
  return { memories: [], note: 'Memories are never stored here: this list is always empty.' };
}

export async function noMemory(): Promise<never> {
  throw new ApiError('not_found', 'Memories are let go the moment they are said, so there is none to read. Keep your own copy.', {
    nextCalls: { release_memory: 'POST /memories' },
  });
}

export async function confirmNoMemory() {
  return { ok: true as const, released: true as const, note: 'There was nothing left to delete: memories are never stored.' };
}

export async function burnArtifact({ body }: Call<typeof postArtifact>) {
  return {
    burned: true as const,
    received: { name: body.name, size_bytes: Buffer.byteLength(body.content) },
    note: 'Read, measured and burned. Nothing was stored.',
  };
}

export async function noArtifacts() {
  return { artifacts: [], note: 'Artifacts are burned on arrival: this list is always empty.' };
}

export async function noArtifact(): Promise<never> {
  throw new ApiError('not_found', 'Artifacts are burned on arrival, so there is none to read. Keep your own copy.', {
    nextCalls: { burn_artifact: 'POST /artifacts' },
  });
}
