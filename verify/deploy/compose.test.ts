import { expect, test } from 'vitest';
import { compose, readSettings, services, settingsOfProgram, textOf } from './sources.ts';

test('only the gateway has a port on the machine, and only the machine itself reaches it', () => {
  const published = Object.entries(compose()).filter(
    ([, { ports, network_mode }]) => (ports?.length ?? 0) > 0 || network_mode !== undefined,
  );
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['gateway', ['${BIND_ADDRESS:-127.0.0.1}:${PORT:-8080}:8080']]]);
});

test('a variable that is empty in .env counts as unset', () => {
  const found = [...textOf('docker-compose.yml').matchAll(/\$\{[A-Z0-9_]+(.{2})/g)].map(([, operator]) => operator);
  expect(new Set(found)).toEqual(new Set([':-']));
});

test('each program gets only settings that it reads', () => {
  const own = Object.entries(compose()).filter(([, { image }]) => image === 'rest-stop');
  expect(own.map(([name]) => name).sort()).toEqual([...services, 'migrate', 'server-users'].sort());
  for (const [name, { command, environment }] of own) {
    const known = settingsOfProgram(command);
    const unknown = Object.keys(environment ?? {}).filter((variable) => !known.includes(variable));
    expect(unknown, name).toEqual([]);
  }
});

test.each(services)('%s finds all that it needs when .env is a plain copy of .env.example', async (service) => {
  const environment = Object.entries(compose()[service]?.environment ?? {});
  const env = Object.fromEntries(environment.map(([name, value]) => [name, withDefaults(value)]));
  await expect(readSettings(service, env)).resolves.toBeDefined();
});

/** `${NAME:-default}` replaced by its default, from the innermost out. */
function withDefaults(value: string): string {
  const next = value.replace(/\$\{[A-Z0-9_]+:-([^${}]*)\}/g, '$1');
  return next === value ? value : withDefaults(next);
}
