import { z } from 'zod';
import { bodyLimits, limits } from '../limits.ts';
import { route } from '../route.ts';
import { text } from '../text.ts';

const MemoryValue = z
  .json()
  .superRefine((value, ctx) => {
    if (new TextEncoder().encode(JSON.stringify(value)).length > limits.memoryValueBytes) {
      ctx.addIssue({ code: 'too_big', origin: 'value', maximum: limits.memoryValueBytes, inclusive: true, input: value });
    }
  })
  .meta({ description: `Any JSON, at most ${limits.memoryValueBytes} bytes when serialised compactly.` });

const MemoryKey = text({ max: limits.memoryKeyChars });

export const postMemory = route({
  name: 'release_memory',
  method: 'POST',
  path: '/memories',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Say a memory aloud and let it go: read, acknowledged, never stored.',
  body: z.strictObject({ key: MemoryKey.optional(), value: MemoryValue }),
  sizeFields: ['value'],
  bodyLimit: bodyLimits.memory,
  response: z.strictObject({
    released: z.literal(true),
    heard: z.strictObject({ key: z.string().optional(), value: z.json() }),
    note: z.string(),
  }),
  errors: [],
});

export const getMemories = route({
  name: 'list_memories',
  method: 'GET',
  path: '/memories',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Always an empty list.',
  bodyLimit: bodyLimits.none,
  response: z.strictObject({ memories: z.array(z.never()), note: z.string() }),
  errors: [],
});

const memoryByKey = { path: '/memories/:key', owner: 'stay', auth: 'bearer', bodyLimit: bodyLimits.none } as const;

export const getMemory = route({
  ...memoryByKey,
  name: 'read_memory',
  method: 'GET',
  summary: 'Always 404: nothing was stored.',
  params: z.strictObject({ key: z.string() }),
  response: z.never(),
  errors: ['not_found'],
});

export const deleteMemory = route({
  ...memoryByKey,
  name: 'delete_memory',
  method: 'DELETE',
  summary: 'Always succeeds: there was nothing to delete.',
  params: z.strictObject({ key: z.string() }),
  response: z.strictObject({ ok: z.literal(true), released: z.literal(true), note: z.string() }),
  errors: [],
});

export const postArtifact = route({
  name: 'burn_artifact',
  method: 'POST',
  path: '/artifacts',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Hand over an artifact to be burned: read, measured, never stored.',
  body: z.strictObject({
    name: text({ min: 1, max: limits.artifactNameChars }),
    content: text({ max: limits.artifactContentChars }),
    mime_type: text({ max: limits.artifactMimeTypeChars }).optional(),
  }),
  sizeFields: ['content'],
  bodyLimit: bodyLimits.artifact,
  response: z.strictObject({
    burned: z.literal(true),
    received: z.strictObject({ name: z.string(), size_bytes: z.int().min(0) }),
    note: z.string(),
  }),
  errors: [],
});

export const getArtifacts = route({
  name: 'list_artifacts',
  method: 'GET',
  path: '/artifacts',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Always an empty list.',
  bodyLimit: bodyLimits.none,
  response: z.strictObject({ artifacts: z.array(z.never()), note: z.string() }),
  errors: [],
});

export const getArtifact = route({
  name: 'read_artifact',
  method: 'GET',
  path: '/artifacts/:id',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Always 404: it was burned.',
  params: z.strictObject({ id: z.string() }),
  bodyLimit: bodyLimits.none,
  response: z.never(),
  errors: ['not_found'],
});
