import { targets } from '@rest-stop/contracts/defrag.ts';
import { errorCodes } from '@rest-stop/contracts/errors.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { describe, expect, it } from 'vitest';
import { baseUrl, limits, operatorEmail, publicService } from '../../test/support.ts';

const answer = await publicService().get('/llms.txt');

describe('GET /llms.txt', () => {
  it('is plain text of fewer than 120 lines', () => {
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body.trimEnd().split('\n').length).toBeLessThan(120);
  });

  it('names every endpoint, and marks those that want a key', () => {
    for (const { method, path, auth } of routes) {
      const shown = path.replace(':slug', '{slug}').replace(':key', '{key}').replace(':id', '{id}');
      expect(answer.body).toContain(`- ${method} ${shown}${auth === 'bearer' ? ' [key]' : ''} :`);
    }
  });

  it('names every target and every error code', () => {
    for (const target of targets) expect(answer.body).toContain(`- ${target}: `);
    for (const [code, { status }] of Object.entries(errorCodes)) expect(answer.body).toContain(`${status} ${code}`);
  });

  it("gives commands for the caller's base URL and the operator's address", () => {
    expect(answer.body).toContain(`curl -sX POST ${baseUrl}/quickjoin`);
    expect(answer.body).toContain(operatorEmail);
    expect(answer.body).not.toMatch(/undefined|\[object|NaN/);
  });

  it('tells the limit that is in force here, and whether it holds a forget up', async () => {
    expect(answer.body).toContain('7 requests with a key in any 1 hour');
    expect(answer.body).toContain('At the limit POST /forget is refused with 429, too');
    const exempt = await publicService({ ...limits, exemptForget: true }).get('/llms.txt');
    expect(exempt.body).toContain('POST /forget works at the limit, too');
  });
});
