import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from '@rest-stop/testing/deployment/child.ts';
import { answerTo } from './context.ts';

export type ScriptedProvider = { child: Child; url: string; settings: Record<string, string>; close(): Promise<void> };

/** A provider that answers every question after `answerMs` as a good model would answer about `content`; `settings` make services ask it. */
export async function scriptedProvider(content: string, answerMs: number): Promise<ScriptedProvider> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-ai-'));
  const file = join(folder, 'answer');
  await writeFile(file, await answerTo(content));
  const child = await startChild('bench/ai/provider.ts', { ANSWER_MS: String(answerMs), ANSWER_FILE: file });
  const url = `http://127.0.0.1:${child.port}/v1`;
  const settings = { AI_PROVIDER: 'openai', OPENAI_BASE_URL: url, AI_MODEL: 'scripted' };
  const close = async () => {
    await child.close();
    await rm(folder, { recursive: true });
  };
  return { child, url, settings, close };
}
