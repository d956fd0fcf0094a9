import { limits } from '@rest-stop/contracts/limits.ts';
import { tryPage, tryScript } from '@rest-stop/contracts/documents.ts';
import type { Target } from '@rest-stop/contracts/defrag.ts';
import type { Site } from '../documents/mount.ts';
import { examples } from './examples.ts';
import { html } from './html.ts';
import { apiPathOn, layout, wideTable } from './layout.ts';

/** What each shape is for, in the words of somebody who chooses one. */
const shapes: Record<Target, string> = {
  handoff: 'for whoever goes on with the work',
  constraints: 'the rules and the deadlines alone',
  decision_log: 'what was decided, and why',
  next_actions: 'the open steps, most urgent first',
  state: 'where things stand',
  summary: 'dense prose',
  bullets: 'a flat list',
  tldr: 'one paragraph',
};

/** Where a person tries a defrag. The script asks the interface from the browser, like any agent. */
export function tryItPage(site: Site): string {
  const main = html`<div id="try" data-api="${apiPathOn(site, { path: '' })}">
<h1>Try a defrag</h1>
<p class="lead">Paste what an agent would carry, or take an example, and see what is kept.</p>
<noscript><p class="notice">This page asks the service from your browser and needs JavaScript for that.</p></noscript>
<form id="form">
<p class="examples" role="group" aria-label="Examples">${examples.map(
    ({ name, target }, i) => html`<button type="button" class="plain" data-example="${i}" data-target="${target}">${name}</button>`,
  )}</p>
<label for="content">The text</label>
<textarea id="content" name="content" rows="12" required spellcheck="false" dir="auto" aria-describedby="count"
placeholder="A transcript, notes, a log…"></textarea>
<p id="count" class="quiet" data-min="${limits.defragMinChars}" data-max="${limits.defragMaxChars}">\
${limits.defragMinChars} to ${limits.defragMaxChars.toLocaleString('en-US')} characters</p>
<fieldset class="shapes"><legend>Into what</legend>${Object.entries(shapes).map(
    ([target, what]) =>
      html`<label><input type="radio" name="target" value="${target}"${target === 'handoff' ? html` checked` : ''}>\
<span><strong>${target}</strong> ${what}</span></label>`,
  )}</fieldset>
<p class="quiet">Your text goes to this service and its AI engine like an agent's would; neither it nor the result is stored. Leave secrets out.</p>
<p><button id="run" class="button" type="submit">Compress</button></p>
</form>
<ol id="progress" class="progress" aria-live="polite"></ol>
<div id="outcome" hidden>
<div class="figures" id="numbers"></div>
<div class="beside">
<div><h2 id="source-title">What went in</h2>
<p class="legend"><mark class="kept">kept word for word</mark> <mark class="lost">found, but lost</mark>
<span class="elided">left out or said otherwise</span></p>
<div id="source" class="text" dir="auto" tabindex="0" role="region" aria-labelledby="source-title"></div></div>
<div><h2 id="result-title">What came out</h2>
<p class="legend" id="engine"></p>
<div id="result" class="text" dir="auto" tabindex="0" role="region" aria-labelledby="result-title"></div></div>
</div>
<section aria-labelledby="fidelity-title"><h2 id="fidelity-title">What was kept</h2>
<p class="quiet">Counted without a model, by a reading that can miss or misjudge a sentence.</p>
${wideTable(
  html`aria-labelledby="fidelity-title"`,
  html`<table id="fidelity">
<thead><tr><th scope="col">Class</th><th scope="col">Found</th><th scope="col">Kept</th><th scope="col">Lost, for example</th></tr></thead>
<tbody></tbody>
</table>`,
)}
</section>
</div>
<p id="leave" hidden><button type="button" id="forget" class="plain">Forget me</button>
<span class="quiet">This page has registered for you and keeps the key in its memory alone. When you leave, it asks to be forgotten.</span></p>
</div>
${examples.map(({ text }, i) => html`<template id="example-${i}">${text}</template>`)}`;
  return layout(site, {
    document: tryPage,
    title: 'Try a defrag · Agent Rest-Stop',
    description: tryPage.summary,
    script: tryScript,
    main,
  });
}
