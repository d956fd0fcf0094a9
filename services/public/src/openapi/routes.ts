import type { getOpenApi } from '@rest-stop/contracts/public.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { openApi, servers } from './document.ts';

/** The document is built once; only the server's URL depends on the request. */
export function openApiDocument(): Handler<typeof getOpenApi> {
  const document = openApi(routes, { baseUrl: '/v1' });
  return async ({ caller }) => ({ ...document, servers: servers(caller.base_url) });
}
