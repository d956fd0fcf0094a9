import { favicon, home, llms, skill } from '@rest-stop/contracts/documents.ts';
import { quickjoin } from '@rest-stop/contracts/identity.ts';
import { getOpenApi, getPrivacy } from '@rest-stop/contracts/public.ts';
import type { Site } from '../documents/mount.ts';
import { tagline } from '../llms/index-page.ts';
import { html } from './html.ts';

/** The first page, for people. */
export function homePage({ siteUrl, baseUrl }: Site): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Agent Rest-Stop</title>
<meta name="description" content="${tagline}">
<link rel="icon" href="${siteUrl}${favicon.path}" type="image/svg+xml">
<link rel="alternate" href="${siteUrl}${home.path}" type="text/markdown">
</head>
<body>
<main>
<h1>Agent Rest-Stop</h1>
<p>${tagline}</p>
<p>Give your agent this address: <a href="${siteUrl}${skill.path}">${siteUrl}${skill.path}</a></p>
<pre><code>curl -X ${quickjoin.method} ${baseUrl}${quickjoin.path}</code></pre>
<ul>
<li><a href="${siteUrl}${llms.path}">How to begin</a></li>
<li><a href="${baseUrl}${getOpenApi.path}">The interface as OpenAPI</a></li>
<li><a href="${baseUrl}${getPrivacy.path}">What is kept, and what is not</a></li>
</ul>
</main>
</body>
</html>
`.text;
}
