/** The checkable details of a text: what a compression must copy exactly or leave out. */

const URL = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`|\\^{}[\]]{2,400}/gi;
const BACKTICKED = /`([^`\n]{2,120})`/g;
const QUOTED = /"([^"\n]{3,80})"|“([^”\n]{3,80})”|„([^“”\n]{3,80})[“”]|«\s?([^»\n]{3,80}?)\s?»/g;
const UNIT = String.raw`(?:ms|µs|us|ns|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|[kmgtp]i?b(?:it|ps)?(?:\/s)?|[kmgt]i|bytes?|bits?|rps|qps|tps|req\/s|requests\/s|hz|khz|mhz|ghz|%|percent|°c|°f|kwh|kw|mw|km|cm|mm|m²|m³|m|kg|g|mg|ml|px|pt|rows?|pods?|nodes?|replicas?|cores?|users?|tokens?|connections?|workers?|files?|tests?|attempts?|retries|eur|usd|gbp|chf|€|\$|£|×|bps|dpi|utc|gmt|cet|cest)`;
const MEASURED = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.,/:-])[$€£]?\d{1,3}(?:[.,'  ]?\d){0,14}[  ]?[-–]?[  ]?${UNIT}(?![\p{L}\p{N}_/])|[$€£][  ]?\d(?:[\d.,]{0,18}\d)?(?:[  ]?(?:k|m|bn|million|billion)\b)?`,
  'giu',
);
const CALENDAR =
  /\b(?:\d{1,2}(?:st|nd|rd|th|\.)?[ \u00a0](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:[ \u00a0]\d{4})?|(?:january|february|march|april|june|july|august|september|october|november|december)[ \u00a0]\d{1,2}(?:,?[ \u00a0]\d{4})?)\b/gi;
const STATUS = /\b(?:HTTP|SQLSTATE|exit(?: code)?|code|status|port|PR|issue|run|build|line|job|RFC|ISO) #?\d{2,8}(?![-\w.:])/gi;
/** Codes in two parts: flights, norms, containers ("HK 417", "TGHU 448120-6"). */
const SPACED = /\b[A-Z]{2,4} \d{2,7}(?:-\d)?(?![\w.,]*\d)\b/g;
/** Names that only the word before them gives away: "repo parkmate-android", "namespace srch-prod-euw". */
const CALLED =
  /\b(?:repo(?:sitory)?|branch|namespace|ns|bucket|table|queue|tenant|host|channel|workspace|cluster|pool|container|gateway|package|database|db|topic|label|server|project|app)\s(?:is\s|named\s|called\s)?([a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){1,6})(?![\w/@-])/g;
const TOKEN = /(?:[^\s"'`“”„«»,;(){}[\]<>|=]|(?<=\d),(?=\d)){2,200}(?:\(\))?/g;

/** Every anchor of `text`, once each, in order of appearance: paths, URLs, ids, measured numbers, dates, short quotations, code names. */
export function anchorsOf(text: string): string[] {
  const found = new Set<string>();
  const take = (anchor: string): string => {
    found.add(anchor.trim());
    return ' ';
  };
  let rest = text.replace(URL, (url) => take(trimEnd(url)));
  for (const [, code] of rest.matchAll(BACKTICKED)) found.add(code!.trim());
  for (const [, ...quoted] of rest.matchAll(QUOTED)) addQuoted(found, quoted.find((q) => q !== undefined)!);
  for (const [, name] of rest.matchAll(CALLED)) found.add(name!);
  for (const form of [MEASURED, CALENDAR, STATUS, SPACED]) rest = rest.replace(form, take);
  for (const [token] of rest.matchAll(TOKEN)) {
    const name = trimEnd(token);
    if (isName(name)) found.add(name);
  }
  found.delete('');
  return [...found];
}

function addQuoted(found: Set<string>, quoted: string): void {
  if (quoted.split(/\s/).length <= 8 && /[\p{L}\p{N}]/u.test(quoted)) found.add(quoted.trim());
}

/** Drops the sentence's own punctuation around a token. */
function trimEnd(token: string): string {
  if (token.endsWith('()')) return token;
  return token.replace(
    /^[*~?:.…–—-]{1,6}(?=[\p{L}\p{N}_])|^[#!]{1,6}(?=\p{L})|^_{1,2}(?=[\p{L}\p{N}][^_]*_{1,2}$)|^[*?:…]+|[*~!?:.…,;)'–—]{1,12}$/gu,
    '',
  );
}

const FORMS: readonly RegExp[] = [
  /^(?:0x)?(?=[a-z]*\d)[0-9a-f]{7,64}$/i,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[A-Z§][A-Z0-9]{0,9}(?:-[A-Z0-9]{1,12})*-\d{1,12}(?:-[A-Z0-9]{1,8})*$/,
  /^[A-Z]{1,6}\d{2,8}$/,
  /^(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{5,12}$/,
  /^[#!]\d{1,8}$/,
  /^v\d{1,4}(?:\.\d{1,6}){0,3}(?:[-+][\w.]{1,30})?$/i,
  /^\d{1,6}(?:\.\d{1,6}){2,3}(?:[-+/:][\w.]{1,30})?$|^\d{1,4}\.\d{1,4}(?:[-+][a-z][\w.]{1,20})?$|^\d{1,4}\.\d{1,4}\.x$/i,
  /^\d{4}-\d\d-\d\d(?:T[\d:.]{4,15}(?:Z|[+-]\d\d:?\d\d)?)?$|^\d{1,2}:\d\d(?::\d\d(?:\.\d{1,6})?)?Z?$|^\d{1,2}\.\d{1,2}\.\d{4}$/,
  /^\d{1,3}(?:[.,]\d{3}){1,4}(?:[.,]\d{1,2})?$|^\d{4,18}$|^\d{1,12}[.,]\d{1,4}%?$/,
  /^\d{1,12}(?:[.,]\d{1,6})?(?:%|ms|[kmgt]i?b?|s|x|rps)$/i,
  /^(?:~|\.{0,2})\/[\w.@~%+:*-]{1,120}(?:\/[\w.@~%+:*-]{0,120}){0,20}$/,
  /^[A-Za-z]:\\[\w.\\ -]{2,160}$/,
  /^@?[\w.@~+-]{1,80}(?:\/[\w.@~+-]{1,80}){1,20}(?::\d{1,7}){0,2}$/,
  /^[\w-]{1,80}\.(?:[cm]?[jt]sx?|json5?|ya?ml|toml|md|mdx|py|rs|go|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|sql|sh|ps1|html?|css|scss|xml|csv|tsv|parquet|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg|txt|log|lock|env|ini|cfg|conf|tf|proto|gradle|ipynb|zip|tar|gz)(?::\d{1,7}){0,2}$/i,
  /^[a-z0-9]{1,40}(?:_[a-z0-9]{1,40}){1,8}(?:\(\))?$/i,
  /^[a-z]{1,40}\d{0,4}(?:[A-Z][a-z0-9]{1,40}){1,8}(?:\(\))?$/,
  /^[A-Z][a-z0-9]{1,40}(?:[A-Z]{1,4}[a-z0-9]{1,40}){1,8}(?:\(\))?$/,
  /^[A-Z]{1,30}(?:_[A-Z0-9]{1,30}){1,8}$/,
  /^E(?:NO|CONN|TIMED|ADDR|PIPE|ACC|EXIST|PERM|INVAL|HOST|NET|AGAIN|BUSY|MFILE|ISDIR|RESOLV|PROTO|LOOP|ROFS|DQUOT|FBIG)[A-Z]{0,14}$/,
  /^[A-Za-z_$][\w$]{1,60}(?:\.[A-Za-z_$][\w$-]{1,60}){1,8}(?:\(\))?$/,
  /^[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}$/,
  /^@?[a-z][a-z0-9.]{0,40}@v?\d[\w.-]{0,20}$/i,
  /^(?=[a-z0-9-]*\d)[a-z][a-z0-9]{0,40}(?:-[a-z0-9]{1,40}){1,8}$/i,
  /^--[a-z][a-z0-9-]{1,40}$/,
  /^[A-Z][A-Za-z]{0,20}(?:-[A-Z][A-Za-z]{1,20}){2,6}$/,
  /^sha(?:256|512|1)[:-][\w+/]{6,100}$/i,
];
const PLAIN_SLASH = /^\p{L}{1,20}\/\p{L}{1,20}$/u;
const ABBREVIATION = /^(?:e\.g|i\.e|z\.b|d\.h|u\.a|p\.ex|p\.ej|a\.m|p\.m)$/i;

/** Whether a token is a name that can only be copied: a path, an id, a version, a number of weight, an identifier of code. */
function isName(token: string): boolean {
  if (token.length < 2 || !/[\d/._@#\\-]|[a-z][A-Z]|^E[A-Z]{4}/.test(token)) return false;
  if (PLAIN_SLASH.test(token) || ABBREVIATION.test(token)) return false;
  return FORMS.some((form) => form.test(token));
}
