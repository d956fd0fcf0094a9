// What a real model's answers get through: `npm run trial:model -- --mode json_schema --texts 8 --lectures 4 --seconds 300`, with the model's
// server in OPENAI_BASE_URL, OPENAI_API_KEY and AI_MODEL. `--mode all` tries json_schema, json_object and text one after the other;
// `--alternating true` puts a template before the server that demands alternating roles. Ends with 1 when anything was wrong.
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { type Mode, type Report, trial } from './trial.ts';

const modes: Mode[] = ['json_schema', 'json_object', 'text'];
const {
  mode,
  alternating,
  texts,
  lectures,
  seconds,
  'at-once': atOnce,
  'max-output': maxOutputTokens,
} = readOptions({
  mode: 'all',
  alternating: 'false',
  texts: 8,
  lectures: 4,
  seconds: 300,
  'at-once': 2,
  'max-output': 700,
});
const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey = 'none', AI_MODEL: model = 'default' } = process.env;
if (!baseUrl) throw new Error('OPENAI_BASE_URL names the server of the model');

for (const one of modes.filter((some) => mode === 'all' || mode === some)) {
  console.log(`${one}: ${texts} texts x 8 targets, ${lectures} lectures${alternating === 'true' ? ', roles must alternate' : ''}`);
  const settings = {
    baseUrl,
    apiKey,
    model,
    mode: one,
    alternating: alternating === 'true',
    atOnce,
    seconds,
    maxOutputTokens,
    texts,
    lectures,
  };
  const report = await trial(settings, (line) => console.log(`  ${line}`));
  tell(report);
  if (Object.values(report.wrong).some((names) => names.length > 0)) process.exitCode = 1;
}

function tell({ given, refused, broken, requests, wrong, tokensPerByte }: Report): void {
  console.log(`  given ${given}, refused ${JSON.stringify(refused)}, requests to the model ${requests}`);
  console.log(`  broken answers by rule: ${JSON.stringify(broken)}`);
  console.log(`  most tokens for a byte sent: ${tokensPerByte.toFixed(2)} (reserved: 1.00)`);
  for (const [what, names] of Object.entries(wrong))
    console.log(`  ${what}: ${names.length}${names.length > 0 ? ` WRONG: ${names.join('; ')}` : ''}`);
}
