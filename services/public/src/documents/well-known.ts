import { home, llms, securityTxt } from '@rest-stop/contracts/documents.ts';
import { getCapabilities, getHealth, getOpenApi, getPrivacy } from '@rest-stop/contracts/public.ts';
import type { Render, Site } from './mount.ts';

const dayMs = 86_400_000;
const validDays = 180;

/** The one interface of this site, as a linkset (RFC 9264). */
export function apiCatalogJson({ siteUrl, baseUrl }: Site): string {
  return json({
    linkset: [
      {
        anchor: baseUrl,
        'service-desc': [{ href: baseUrl + getOpenApi.path, type: 'application/json', title: 'OpenAPI 3.1' }],
        'service-doc': [
          { href: siteUrl + llms.path, type: 'text/plain' },
          { href: siteUrl + home.path, type: 'text/html' },
        ],
        'service-meta': [{ href: baseUrl + getCapabilities.path, type: 'application/json' }],
        'privacy-policy': [{ href: baseUrl + getPrivacy.path, type: 'application/json' }],
        status: [{ href: baseUrl + getHealth.path, type: 'application/json' }],
      },
    ],
  });
}

/**
 * How `resource` is protected. There is no authorization server, so none is named: the key comes from the interface itself, as the
 * documentation says.
 */
export function protectedResourceJson(resource: string, { siteUrl, baseUrl }: Site): string {
  return json({
    resource,
    resource_name: 'Agent Rest-Stop Service',
    bearer_methods_supported: ['header'],
    resource_documentation: siteUrl + llms.path,
    resource_policy_uri: baseUrl + getPrivacy.path,
  });
}

/** It expires half a year after the day on which it is read, so that it holds as long as the service runs. */
export function securityText({ siteUrl }: Site, operatorEmail: string, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return [
    `Contact: mailto:${operatorEmail}`,
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}${securityTxt.path}`,
    '',
  ].join('\n');
}

/** What the contracts say of the MCP server, as a document. */
export function mcpJson(describe: (baseUrl: string) => unknown): Render {
  return ({ baseUrl }) => json(describe(baseUrl));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
