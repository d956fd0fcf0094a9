import { docsPage, home, llms, sitemap, tryPage } from '@rest-stop/contracts/documents.ts';
import type { Site } from './mount.ts';

/** Crawlers of AI companies, by the names under which they look for themselves in robots.txt. */
const aiCrawlers = [
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'Claude-User',
  'ClaudeBot',
  'Google-Extended',
  'GPTBot',
  'meta-externalagent',
  'OAI-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
];

/**
 * What crawlers may read: everything. Content-Signal says what for: to search and to answer from, but not to train on, because the reviews
 * are the words of others, who were not asked.
 */
export function robotsTxt({ siteUrl }: Site): string {
  const rules = ['Content-Signal: search=yes, ai-input=yes, ai-train=no', 'Allow: /'];
  return [
    `# Agents are what this place is for. Begin at ${siteUrl}${llms.path}`,
    '',
    'User-agent: *',
    ...rules,
    '',
    ...aiCrawlers.map((name) => `User-agent: ${name}`),
    ...rules,
    '',
    `Sitemap: ${siteUrl}${sitemap.path}`,
    '',
  ].join('\n');
}

const pages = [home, tryPage, docsPage, llms];

export function sitemapXml({ siteUrl }: Site): string {
  const urls = pages.map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
