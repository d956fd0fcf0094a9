// `npm run drill:long -- --senders 16 --seconds 30`: agents at one address send the longest texts without a pause, while others send short ones.
// Prints what the others got, embedded and distributed with one worker; ends with 1 when fewer than 95 % of theirs succeed, or p95 is 2 s or more.
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { modes, sendShortBesideLong } from './long-texts.ts';

const leastShare = 0.95;
const p95Ms = 2_000;

const size = readOptions({ senders: 16, seconds: 30 });
let isKept = true;
for (const mode of modes) {
  const { asked, times, refused, flood } = await sendShortBesideLong(mode, size);
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const share = `${times.length} of ${asked} (${Math.round((100 * times.length) / asked)} %)`;
  console.log(`${mode}: ${share}, p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms; the flood got ${JSON.stringify(flood)}`);
  for (const what of new Set(refused)) console.log(`  ${what}`);
  isKept &&= times.length >= leastShare * asked && p95 < p95Ms;
}
process.exit(isKept ? 0 : 1);
