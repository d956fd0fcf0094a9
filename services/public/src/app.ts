import {
  agentSkills,
  aiCatalog,
  apiCatalog,
  baseHome,
  baseProtectedResource,
  docsPage,
  earlierAiCatalog,
  earlierMcpCard,
  favicon,
  faviconIco,
  home,
  homeScript,
  llms,
  llmsFull,
  mcpCard,
  protectedResource,
  robots,
  securityTxt,
  siteCss,
  siteFont,
  sitemap,
  skill,
  tryPage,
  tryScript,
} from '@rest-stop/contracts/documents.ts';
import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import { mcpCatalog, mcpServerCard } from '@rest-stop/contracts/mcp.ts';
import {
  getCapabilities,
  getHealth,
  getLlmsTxt,
  getOpenApi,
  getPrivacy,
  getReviews,
  getSeminars,
  getStats,
} from '@rest-stop/contracts/public.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { CallerSecrets } from '@rest-stop/runtime/http/caller.ts';
import { mount } from '@rest-stop/runtime/http/mount.ts';
import { createHttpApp } from '@rest-stop/runtime/http/server.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { capabilities } from './capabilities/routes.ts';
import { robotsTxt, sitemapXml } from './documents/crawlers.ts';
import { faviconSvg } from './documents/favicon.ts';
import { catalogHeaders, homeLinks } from './documents/links.ts';
import { mountDocument, type Render } from './documents/mount.ts';
import { apiCatalogJson, mcpJson, protectedResourceJson, securityText } from './documents/well-known.ts';
import { health } from './health/routes.ts';
import type { RateLimit } from './interface/rate-limit.ts';
import { fullPage } from './llms/full.ts';
import { indexPage } from './llms/index-page.ts';
import { llmsTxt } from './llms/routes.ts';
import { skillIndex, skillPage } from './llms/skill.ts';
import { startJson } from './llms/start.ts';
import { openApiDocument } from './openapi/routes.ts';
import { css, font, homeJs, tryJs } from './pages/assets.ts';
import { docsHtml } from './pages/docs.ts';
import { renderHome } from './pages/routes.ts';
import { tryItPage } from './pages/try.ts';
import { privacy } from './privacy/routes.ts';
import { reviews } from './reviews/routes.ts';
import { seminars } from './seminars/routes.ts';
import { representations } from './representations/hook.ts';
import { readStats, stats } from './stats/routes.ts';

export type Deps = {
  bus: Bus;
  log: Log;
  secrets: CallerSecrets;
  /** Where an agent writes that has lost its key and wants to be forgotten. */
  operatorEmail: string;
  /** The rate limit that the gateway enforces, for the documentation. */
  limits: RateLimit;
  now?: () => Date;
  /** Milliseconds on a clock that is never set. */
  steady?: () => number;
};

/** The public service: all that needs no key, endpoints and documents. It stores nothing: totals and reviews come over the bus, the rest from the contracts. */
export function publicApp({ bus, log, secrets, operatorEmail, limits, now = () => new Date(), steady }: Deps): Service {
  const http = createHttpApp({ log, callers: { service: 'public', secrets }, ready: () => bus.connected() });
  representations(http);
  const sharedStats = readStats(bus, now, steady);

  mount(http, getReviews, reviews(bus));
  mount(http, getSeminars, seminars(bus));
  mount(http, getStats, stats(sharedStats));
  mount(http, getPrivacy, privacy(operatorEmail, limits));
  mount(http, getCapabilities, capabilities(bus, limits));
  mount(http, getHealth, health(bus, now));
  mount(http, getLlmsTxt, llmsTxt(operatorEmail, limits));
  mount(http, getOpenApi, openApiDocument());

  const index: Render = (site) => indexPage(site, limits);
  const full: Render = ({ baseUrl }) => fullPage(baseUrl, operatorEmail, limits);
  const skills: Render = (site) => skillPage(site, limits);
  const start = { 'application/json': startJson, 'text/markdown': index };
  const linked = { maxAgeSeconds: 300, headers: homeLinks };
  const page = renderHome({ bus, operatorEmail, limits, stats: sharedStats, now, steady });
  mountDocument(http, home, { ...start, 'text/html': page }, { maxAgeSeconds: 0, headers: homeLinks });
  mountDocument(http, tryPage, { 'text/html': tryItPage });
  mountDocument(http, docsPage, { 'text/html': docsHtml });
  mountDocument(http, siteCss, { 'text/css': () => css });
  mountDocument(http, homeScript, { 'text/javascript': () => homeJs });
  mountDocument(http, tryScript, { 'text/javascript': () => tryJs });
  mountDocument(http, siteFont, { 'font/woff2': () => font }, { maxAgeSeconds: 604_800 });
  mountDocument(http, baseHome, start, linked);
  mountDocument(http, llms, { 'text/plain': index, 'text/markdown': index });
  mountDocument(http, llmsFull, { 'text/plain': full, 'text/markdown': full });
  mountDocument(http, skill, { 'text/markdown': skills, 'text/plain': skills });
  mountDocument(http, agentSkills, { 'application/json': (site) => skillIndex(site, limits) });
  mountDocument(http, robots, { 'text/plain': robotsTxt });
  mountDocument(http, sitemap, { 'application/xml': sitemapXml });
  mountDocument(http, favicon, { 'image/svg+xml': () => faviconSvg });
  mountDocument(http, faviconIco, { 'image/svg+xml': () => faviconSvg });
  mountDocument(http, apiCatalog, { 'application/linkset+json': apiCatalogJson }, { maxAgeSeconds: 300, headers: catalogHeaders });
  mountDocument(http, protectedResource, { 'application/json': (site) => protectedResourceJson(site.siteUrl, site) });
  mountDocument(http, baseProtectedResource, { 'application/json': (site) => protectedResourceJson(site.baseUrl, site) });
  mountDocument(http, securityTxt, { 'text/plain': (site) => securityText(site, operatorEmail, now()) });
  const card = { 'application/mcp-server-card+json': mcpJson(mcpServerCard) };
  const catalog = { 'application/ai-catalog+json': mcpJson(mcpCatalog) };
  for (const document of [mcpCard, earlierMcpCard]) mountDocument(http, document, card, { maxAgeSeconds: 3_600 });
  for (const document of [aiCatalog, earlierAiCatalog]) mountDocument(http, document, catalog, { maxAgeSeconds: 3_600 });

  const forgotten = bus.subscribe(agentForgotten, async () => {
    sharedStats.drop();
    return { service: 'public', deleted: {}, left: 0 };
  });

  return { http, ready: () => bus.ready(), close: () => forgotten.close() };
}
