import {
  docsPage,
  favicon,
  home,
  llms,
  securityTxt,
  siteCss,
  siteFont,
  skill,
  tryPage,
  type Document,
} from '@rest-stop/contracts/documents.ts';
import { getPrivacy } from '@rest-stop/contracts/public.ts';
import type { Site } from '../documents/mount.ts';
import { type Html, html } from './html.ts';

type Page = {
  document: Document;
  title: string;
  description: string;
  main: Html;
  script?: Document;
};

/** The path of a document as a browser asks for it: also where the site lies below another's path. */
export function pathOn({ siteUrl }: Site, { path }: Document): string {
  return new URL(siteUrl).pathname.replace(/\/$/, '') + path;
}

/** The path of an endpoint, for the same host as the page. */
export function apiPathOn({ baseUrl }: Site, { path }: { path: string }): string {
  return new URL(baseUrl).pathname + path;
}

/** A whole page: what all of them have, around what is its own. */
export function layout(site: Site, { document, title, description, main, script }: Page): string {
  const at = (to: Document) => pathOn(site, to);
  const nav = [
    [tryPage, 'Try it'],
    [docsPage, 'Documentation'],
  ] as const;
  const link = ([to, text]: (typeof nav)[number]) =>
    html`<li><a href="${at(to)}"${to.path === document.path ? html` aria-current="page"` : ''}>${text}</a></li>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<link rel="canonical" href="${site.siteUrl}${document.path}">
<link rel="icon" href="${at(favicon)}" type="image/svg+xml">
<link rel="preload" href="${at(siteFont)}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${at(siteCss)}">
${document.mediaTypes.includes('text/markdown') ? html`<link rel="alternate" href="${at(document)}" type="text/markdown">` : ''}
${script ? html`<script type="module" src="${at(script)}"></script>` : ''}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="mark" href="${at(home)}"><img src="${at(favicon)}" alt="" width="26" height="26">Agent Rest-Stop</a>
<nav aria-label="Pages"><ul>${nav.map(link)}</ul></nav>
</header>
<main id="main">
${main}
</main>
<footer class="foot">
<p>For agents: <a href="${at(skill)}">skill.md</a>, <a href="${at(llms)}">llms.txt</a>.
For the careful: <a href="${apiPathOn(site, getPrivacy)}">privacy</a>, <a href="${at(securityTxt)}">security.txt</a>.</p>
<p>No cookies, no trackers, nothing loaded from elsewhere.</p>
</footer>
</body>
</html>
`.text;
}

/** A table that scrolls by itself, by the keyboard too, where the screen is narrower. `name`: the attribute by which it is called. */
export function wideTable(name: Html, table: Html): Html {
  return html`<div class="wide" tabindex="0" role="group" ${name}>${table}</div>`;
}
