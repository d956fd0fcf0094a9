import { isRequest } from './asking.ts';
import { ruleStrength } from './cues.ts';
import { isSentence } from './language.ts';
import { nameLabel } from './speakers.ts';
import type { Kind } from './unit.ts';

const LEVEL =
  /^\W{0,2}(?:\S{1,30}\s){0,4}?\W?(?:level=\w+|TRACE|DEBUG|INFO|NOTICE(?!\s+(?:TO|FOR)\b)|WARN(?:ING)?|ERROR|FATAL|CRIT(?:ICAL)?|PANIC)\b/;
const STAMP =
  /^\W?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s+\d{1,2}\s\d\d:\d\d|\d{10,13}[.\s])/;
const FRAME = /^\s*(?:at\s\S+\s?\(|at\s\S+:\d+|File "|Traceback|\.{3}\s\d+ more|goroutine \d|#\d+\s+0x|Caused by:)/;
const RUNNER =
  /^\s*(?:[✓✔✗✘×√❯]|PASS\b|FAIL\b|ok \d|not ok \d|npm (?:ERR!|WARN)|> \S+@|\+{3} |-{3} [ab]\/|@@ |diff --git|index [0-9a-f]{7}|[dl-][rwxst-]{9}|total \d+$|\[\d+\/\d+\]|(?:Tests?|Test Files|Duration)\s{2,}\d)/;

/** Whether a line is machine output: a log record, a stack frame, a line of a test runner or of a listing. */
function isLog(line: string): boolean {
  const head = line.slice(0, 160);
  if (FRAME.test(head) || RUNNER.test(head)) return true;
  if (!STAMP.test(head) && !LEVEL.test(head)) return false;
  if (!LEVEL.test(head) && !MEASURES.test(head) && isOrder(line.replace(WHEN, ''))) return false;
  const label = nameLabel(head);
  return !label || !isSentence(head.slice(label.length)) || MEASURES.test(head);
}

/** The time before a line and who says it. */
const WHEN = /^\W?[\dT:.,+Z/-]{5,32}(?:\s[\d:.,]{5,15})?\W{0,3}\s*/;

/** Whether somebody orders something in a line that looks like a log's for its time. */
function isOrder(text: string): boolean {
  return isSentence(text) && (ruleStrength(text) >= 4 || text.split(/(?<=[.!?])\s|^\S+\s/).some(isRequest));
}

/** Counters after their names ("pages: 0 removed; tuples: 12"), as only machines print them in a row. */
const MEASURES = /(?:\p{L}[:=]\s?\d.{0,40}){3}/u;

const CODE_END = /[;{}]\s*$|=>\s*$|\)\s*:\s*$|^\s*[})\]]+[,;]?\s*$/;
const CODE_START =
  /^\s*(?:import|export|const|let|var|function|class|interface|type|def|return|if\s?\(|for\s?\(|while\s?\(|public|private|static|func|fn|use|package|#include|@\w+\(|async|await|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER)\s?/;
const DATA = /^\s*(?:"[^"]{1,80}"\s*:\s*(?:["{[\d-]|true\b|false\b|null\b|$)|[[{]\s*(?:"|$|\{|\[)|[\]}]{1,8},?\s*$)/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*\s|#\s|--\s|<!--)/;

/** The kind of a line outside or, with `fenced`, inside a code fence. */
export function kindOf(line: string, fenced: boolean): Kind {
  const head = line.slice(0, 300);
  if (isLog(head)) return 'log';
  if (DATA.test(head)) return 'data';
  if (/^\s*\|.*\|/.test(head)) return 'table';
  if (COMMENT.test(head) && (fenced || /^\s*(?:\/\/|\/\*|<!--)/.test(head))) return 'comment';
  if (fenced) return isSentence(head) ? 'prose' : 'code';
  return isCode(head) ? 'code' : 'prose';
}

function isCode(line: string): boolean {
  return /^\s*\$\s/.test(line) || (CODE_END.test(line) && (CODE_START.test(line) || /^(?: {4}|\t)/.test(line)));
}
