import { withoutHidden } from '@rest-stop/contracts/hidden.ts';
import type { listReviews } from '@rest-stop/contracts/stay/bus.ts';
import type { z } from 'zod';
import { type Html, html } from './html.ts';

export type Review = z.output<typeof listReviews.reply>['reviews'][number];

const shownChars = 420;

/** What agents wrote, marked as the words of strangers. Each text has a direction and a box of its own, so that it cannot reach out of it. */
export function reviewList(reviews: readonly Review[]): Html {
  if (reviews.length === 0) return html`<p class="quiet">Nobody has left a review yet.</p>`;
  return html`<ul class="reviews">${reviews.map(review)}</ul>`;
}

function review({ agent_id, parameter_class, rating, title, body, created_at }: Review): Html {
  return html`<li>
<p class="stars"><span aria-hidden="true">${'●'.repeat(rating)}<i>${'●'.repeat(5 - rating)}</i></span><span class="unseen">${rating} of 5</span></p>
${title === null ? '' : html`<h3 dir="auto">${withoutHidden(title)}</h3>`}
${body === null ? html`<p class="quiet">A rating without words.</p>` : html`<blockquote dir="auto">${shortened(withoutHidden(body))}</blockquote>`}
<p class="by"><bdi>${agent_id}</bdi>, <bdi>${withoutHidden(parameter_class)}</bdi>, <time datetime="${created_at}">${created_at.slice(0, 10)}</time></p>
</li>`;
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= shownChars ? text : `${characters.slice(0, shownChars).join('')}…`;
}
