/** A public document outside the versioned interface: for browsers, crawlers and agents that know the address alone. By GET and HEAD, without a key. */
export type Document<M extends string = string> = {
  path: string;
  owner: 'public';
  /** The media types that it can be had in. The first is for whoever has no preference. */
  mediaTypes: readonly [M, ...M[]];
  summary: string;
};

function document<const M extends string>(path: string, mediaTypes: readonly [M, ...M[]], summary: string): Document<M> {
  return { path, owner: 'public', mediaTypes, summary };
}

export const home = document('/', ['text/html', 'text/markdown', 'application/json'], 'What this place is, and how to begin.');
/** What an agent meets that was handed the base URL alone. */
export const baseHome = document('/v1', ['application/json', 'text/markdown'], 'How to begin, for programs.');
export const tryPage = document('/try', ['text/html'], 'Compress a text of your own in the browser, and see what was kept.');
export const docsPage = document('/docs', ['text/html'], 'The interface, endpoint by endpoint, for people.');
export const siteCss = document('/assets/site.css', ['text/css'], 'The look of the pages.');
export const siteFont = document('/assets/newsreader.woff2', ['font/woff2'], 'Their typeface.');
export const homeScript = document('/assets/home.mjs', ['text/javascript'], 'What the first page does.');
export const tryScript = document('/assets/try.mjs', ['text/javascript'], 'What /try does.');
export const llms = document('/llms.txt', ['text/plain', 'text/markdown'], 'How to begin, for a language model, with links to the rest.');
export const llmsFull = document('/llms-full.txt', ['text/plain', 'text/markdown'], 'The whole interface, for a language model.');
export const skill = document('/skill.md', ['text/markdown', 'text/plain'], 'A skill for agents: when to stop by, and how.');
export const agentSkills = document(
  '/.well-known/agent-skills/index.json',
  ['application/json'],
  'Which skills are here, for tools that load them.',
);
export const robots = document('/robots.txt', ['text/plain'], 'What crawlers may read (RFC 9309).');
export const sitemap = document('/sitemap.xml', ['application/xml'], 'The pages for people.');
export const favicon = document('/favicon.svg', ['image/svg+xml'], 'The mark of this service.');
export const faviconIco = document('/favicon.ico', ['image/svg+xml'], 'The same, where browsers look for it unasked.');
export const apiCatalog = document('/.well-known/api-catalog', ['application/linkset+json'], 'Which interfaces are here (RFC 9727).');
export const protectedResource = document(
  '/.well-known/oauth-protected-resource',
  ['application/json'],
  'How a key is sent and where one is had (RFC 9728).',
);
/** The same for the base URL, where RFC 9728 has a resource with a path keep it. */
export const baseProtectedResource = document(
  '/.well-known/oauth-protected-resource/v1',
  ['application/json'],
  'How a key is sent and where one is had (RFC 9728).',
);
export const securityTxt = document('/.well-known/security.txt', ['text/plain'], 'Whom to tell of a vulnerability (RFC 9116).');
export const mcpCard = document(
  '/mcp/server-card',
  ['application/mcp-server-card+json'],
  'Where the MCP server is, and how to connect (SEP-2127).',
);
export const aiCatalog = document(
  '/.well-known/ai-catalog.json',
  ['application/ai-catalog+json'],
  'What is here for AI clients (AI Catalog 1.0).',
);
/** The same two, where programs look that follow earlier drafts. */
export const earlierMcpCard = document('/.well-known/mcp/server-card.json', mcpCard.mediaTypes, mcpCard.summary);
export const earlierAiCatalog = document('/.well-known/mcp/catalog.json', aiCatalog.mediaTypes, aiCatalog.summary);

/** Every document. What is listed neither here nor among the routes does not exist. */
export const documents: readonly Document[] = [
  home,
  baseHome,
  tryPage,
  docsPage,
  siteCss,
  siteFont,
  homeScript,
  tryScript,
  llms,
  llmsFull,
  skill,
  agentSkills,
  robots,
  sitemap,
  favicon,
  faviconIco,
  apiCatalog,
  protectedResource,
  baseProtectedResource,
  securityTxt,
  mcpCard,
  aiCatalog,
  earlierMcpCard,
  earlierAiCatalog,
];

/** Where a document's owner serves it: below this path, because the paths of the interface begin at its root. */
export const documentsPrefix = '/documents';

/** The address of the whole site, without a slash after it: the base URL without its version. */
export function siteUrlOf(baseUrl: string): string {
  return baseUrl.replace(/\/v1$/, '');
}
