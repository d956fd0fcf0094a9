// Asks the interface from the browser, like any agent. The key lives in this module's memory, and the agent is forgotten when the page is left.
const byId = (id) => document.getElementById(id);
const api = byId('try').dataset.api;
const content = byId('content');
const [min, max] = [Number(byId('count').dataset.min), Number(byId('count').dataset.max)];
// Put in when this file is served.
const hiddenPattern = '{{hidden}}';
const hidden = new RegExp(hiddenPattern, 'gu');

let key;

for (const button of document.querySelectorAll('[data-example]')) {
  button.addEventListener('click', () => {
    content.value = byId(`example-${button.dataset.example}`).content.textContent;
    document.querySelector(`input[value="${button.dataset.target}"]`).checked = true;
    showCount();
    content.focus();
  });
}
content.addEventListener('input', showCount);
byId('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void run();
});
byId('forget').addEventListener('click', () => void forget());
// A request that outlives the page: nobody waits for its answer.
addEventListener('pagehide', () => {
  if (key) void fetch(`${api}/forget`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, keepalive: true });
});

function showCount() {
  const length = [...content.value].length;
  const bounds = `${min} to ${max.toLocaleString('en-US')} characters`;
  byId('count').textContent = length === 0 ? bounds : `${length.toLocaleString('en-US')} characters; ${bounds}`;
}

async function run() {
  const target = document.querySelector('input[name="target"]:checked').value;
  const text = content.value;
  byId('progress').replaceChildren();
  byId('outcome').hidden = true;
  byId('run').disabled = true;
  try {
    if (!key) {
      const { api_key, reservation } = await step('Registering', () => ask('/quickjoin', {}));
      key = api_key;
      byId('leave').hidden = false;
      note(`You are ${reservation.agent_id} here, until you are forgotten.`);
    }
    const started = performance.now();
    const result = await step(`Reading ${[...text].length.toLocaleString('en-US')} characters and compressing them into ${target}`, () =>
      ask('/defrag', { content: text, target }),
    );
    note(`Done in ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
    show(visible(text), result);
  } catch {
    // The step has said why.
  } finally {
    byId('run').disabled = false;
  }
}

async function forget() {
  if (!key) return;
  try {
    const { receipt } = await step('Asking to be forgotten', () => ask('/forget', {}));
    key = undefined;
    byId('leave').hidden = true;
    note(`Forgotten: every part of the service has deleted you. The signed receipt is ${receipt.id}.`);
  } catch {
    // The step has said why.
  }
}

/** Sends a POST as an agent does. Throws what the service says when it refuses. */
async function ask(path, body) {
  const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const answer = await fetch(`${api}${path}?format=verbose`, { method: 'POST', headers, body: JSON.stringify(body) });
  const read = JSON.parse(await answer.text(), (_name, value) => (typeof value === 'string' ? visible(value) : value));
  if (answer.ok) return read;
  if (read.retry_after_seconds) throw new Error(`Too many requests; again in ${read.retry_after_seconds} s.`);
  throw new Error(read.message);
}

/** Without characters that are drawn as nothing or turn the text around them. */
function visible(text) {
  return text.replace(hidden, '$<kept>');
}

async function step(what, work) {
  const line = note(`${what}…`);
  line.dataset.state = 'running';
  try {
    const result = await work();
    line.dataset.state = 'done';
    line.textContent = what;
    return result;
  } catch (error) {
    line.dataset.state = 'failed';
    line.textContent = error instanceof TypeError ? 'The service cannot be reached. Try again.' : error.message;
    throw error;
  }
}

function note(text) {
  const line = Object.assign(document.createElement('li'), { textContent: text });
  line.dataset.state = 'done';
  byId('progress').append(line);
  return line;
}

function show(text, { compressed, stats }) {
  const { fidelity, credentials } = stats;
  byId('numbers').replaceChildren(
    figure(stats.input_chars, 'characters in'),
    figure(stats.output_chars, 'characters out'),
    figure(`${fidelity.rules.kept} of ${fidelity.rules.found}`, 'rules kept'),
    figure(credentials.found, 'credentials masked'),
  );
  byId('source').replaceChildren(...marked(text, compressed, fidelity));
  byId('result').replaceChildren(...shown(compressed));
  byId('engine').textContent = typeof compressed === 'string' ? 'prose' : 'a JSON object, shown as text';
  byId('fidelity').tBodies[0].replaceChildren(
    ...Object.entries(fidelity)
      .filter(([, counts]) => counts.lost)
      .map(row),
  );
  byId('outcome').hidden = false;
  byId('outcome').scrollIntoView({ block: 'start' });
}

function figure(value, what) {
  const box = document.createElement('div');
  const shownValue = typeof value === 'number' ? value.toLocaleString('en-US') : value;
  box.append(element('span', what), element('b', shownValue));
  return box;
}

/** The source, sentence by sentence: kept where it stands in the result, lost where the service names it as lost, elided otherwise. */
function marked(text, compressed, fidelity) {
  const result = ` ${plain(wordsOf(compressed).join(' '))} `;
  const lost = Object.values(fidelity)
    .flatMap((counts) => counts.lost ?? [])
    .map((sentence) => plain(sentence.replace(/…$/, '')));
  return sentencesOf(text).map((sentence) => {
    const said = plain(withoutLabel(sentence));
    if (said === '') return document.createTextNode(sentence);
    const same = (other) => other !== '' && (said.includes(other) || other.includes(said));
    if (result.includes(` ${said} `)) return element('mark', sentence, 'kept');
    if (lost.some(same)) return element('mark', sentence, 'lost');
    return element('span', sentence, 'elided');
  });
}

function sentencesOf(text) {
  if (!Intl.Segmenter) return text.split(/(?<=[.!?]\s)|(?<=\n)/);
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const lines = text.split(/(?<=\n)/);
  return lines.flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment));
}

/** Without what a list or a speaker puts in front of a sentence. */
function withoutLabel(sentence) {
  return sentence.replace(/^\s*(?:[-*•]\s+|\d+[.)]\s+|\[?\d{1,2}:\d{2}\]?\s+)*(?:[\p{L}][\p{L} ]{0,20}:\s+)?/u, '');
}

function plain(text) {
  return text
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[.!?…,;:]+(?= |$)/g, '')
    .trim();
}

function wordsOf(value) {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(wordsOf) : [];
}

/** A result for people: prose as it is, an object as headings and lists. */
function shown(compressed) {
  if (typeof compressed === 'string') return [document.createTextNode(compressed)];
  return Object.entries(compressed).flatMap(([name, value]) => [element('h3', name), piece(value)]);
}

function piece(value) {
  if (!Array.isArray(value)) return element('p', String(value));
  if (value.length === 0) return element('p', 'none', 'quiet');
  const list = document.createElement('ul');
  list.append(...value.map((item) => element('li', typeof item === 'string' ? item : lineOf(item))));
  return list;
}

function lineOf(item) {
  return Object.entries(item)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => (name === 'do' || name === 'what' ? value : `${name}: ${value}`))
    .join('\n');
}

function row([name, { found, kept, lost }]) {
  const line = document.createElement('tr');
  const head = element('th', name.replaceAll('_', ' '));
  head.scope = 'row';
  line.append(head, element('td', found), element('td', kept), element('td', lost.join(' · ')));
  return line;
}

function element(name, text, className) {
  return Object.assign(document.createElement(name), { textContent: text, ...(className && { className }) });
}
