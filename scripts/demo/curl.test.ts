import { expect, it } from 'vitest';
import { commandLine } from './curl.ts';

const key = `rs_${'0123456789ab'.repeat(2)}`;

it('shows what is asked, but of the key only its public prefix', () => {
  const line = commandLine({ method: 'GET', url: 'http://localhost:8080/v1/schedules?recommend=1', key });
  expect(line).toBe(`curl -s 'http://localhost:8080/v1/schedules?recommend=1' -H 'Authorization: Bearer rs_01234…'`);
});

it('shows a stand-in for a long body, quoted for a shell', () => {
  const line = commandLine({ method: 'POST', url: 'http://x/v1/defrag', body: { content: 'very long' } }, { content: "it's @file" });
  expect(line).toBe(`curl -s 'http://x/v1/defrag' -H 'Content-Type: application/json' -d '{"content":"it'\\''s @file"}'`);
});

it('names the method where curl would choose another', () => {
  expect(commandLine({ method: 'POST', url: 'u' })).toBe("curl -s -X POST 'u'");
});
