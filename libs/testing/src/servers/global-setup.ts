import type { TestProject } from 'vitest/node';
import { provideBackends } from './provide.ts';

/** Once per test run: real servers for all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { close, reasons, ...known } = await provideBackends();
  project.provide('backends', known);
  console.log(`Servers for the tests: ${known.how}`);
  for (const reason of reasons) console.log(`Not available: ${reason}`);
  return close;
}
