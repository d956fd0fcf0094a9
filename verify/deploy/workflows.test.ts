import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { pathOf, textOf } from './sources.ts';

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Job = { 'timeout-minutes'?: number; permissions?: Record<string, string>; steps: Step[] };
type Workflow = { permissions: unknown; jobs: Record<string, Job> };

const folder = '.github/workflows/';
const workflows = readdirSync(pathOf(folder)).map((name) => [name, textOf(folder + name)] as const);
const { version } = JSON.parse(textOf('package.json')) as { version: string };

describe.each(workflows)('%s', (_, text) => {
  const { permissions, jobs } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('says first that nobody has run it here', () => {
    expect(text).toMatch(/^# Not run where this project was made/);
  });

  test('takes the actions of others by commit, and names the version', () => {
    const used = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test('may read the code and no more, but for the jobs that publish; keeps no credentials; ends', () => {
    expect(permissions).toEqual({ contents: 'read' });
    const writing = Object.entries(jobs).filter(([, job]) => Object.values(job.permissions ?? {}).includes('write'));
    expect(writing.map(([name]) => name).filter((name) => !['image', 'client', 'release'].includes(name))).toEqual([]);
    for (const { uses, with: given } of steps)
      if (uses?.startsWith('actions/checkout')) expect(given).toEqual({ 'persist-credentials': false });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  test('puts nothing that others wrote into a shell', () => {
    expect(steps.flatMap(({ run = '' }) => run.match(/\$\{\{.*?\}\}/g) ?? [])).toEqual([]);
  });

  test('runs only what this repository has', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const commands = steps.map(({ run = '' }) => run).join('\n');
    const missing = [
      ...[...commands.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].filter(([, name = '']) => !(name in scripts)),
      ...[...commands.matchAll(/(?:^|\s)((?:scripts|libs|\.ci)\/[\w./-]+)/g)].filter(([, file = '']) => !existsSync(pathOf(file))),
    ];
    expect(missing.map(([command]) => command)).toEqual([]);
  });
});

describe('a release', () => {
  const notesOf = (given: string, changelog: string) => {
    const at = temporaryDirectory();
    const file = join(at.path, 'CHANGELOG.md');
    writeFileSync(file, changelog);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release-notes.mjs', given, file], {
      cwd: pathOf('.'),
      encoding: 'utf8',
    });
    at.remove();
    return { status, said: stdout.trim() || stderr.trim() };
  };
  const changelog = `# Changelog\n\n## Unreleased\n\n- soon\n\n## ${version} - 2026-01-01\n\n### Added\n- this\n\n## ${version}0 - 2025-01-01\n\n- that\n`;

  test('takes its notes from its own section of the changelog', () => {
    expect(notesOf(version, changelog)).toEqual({ status: 0, said: '### Added\n- this' });
  });

  test('is refused where the tag is not the version, or the changelog does not know it', () => {
    expect(notesOf('9.9.9', changelog)).toMatchObject({ status: 1, said: expect.stringContaining(`has version ${version}`) });
    expect(notesOf(version, '# Changelog\n\n## Unreleased\n')).toMatchObject({ status: 1, said: expect.stringContaining('no section') });
  });

  test('has one version in every package', () => {
    const files = execFileSync('git', ['ls-files', '*package.json'], { cwd: pathOf('.'), encoding: 'utf8' })
      .trim()
      .split('\n');
    const versions = files.map((file) => [file, (JSON.parse(textOf(file)) as { version?: string }).version]);
    expect(versions.filter(([, own]) => own !== undefined && own !== version)).toEqual([]);
  });
});
