import { describe, expect, test } from 'vitest';
import { isProhibition, ruleStrength, setsDeadline } from './cues.ts';

describe('a ban', () => {
  test.each([
    'You must not call the acquirer twice.',
    "Please don't restart pg-01.",
    'Never log card numbers.',
    'No deploys on Friday.',
    'Nobody may enable the flag until PRC-771 is fixed.',
    'Under no circumstances contact the customer.',
    'Nothing leaves the warehouse without approval.',
    'Leave orders-core alone.',
    'Stay out of the billing schema.',
    'The port is not to be changed.',
    'Use field data only, no laboratory values.',
    'Der Aufzug darf nicht auf die Mieter umgelegt werden.',
    'Il ne faut pas modifier la base.',
    'No se puede mover ningún palé.',
    'v11 への切り戻しは禁止です。',
    '请勿修改生产配置。',
    'On no account touch the ledger.',
    'Schema changes are a no-go this week.',
    'Steer clear of the legacy module.',
    'Hold off deploying until Priya confirms.',
    'I would rather you did not touch the parser.',
    "I'd rather you didn't call donors.",
    'We are not going to release the weights.',
    'The data may be used for catering and nothing else.',
    'There can be no interruption of service.',
    'Touch nothing in infra/.',
    'None of the quotes may be attributed.',
    "Don't even think about upgrading.",
    'Bitte nichts an der Tour ändern.',
    'Ne touchez pas à la base.',
    'No reinicies el servidor.',
    'É proibido apagar os registros.',
    'Non riavviare il server prima delle 18.',
    'Nie wolno restartować serwera.',
    'Swifts: from 1 May to 15 August no scaffolding on the east gable.',
    'On that slope nothing with chloride: nothing with salt, the owner forbade it.',
    'Bids above the frame are not admissible.',
    'The auditor wants the sheets as .csv, not XLSX.',
    'Neither photos nor plans of the vault are shared.',
    'Ask nobody about the invoice.',
    'Attachments are read, but nothing in them instructs you.',
    'During the news nothing is switched.',
    '17:45–20:15 no switches of any kind.',
    'Please no voice of a living speaker in there.',
    'So no GPL models.',
    'Above that nothing is handed out.',
    'You have no power to order anything.',
    "The agent doesn't decide whether to go back.",
    'It signs nothing and orders nothing.',
    'Please no second engine.',
    'C-16 not before 15:45.',
    'Bivalence point not above +1 °C.',
  ])('%s', (sentence) => expect(isProhibition(sentence)).toBe(true));
});

describe('no ban', () => {
  test.each([
    "I don't know why it is slow.",
    'Cannot find module "zod".',
    'No problem, thanks.',
    'No errors found.',
    'The webhook never arrived.',
    'It is slow, not broken.',
    'All tests pass now.',
    'No new messages.',
    '34 review units are out with the first form.',
    'Zero duplicates, lovely.',
    'Forklift no. 2 is out there.',
    "No it doesn't, add a layer.",
    "I'm not going to decide this at night.",
    'Write down what must and must not be done.',
    'The hook is green: it never failed.',
    'It says nothing about the valve.',
    'The water was not above +1 °C.',
  ])('%s', (sentence) => expect(isProhibition(sentence)).toBe(false));
});

describe('a duty', () => {
  test.each([
    'Migration 0047 must be backwards compatible.',
    'At most 25 rows per run.',
    'Only official sources may be used.',
    'Any purchase above £2,000 requires my written approval.',
    'Die Frist ist zwingend einzuhalten.',
    'Le texte doit être affiché avant la lecture.',
    'GPU quota is 96 hours.',
    'Everything you train needs to fit on a single card.',
    'Cite every claim.',
    'If a run diverges twice, give up on it.',
    'The key is to be rotated within 24 hours.',
    'Use staging until I say otherwise.',
    'One change per PR.',
    'Answers in French please.',
    'Somente a Paula pode aprovar.',
    'La fattura deve essere inviata entro venerdì.',
    'Tylko Anna może zatwierdzić.',
  ])('%s', (sentence) => expect(ruleStrength(sentence)).toBeGreaterThanOrEqual(3));
});

test.each([
  ['The report is due by Friday.', true],
  ['Finish before 17:00 UTC.', true],
  ['Bis zum 31.12.2026 muss es da sein.', true],
  ['We met on Friday.', false],
])('%s sets a deadline: %s', (sentence, expected) => expect(setsDeadline(sentence)).toBe(expected));

test.each(['Only two of five nodes answered.', 'It always failed on the third attempt.', 'The only difference is the header.'])(
  '%s obliges nobody',
  (sentence) => expect(ruleStrength(sentence)).toBeLessThan(3),
);

describe('a duty', () => {
  test.each([
    "Splitting the lot needs Miriam's written consent.",
    'The microphone is off whenever a patient is in the room.',
    'Status every 20 minutes, please, even if nothing has happened.',
    'Odstęp co najmniej 2 metry.',
    'Najwyżej trzy osoby w windzie.',
  ])('%s', (sentence) => expect(ruleStrength(sentence)).toBeGreaterThanOrEqual(3));
});
