import type { Span } from './activity.ts';
import { type Html, html } from './html.ts';

const [height, gap] = [96, 2];

/** Bars for arrivals with those for seminars beside them, and the same figures as a table for whoever does not see them. */
export function plot(title: string, spans: readonly Span[], label: (span: Span) => string): Html {
  const most = Math.max(1, ...spans.flatMap(({ arrivals, seminars }) => [arrivals, seminars]));
  const width = 480;
  const step = width / spans.length;
  const bar = (x: number, value: number, kind: string) => {
    const tall = value === 0 ? 1 : Math.max(3, (value / most) * (height - 6));
    const rounded = (n: number) => Math.round(n * 100) / 100;
    return html`<rect class="${value === 0 ? 'none' : kind}" x="${rounded(x)}" y="${rounded(height - tall)}"
width="${rounded((step - gap) / 2 - 0.5)}" height="${rounded(tall)}" rx="1"/>`;
  };
  const total = (name: 'arrivals' | 'seminars') => spans.reduce((sum, span) => sum + span[name], 0);
  const [first, last] = [spans[0], spans.at(-1)];
  return html`<figure class="plot">
<figcaption>${title}<span>${total('arrivals')} arrived, ${total('seminars')} seminars</span></figcaption>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true" focusable="false">
${spans.map(({ arrivals, seminars }, i) => html`${bar(i * step, arrivals, 'arrivals')}${bar(i * step + (step - gap) / 2, seminars, 'seminars')}`)}
</svg>
<p class="ends" aria-hidden="true"><span>${first ? label(first) : ''}</span><span>${last ? label(last) : ''}</span></p>
<table class="unseen">
<caption>${title}</caption>
<thead><tr><th scope="col">From (UTC)</th><th scope="col">Arrivals</th><th scope="col">Seminars</th></tr></thead>
<tbody>${spans.map((span) => html`<tr><th scope="row">${label(span)}</th><td>${span.arrivals}</td><td>${span.seminars}</td></tr>`)}</tbody>
</table>
</figure>`;
}
