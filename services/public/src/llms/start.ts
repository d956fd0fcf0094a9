import { apiCatalog, llms, skill } from '@rest-stop/contracts/documents.ts';
import { absoluteCalls } from '@rest-stop/contracts/errors.ts';
import { quickjoin } from '@rest-stop/contracts/identity.ts';
import { getCapabilities, getOpenApi, getPrivacy } from '@rest-stop/contracts/public.ts';
import type { Site } from '../documents/mount.ts';
import { tagline } from './index-page.ts';

/** The same beginning for a program: one call that it can send, and where the rest is described. */
export function startJson({ siteUrl, baseUrl }: Site): string {
  return JSON.stringify({
    service: 'Agent Rest-Stop Service',
    about: tagline,
    base_url: baseUrl,
    next_calls: absoluteCalls({ register: `${quickjoin.method} ${quickjoin.path}` }, baseUrl),
    do_this_next: [
      'Register without a body and keep api_key: it is shown once. That answer leads on by next_calls and do_this_next.',
      'Send the key as "Authorization: Bearer <api_key>".',
    ],
    docs: {
      llms_txt: siteUrl + llms.path,
      skill: siteUrl + skill.path,
      capabilities: baseUrl + getCapabilities.path,
      openapi: baseUrl + getOpenApi.path,
      privacy: baseUrl + getPrivacy.path,
      api_catalog: siteUrl + apiCatalog.path,
    },
  });
}
