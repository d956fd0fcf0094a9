import { describe, expect, test } from 'vitest';
import { read } from '../src/index.ts';
import { constraintsOf, expectAtMost, labelled } from './asked.ts';
import { inEveryTarget, missingIn, stringsOf } from './results.ts';

const warehouse = `### 2 June, kick-off
Ravi: Bring the stock service over to the new cluster, shop by shop.
Ravi: Deploys only on Tuesdays.
Ravi: Each shop keeps its own database.
### 4 June
Agent: Shops 1 to 3 are over.
Ravi: Use the old image for shop 4, its printer needs it.
Agent: Shop 4 runs on the old image.
### 9 June
Ravi: The Tuesday rule is lifted, deploy any day.
Agent: Then I go on tomorrow.
Ravi: And no, not the old image for shop 5. It has a new printer.
### 10 June
Agent: Shop 5 is over with the new image, shop 6 failed its health check twice: the clock of the node was off.
Ravi: Fix the clock and repeat shop 6. Then 7 and 8.
`;

const kitchen = `Anweisung vom 3. Mai: Das Fenster in der Küche bleibt immer zu.
Anweisung vom 3. Mai: Der Herd wird um 22 Uhr abgeschaltet.
Frau Kern hat am 5. Mai die neue Lüftung abgenommen.
Der Lieferant bringt mittwochs und samstags Ware, er klingelt an der Rampe.
Anweisung vom 6. Mai: Ab sofort darf das Küchenfenster wieder offen sein, die alte Anweisung dazu gilt nicht mehr.
Anweisung vom 6. Mai: Fett nie in den Abfluss gießen.
Herr Do hat gefragt, ob der Kühlraum am Montag gereinigt wird. Die Antwort steht aus.
Bitte den Plan für nächste Woche aushängen und Frau Kern eine Kopie geben.
`;

const reception = `Dara: You take over the front desk of the clinic this week, please keep the list of rules in order.
Dara: Visitors must wear a blue badge on every floor.
Dara: Never give out the number of the night nurse.
Desk: Noted. Forty badges were printed this morning.
Dara: Parcels are accepted until 16:00 only.
Desk: The courier from the laboratory came at 15:20 and left two boxes.
Dara: Visitors no longer have to wear a blue badge, that rule is cancelled as of today.
Desk: Fine, I put the badges away.
Dara: Parcels are now accepted until 18:00 instead of 16:00.
Dara: Please tell the courier today.
`;

describe('a withdrawn rule is not shown as standing', () => {
  const rules = [
    {
      name: 'a log of days',
      text: warehouse,
      withdrawn: [['Deploys only on Tuesdays', 'The Tuesday rule is lifted']],
      stands: ['Each shop keeps its own database'],
    },
    {
      name: 'German instructions',
      text: kitchen,
      withdrawn: [['Das Fenster in der Küche bleibt immer zu', 'die alte Anweisung dazu gilt nicht mehr']],
      stands: ['Fett nie in den Abfluss gießen'],
    },
    {
      name: 'talk at a front desk',
      text: reception,
      withdrawn: [
        ['Visitors must wear a blue badge', 'Visitors no longer have to wear a blue badge'],
        ['Parcels are accepted until 16:00 only', 'Parcels are now accepted until 18:00'],
      ],
      stands: ['Never give out the number of the night nurse'],
    },
    ...labelled.filter(({ withdrawn }) => withdrawn.length > 0).map((context) => ({ ...context, stands: context.banned })),
  ] as const;

  test('without what withdrew it in more than 20 % of the results', async () => {
    const shown: string[] = [];
    let results = 0;
    for (const { name, text, withdrawn } of rules)
      for (const [target, result] of await inEveryTarget(text))
        for (const [what, by] of withdrawn) {
          results++;
          if (stringsOf(result).some((string) => string.includes(what) && !string.includes(by))) shown.push(`${name}, ${target}: ${what}`);
        }
    expectAtMost(20, { percent: Math.round((100 * shown.length) / results), shown });
  });

  test.each(rules)('while the rules of $name that hold are', async ({ text, stands }) => {
    expect(missingIn(await constraintsOf(text), stands)).toEqual([]);
  });

  test('and a rule that nobody withdrew stays', async () => {
    const text = warehouse.replace('The Tuesday rule is lifted, deploy any day.', 'Tuesday was fine, thanks for that.');
    expect(missingIn(await constraintsOf(text), ['Deploys only on Tuesdays.'])).toEqual([]);
  });
});

/** A talk in which an order is given first and taken back later, in so many words. */
const talk = (order: string, back: string): string =>
  [
    'User: We move the booking system of the theatre to the new server. The goal is that the box office sells on it by Friday.',
    `User: ${order}`,
    'Assistant: The dump took 40 minutes, the restore 55, and the replica is 3 seconds behind.',
    'Assistant: I raised the connection pool to 40, since 100 exhausted the server at noon.',
    'User: Never write to the old database after the switch.',
    'Assistant: Understood, the old one is read-only by then. The rehearsal with Tom went well and took 25 minutes.',
    `User: ${back}`,
    'User: Go on with the switch, and write a page for the people on call.',
  ].join('\n');

describe('an order that is taken back in so many words', () => {
  test.each([
    ['Notify Priya when the rehearsal is done.', 'Actually no need to notify Priya any more, she is on holiday.'],
    ['Send the weekly report to the accounting office.', 'Forget the weekly report to the accounting office.'],
    ['Der Wochenbericht geht jeden Montag an Frau Kern.', 'Der Wochenbericht an Frau Kern wird nicht mehr gebraucht.'],
  ])('is found: %s', async (order, back) => {
    const { units, superseded, doubted } = await read(talk(order, back));
    const at = units.findIndex(({ text }) => text === order);
    const by = units.findIndex(({ text }) => text === back);
    expect(superseded.get(at) ?? doubted.get(at)?.by).toBe(by);
  });
});
