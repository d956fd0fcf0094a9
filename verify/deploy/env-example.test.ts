import { describe, expect, test } from 'vitest';
import { allSettings, services, settingsOf, textOf } from './sources.ts';

const [readByCompose = '', readElsewhere = ''] = textOf('.env.example').split(/^# ====.*$/m);
const namesIn = (text: string): string[] => [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name as string);
const interpolated = [...new Set([...textOf('docker-compose.yml').matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name as string))];

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

test('the settings of every service are found in its source', () => {
  expect(services.length).toBeGreaterThan(0);
  for (const service of services) {
    expect(settingsOf(`services/${service}/src/config.ts`), service).toEqual(expect.arrayContaining(['NATS_URL', 'PORT']));
  }
  expect(settingsOf('scripts/migrate.ts')).toContain('MIGRATION_DATABASE_URL');
});

describe('.env.example', () => {
  test('names every setting that a program or docker-compose.yml reads, and no other', () => {
    const named = namesIn(readByCompose + readElsewhere);
    expect(sorted(named)).toEqual(sorted([...allSettings(), ...interpolated]));
    expect(named, 'each once').toHaveLength(new Set(named).size);
  });

  test('says truly which of them docker compose takes from .env', () => {
    expect(sorted(namesIn(readByCompose))).toEqual(sorted(interpolated));
  });

  test('leaves every value empty, so that a plain copy changes nothing', () => {
    const lines = textOf('.env.example').split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#') && !/^[A-Z0-9_]+=$/.test(line))).toEqual([]);
  });

  test('explains each name in the line above it', () => {
    const lines = textOf('.env.example').split('\n');
    const unexplained = lines.filter((line, i) => /^[A-Z]/.test(line) && !/^# [^-=].*[Dd]efault/.test(lines[i - 1] ?? ''));
    expect(unexplained).toEqual([]);
  });

  test('every name has a place in the settings table of running.md', () => {
    const table = textOf('docs/operations/running.md');
    expect(namesIn(readByCompose + readElsewhere).filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});
