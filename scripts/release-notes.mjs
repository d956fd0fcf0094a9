// `node scripts/release-notes.mjs 1.2.0 [file]`: prints what CHANGELOG.md says of that version. Dependency-free, runs on Node 20.
import { readFileSync } from 'node:fs';
import { fail } from './node24.mjs';

const root = new URL('../', import.meta.url);
const [version = '', file = new URL('CHANGELOG.md', root)] = process.argv.slice(2);
const { version: own } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
if (version !== own) fail(`package.json has version ${own}, not ${version || 'none'}`);

const sections = readFileSync(file, 'utf8').split(/^## /m);
const notes = sections.find((section) => section.startsWith(`${version} `) || section.startsWith(`[${version}]`));
if (notes === undefined) fail(`CHANGELOG.md has no section "## ${version} - <date>": rename Unreleased before the tag`);
console.log(notes.slice(notes.indexOf('\n')).trim());
