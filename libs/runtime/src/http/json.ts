import { ApiError } from '@rest-stop/contracts/errors.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import { refusePrototypeKeys } from './json-keys.ts';
import { endOfNumber, survivesDouble } from './json-number.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a request body as strict JSON (RFC 8259) that can be stored and echoed exactly. Of members with the same name the last one counts,
 * which RFC 8259 allows; the checks apply to all of them.
 * @param maxMembers commas and opening brackets outside strings; see `limits.jsonMembers`
 * @throws ApiError `invalid_json` for bytes that are not UTF-8 or text that is not JSON; `value_too_large` for more than `maxMembers`;
 * `invalid_request` for what is JSON but could not be kept or echoed unchanged: deeper than 64 levels, NUL, lone surrogates, numbers that
 * no double holds, prototype keys.
 */
export function parseJson(body: Uint8Array, maxMembers: number = limits.jsonMembers): unknown {
  const text = decodeUtf8(body);
  // Before the parser runs: it builds a value for each member, and what checks or copies the result visits each again.
  const problem = scan(text, maxMembers);
  if (problem === tooManyMembers) throw membersRefused(maxMembers);
  if (problem)
    throw new ApiError('invalid_request', `${problem} Nothing was stored.`, { issues: [{ path: '', rule: 'json', message: problem }] });
  const value = parsed(text);
  refusePrototypeKeys(value);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalid_json', 'The body is not valid JSON. Check quotes, commas and brackets, then send it again.');
  }
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new ApiError('invalid_json', 'The body is not valid UTF-8. Encode it as UTF-8 and send it again.');
  }
}

const tooManyMembers = Symbol('too many members');

function membersRefused(maxMembers: number): ApiError {
  const message = `The JSON has more than ${maxMembers} members and elements. Send long data as one string, or in several requests.`;
  return new ApiError('value_too_large', `${message} Nothing was stored.`, {
    short: message,
    issues: [{ path: '', rule: 'maximum', message: `has more than ${maxMembers} members and elements` }],
  });
}

/** One pass over the whole text; returns what is wrong, or undefined. Malformed JSON is left to the parser. */
function scan(text: string, maxMembers: number): string | typeof tooManyMembers | undefined {
  let depth = 0;
  let members = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) {
      const end = endOfString(text, i + 1);
      if (end < 0) return undefined;
      if (isUnstorable(text.slice(i + 1, end))) return 'A string holds NUL or a lone surrogate, which cannot be stored.';
      i = end;
    } else if (c === 0x2c) {
      if (++members > maxMembers) return tooManyMembers;
    } else if (c === 0x5b || c === 0x7b) {
      if (++members > maxMembers) return tooManyMembers;
      if (++depth > limits.jsonDepth) return `The JSON is nested deeper than ${limits.jsonDepth} levels.`;
    } else if (c === 0x5d || c === 0x7d) {
      depth--;
    } else if (c === 0x2d || (c >= 0x30 && c <= 0x39)) {
      const end = endOfNumber(text, i);
      if (!survivesDouble(text, i, end))
        return 'A number has more digits or a larger exponent than a double can hold; send it as a string.';
      i = end - 1;
    }
  }
  return undefined;
}

/** The index of the closing quote of the string whose content begins at `from`, or -1. */
function endOfString(text: string, from: number): number {
  for (let i = from; ; i++) {
    const quote = text.indexOf('"', i);
    if (quote < 0) return -1;
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c && quote - 1 - backslashes >= from) backslashes++;
    if (backslashes % 2 === 0) return quote;
    i = quote;
  }
}

function isUnstorable(content: string): boolean {
  if (!content.isWellFormed()) return true;
  if (!content.includes('\\u')) return false;
  try {
    const value = JSON.parse(`"${content}"`) as string;
    return value.includes('\0') || !value.isWellFormed();
  } catch {
    return false;
  }
}
