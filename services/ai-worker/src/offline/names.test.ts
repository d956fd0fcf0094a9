import { expect, test } from 'vitest';
import { namesIn } from './names.ts';

test.each([
  ['It is forbidden by Article 5(1)(f), see s. 203 StGB.', ['Article 5(1)(f)', 's. 203 StGB']],
  ['Matter 24-0177, case 88-4471.', ['24-0177', '88-4471']],
  ['One divergence, seed 0x5eed71, silence 3f7a-11.', ['0x5eed71', '3f7a-11']],
  ['Run sim_occ.R on demand_v7.ipynb, radio channel 9.', ['sim_occ.R', 'demand_v7.ipynb', 'channel 9']],
  [
    'From 5.4 m/s on, 8,400 l and 60,000 NOK at 0.214 €/kWh, GBP 18,600.',
    ['5.4 m/s', '8,400 l', '60,000 NOK', '0.214 €/kWh', 'GBP 18,600'],
  ],
  ['The pool payrun-batch-env runs whisk-small-pl.', ['payrun-batch-env', 'whisk-small-pl']],
  ['The old certificate (serial 04:8C:1E) is valid.', ['04:8C:1E']],
])('%s', (text, names) => {
  expect(namesIn(text)).toEqual(expect.arrayContaining(names));
});

test('ordinary words with a number are no names', () => {
  expect(namesIn('The 3 of them came at noon with 12 others.')).toEqual([]);
  expect(namesIn('A state-of-the-art, easy-to-use and one-by-one affair.')).toEqual([]);
});
