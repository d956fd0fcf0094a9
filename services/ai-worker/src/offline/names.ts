import { anchorsOf } from '../fidelity/anchors.ts';

/** Details that only a trade's habits make names: places of a law, numbered things, file numbers, models, files of data. */
const FORMS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:Art(?:icle|\.)|[Aa]nnex|[Cc]lause|[Ss]ection|sec\.|s\.|§{1,2}|Abs\.|para\.)\s?(?:\d{1,4}|[IVX]{1,5})[a-z]?(?:\.\d{1,3})*(?:\(\w{1,3}\))*(?:\sno\.\s?\d+(?:\(\w\))?)?(?:\s(?:[A-Z][a-zA-Z]{0,5}[A-Z]|GDPR))?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:channel|tenant|room|hall|gate|pier|dock|bay|slot|seed|case|lot|batch|berth|platform|terminal|invoice|contract|account)\s#?(?=[A-Z0-9.-]{0,12}\d)[A-Z0-9]{1,8}(?:[-/][A-Z0-9]{1,8}){0,3}(?![\p{L}\p{N}/-]|\.\d)/gu,
  /(?<![\p{L}\p{N}./,-])(?!(?:The|This|That|For|And|But|With|From|See|Use|Per|All|Not|Our|Your|New|Old|Only|Also)\s)\p{Lu}\p{Ll}{2,14}\s[A-Z]{1,2}\d{1,4}(?![\p{L}\p{N}-]|\.\d)/gu,
  /(?<![\p{L}\p{N}./,-])(?:\d{2,4}-\d{3,8}|\d{3,6}-[A-Z]{2,10}|(?=[0-9a-f]{0,7}[a-f])(?=[0-9a-f]{0,7}\d)[0-9a-f]{4,8}-\d{1,4}|0x[0-9a-f]{2,16})(?![\p{L}\p{N}/-]|[.,:]\d)/gu,
  /(?<![\p{L}\p{N}:-])(?:[0-9A-F]{2}:){2,31}[0-9A-F]{2}(?![\p{L}\p{N}:])/gu,
  /(?<![\p{L}\p{N}])\d{4}\/[A-Z]\s\d{3}-\d{4,8}(?!\d)/gu,
  /(?<![\p{L}\p{N}/.@_-])(?:[\p{L}\p{N}_-]{1,60}\/){0,8}[\p{L}\p{N}_-]{1,60}\.(?:R|Rmd|ipynb|jl|parquet|jpe?g|png|tiff?|gpkg|geojson|nc|h5|wav|mp4|stl|step|dwg|pptx|odt|eml|ics|bak|sav|dta|mbtiles|pbf)(?![\p{L}\p{N}_/-])/gu,
  /(?<![\p{L}\p{N}.,/:-])\d{1,3}(?:[.,  ]?\d){0,9}\s?(?:(?:m|km|l|mg|µg|g|kg|t|kWh|[€$£])\/(?:s|h|min|m[²³]?|l|kg|kWh|day|year)|kN|bar|hPa|kPa|dB|lx|MWh|Wh|Nm|knots|[tlWVAN]|inch|NOK|SEK|DKK|PLN|CZK|HUF|JPY|CAD|AUD|zł|kr|Kč|million|billion)(?![\p{L}\p{N}/])/gu,
  /(?<![\p{L}\p{N}])(?:GBP|EUR|USD|CHF|NOK|SEK|DKK|PLN|CZK|JPY)\s\d{1,3}(?:[.,']?\d){0,9}(?!\d)/gu,
  /(?<![\p{L}\p{N}/.@_-])(?!(?:\p{Ll}+-)*(?:and|or|of|the|to|in|on|at|by|up|for|a|as|it|is|be|with|out|off|so|no|de|la|le|du|et)(?:-|(?![\p{L}\p{N}-])))[a-z][a-z0-9]{1,20}(?:-[a-z0-9]{2,20}){2,5}(?![\p{L}\p{N}/-]|\.\p{L})/gu,
];
/** Longest text that is searched for these. */
const MOST = 4_000;

/** Every name of `text` that can only be copied, once each: what any text's anchors are, and the habits of trades. */
export function namesIn(text: string): string[] {
  const names = new Set(anchorsOf(text));
  if (text.length > MOST || !/[\d-]/.test(text)) return [...names];
  for (const form of FORMS) for (const [name] of text.matchAll(form)) names.add(name);
  return [...names];
}
