/** `npm run bench:credentials [-- --seed N] [--show]`: how many credentials are masked, and what is masked though it is none. */
import { parseArgs } from 'node:util';
import { formatRate, namedRates, nonSecretRate, percent, prefixRates, type Rate, total } from './rates.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, show: { type: 'boolean', default: false } } });
const seed = Number(values.seed);
const DRAWS = 2_000;

const prefixed = await prefixRates(seed, DRAWS);
const named = await namedRates(seed, DRAWS);
const rates: Rate[] = [
  await formatRate(seed),
  { ...total(prefixed), name: 'random values with a known prefix' },
  ...prefixed,
  { ...total(named), name: 'random values after a name' },
  ...named,
  await nonSecretRate(seed),
];
console.log(`Seed ${seed}.\n\n| | masked as they should be | of | % |\n|---|---:|---:|---:|`);
for (const rate of rates) console.log(`| ${rate.name.replaceAll('|', '\\|')} | ${rate.good} | ${rate.of} | ${percent(rate).toFixed(2)} |`);
const shown = values.show ? rates : rates.filter(({ name }) => name === 'formats' || name.startsWith('non-secrets'));
for (const { name, bad } of shown) if (bad.length > 0) console.log(`\nNot as they should be, ${name}: ${bad.slice(0, 40).join('; ')}`);
