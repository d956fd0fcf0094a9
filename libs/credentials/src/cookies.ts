import type { Credential } from './masking.ts';
import { isMixed, isOpaque, isPlaceholder, runAt } from './secret-values.ts';

const HEADER = /(?:\b(?:set-)?cookie["']?\]?[ \t]{0,2}[:=,][ \t]{0,2}["'`]?|[ \t](?:--cookie|-b)[ \t=]{1,2}["']?)(?=[\w.%-]{1,80}=)/gi;
const PAIR = /([\w.%-]{1,80})=([^;\s"'`]{1,4096})(;[ \t]?)?/y;
const SESSION = /sess|sid|auth|token|jwt|csrf|xsrf|remember|login|identity|secret/i;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|version|priority)$/i;

/** Values of cookies that name a session, or look as if. */
export function cookies(text: string): Credential[] {
  const found: Credential[] = [];
  for (const { 0: header, index } of text.matchAll(HEADER)) {
    let at = index + header.length;
    for (;;) {
      PAIR.lastIndex = at;
      const pair = PAIR.exec(text);
      if (!pair) break;
      const [all, name = '', value = '', more] = pair;
      const secret = SESSION.test(name) ? isMixed(value) || isOpaque(value) : isOpaque(value) && value.length >= LONG_COOKIE;
      if (secret && !ATTRIBUTE.test(name) && !isPlaceholder(value)) {
        const start = at + name.length + 1;
        found.push({ start, end: start + value.length, kind: 'session cookie' });
      }
      at += all.length;
      if (more === undefined || runAt(PAIR, text, at) === '') break;
    }
  }
  return found;
}

/** Letters from which on a value that is no word is taken for a session, whatever its name. */
const LONG_COOKIE = 20;
