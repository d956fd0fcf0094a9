import { describe, expect, test } from 'vitest';
import { allowedHosts } from './hosts.ts';

const hosts = allowedHosts('https://Rest-Stop.test:8443/v1', ['gateway', 'rest.internal']);

describe('a Host header', () => {
  test.each([
    'rest-stop.test',
    'rest-stop.test:8443',
    'REST-STOP.test.',
    'rest-stop.test:80',
    'gateway:8080',
    'rest.internal',
    'localhost:49152',
    '127.0.0.1:8080',
    '10.1.2.3',
    '[::1]:8080',
    '[fd00::1]',
  ])('names this gateway: %s', (host) => {
    expect(hosts.isOwn(host)).toBe(true);
  });

  test.each([
    '',
    'evil.example.com',
    'evil.example.com:8443',
    'localhost.evil.example.com',
    'rest-stop.test.evil.example.com',
    'evil.rest-stop.test',
    'evil.example.com@localhost',
    'localhost:80@evil.example.com',
    'evil.example.com/localhost',
    'localhost, evil.example.com',
    '127.0.0.1.evil.example.com',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    'localhost:8080:8080',
  ])('does not: %s', (host) => {
    expect(hosts.isOwn(host)).toBe(false);
  });
});

describe('an Origin header', () => {
  test.each(['https://rest-stop.test:8443', 'https://rest-stop.test', 'http://gateway', 'http://localhost:6274', 'http://[::1]:6274'])(
    'is of an allowed page: %s',
    (origin) => expect(hosts.isOwnOrigin(origin)).toBe(true),
  );

  test.each(['null', '', 'rest-stop.test', 'http://evil.example.com', 'http://10.1.2.3', 'http://localhost.evil.example.com', 'file://'])(
    'is not: %s',
    (origin) => expect(hosts.isOwnOrigin(origin)).toBe(false),
  );
});
