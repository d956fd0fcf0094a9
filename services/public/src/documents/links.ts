import { apiCatalog, home, llms, skill } from '@rest-stop/contracts/documents.ts';
import { getHealth, getOpenApi, getPrivacy } from '@rest-stop/contracts/public.ts';
import type { Site } from './mount.ts';

/** The Link header (RFC 8288) of the first page: where a program goes on from there. */
export function homeLinks({ siteUrl, baseUrl }: Site): Record<string, string> {
  const links = [
    [`${siteUrl}${apiCatalog.path}`, 'api-catalog', 'application/linkset+json'],
    [`${baseUrl}${getOpenApi.path}`, 'service-desc', 'application/json'],
    [`${siteUrl}${llms.path}`, 'service-doc', 'text/plain'],
    [`${siteUrl}${home.path}`, 'alternate', 'text/markdown'],
    [`${siteUrl}${skill.path}`, 'help', 'text/markdown'],
    [`${baseUrl}${getPrivacy.path}`, 'privacy-policy', 'application/json'],
    [`${baseUrl}${getHealth.path}`, 'status', 'application/json'],
  ];
  return { link: links.map(([url, rel, type]) => `<${url}>; rel="${rel}"; type="${type}"`).join(', ') };
}

/** The catalogue says of itself what it is, so that a HEAD request is enough to know it (RFC 9727, sections 2 and 4.2). */
export function catalogHeaders({ siteUrl }: Site): Record<string, string> {
  return {
    'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    link: `<${siteUrl}${apiCatalog.path}>; rel="api-catalog"`,
  };
}
