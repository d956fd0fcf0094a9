import type { Credential } from './masking.ts';
import { isLetterOrDigit, isOpaque, isPlaceholder, LONG_VALUE, plain } from './secret-values.ts';

/** What stands between `://` and the path (RFC 3986), and signs that should be escaped there; nobody writes 300 letters there. */
const AUTHORITY = /[^\s/"'`<>|\\]{1,300}/y;
/** A query, in which an "@" stands. */
const QUERY = /[?#].*[=&]/;
const WEB = /(?:^|[^a-z])(?:https?|ftps?|wss?|ssh|git)$/i;

/** The password of `scheme://user:password@host`, or a token that stands there for both; `guest:guest` is no secret. */
export function passwordsInUrls(text: string): Credential[] {
  const found: Credential[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    AUTHORITY.lastIndex = at + 3;
    const user = AUTHORITY.exec(text)?.[0] ?? '';
    const host = user.lastIndexOf('@');
    if (host <= 0 || !(isLetterOrDigit(user[host + 1]) || user[host + 1] === '[')) continue;
    const colon = user.indexOf(':');
    const split = colon >= 0 && colon < host;
    const password = user.slice(split ? colon + 1 : 0, host);
    if ((split && password === user.slice(0, colon)) || QUERY.test(user.slice(0, host))) continue;
    const isToken = !split || password === 'x-oauth-basic';
    const secret = isToken ? user.slice(0, split ? colon : host) : password;
    if (isToken ? !isOpaque(secret) || secret.length < LONG_VALUE : secret.length < 4 || isPlaceholder(secret) || plain.has(secret))
      continue;
    const start = at + 3 + (isToken ? 0 : colon + 1);
    const web = WEB.test(text.slice(Math.max(0, at - 6), at));
    found.push({ start, end: start + secret.length, kind: isToken ? 'access token' : web ? 'password' : 'connection string' });
  }
  return found;
}
