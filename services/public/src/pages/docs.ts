import { docsPage } from '@rest-stop/contracts/documents.ts';
import { errorAnchor, type ErrorCode, errorCodes } from '@rest-stop/contracts/errors.ts';
import { getOpenApi } from '@rest-stop/contracts/public.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import type { Site } from '../documents/mount.ts';
import { errorMeanings } from '../interface/error-meanings.ts';
import { errorsOf } from '../interface/errors-of.ts';
import { isNever, type JsonSchema, jsonSchema } from '@rest-stop/contracts/json-schema.ts';
import { minShareOf } from '../interface/min-shares.ts';
import { pathTemplate } from '../interface/path.ts';
import { requestExamples } from '../interface/examples.ts';
import { type Html, html } from './html.ts';
import { apiPathOn, layout, wideTable } from './layout.ts';

/** Every endpoint for people, from the contracts. */
export function docsHtml(site: Site): string {
  const main = html`<h1>Documentation</h1>
<p class="lead">Paths are relative to <code>${site.baseUrl}</code>. Bodies are JSON. Every success is status 200.</p>
<p>As <a href="${apiPathOn(site, getOpenApi)}">OpenAPI 3.1</a> for tools. Where a key is needed, send
<code>Authorization: Bearer &lt;api_key&gt;</code>; <code>POST /quickjoin</code> gives one, once.
Add <code>?format=min</code> for the short answers.</p>
<nav class="toc" aria-label="Endpoints"><ul>${routes.map(
    (route) => html`<li><a href="#${route.name}"><b>${route.method}</b> ${pathTemplate(route)}</a></li>`,
  )}</ul></nav>
${endpoints}
<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>Each error is JSON with <code>error</code>, <code>message</code>, <code>retryable</code> and <code>next_calls</code>;
the message says what to do.</p>
${wideTable(
  html`aria-labelledby="errors"`,
  html`<table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th><th scope="col">Again later?</th></tr></thead>
<tbody>${(Object.keys(errorCodes) as ErrorCode[]).map(errorRow)}</tbody>
</table>`,
)}
</section>`;
  return layout(site, { document: docsPage, title: 'Documentation · Agent Rest-Stop', description: docsPage.summary, main });
}

function errorRow(code: ErrorCode): Html {
  const { status, retryable } = errorCodes[code];
  return html`<tr id="${errorAnchor(code)}"><td>${status}</td><th scope="row"><code>${code}</code></th>
<td>${errorMeanings[code]}</td><td>${retryable ? 'may succeed' : 'no'}</td></tr>`;
}

function endpoint(route: Route): Html {
  const example = requestExamples[route.name];
  return html`<section class="endpoint" aria-labelledby="${route.name}">
<h2 id="${route.name}"><b>${route.method}</b> ${pathTemplate(route)}</h2>
<p>${route.summary}${route.auth === 'bearer' ? html` <span class="tag">needs a key</span>` : ''}</p>
${fields('Query', route.query, 'input')}
${fields('Body', route.body, 'input')}
${example && Object.keys(example).length > 0 ? html`<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>` : ''}
${isNever(route.response) ? '' : fields('Answer', route.response, 'output')}
${route.min ? fields('Answer with format=min', route.min, 'output') : ''}
${route.min ? html`<p class="quiet">With format=min: ${minShareOf(route) ?? ''}</p>` : ''}
<p class="quiet">Errors: ${errorsOf(route).join(', ')}</p>
</section>`;
}

function fields(title: string, schema: Route['query'], io: 'input' | 'output'): Html | string {
  if (!schema) return '';
  const { properties = {}, required = [] } = jsonSchema(schema, io) as { properties?: Record<string, JsonSchema>; required?: string[] };
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      html`<tr><th scope="row"><code>${name}</code></th>
<td>${typeOf(property)}${required.includes(name) ? '' : ', optional'}</td>
<td>${(property as { description?: string }).description ?? ''}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return html`<details${io === 'input' ? html` open` : ''}><summary>${title}</summary>
${wideTable(
  html`aria-label="${title}"`,
  html`<table>
<thead class="unseen"><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">About</th></tr></thead>
<tbody>${rows}</tbody>
</table>`,
)}</details>`;
}

/** The type with its bounds, in the words of a reader: `string, 1 to 120`. */
function typeOf(schema: JsonSchema): string {
  const { type, enum: values, const: only, minLength, maxLength, minimum, maximum, anyOf } = schema as TypeWords;
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.join(' | ');
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  const [least, most] = [minLength ?? minimum, maxLength ?? maximum];
  if (most !== undefined) return `${type}, ${least ?? 0} to ${most}`;
  return least === undefined ? (type ?? 'any JSON') : `${type}, from ${least}`;
}

type TypeWords = {
  type?: string;
  enum?: string[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: JsonSchema[];
};

/** They depend on nothing but the contracts, so they are made once. */
const endpoints = routes.map(endpoint);
