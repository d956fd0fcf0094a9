import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hiddenSource } from '@rest-stop/contracts/hidden.ts';

const own = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');

export const css = own('site.css');
export const homeJs = own('home.mjs');
/** With what is hidden, as the contracts define it. */
export const tryJs = own('try.mjs').replace("'{{hidden}}'", () => JSON.stringify(hiddenSource));
/** Newsreader by Production Type, under the SIL Open Font License. */
export const font = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2')),
);
