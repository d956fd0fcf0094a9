import type { Role } from './turn.ts';

const ROLES = new Map<string, Role>([
  ...words(
    'user',
    'user human you operator benutzer benutzerin nutzer nutzerin utilisateur utilisatrice usuario usuaria utente usuário gebruiker użytkownik пользователь человек 用户 用戶 使用者 ユーザー 사용자',
  ),
  ...words(
    'assistant',
    'assistant agent ai bot llm chatgpt claude gemini copilot cursor codex cline roo aider devin openhands cascade windsurf antigravity amp jules kiro kilo junie trae qoder augment planner coder goose warp grok deepseek perplexity mistral llama qwen gpt model assistent assistenz agente asistente assistente ассистент エージェント アシスタント 助手 助理 어시스턴트',
  ),
  ...words('assistant', 'thought thinking reasoning'),
  ...words('system', 'system developer systemprompt'),
  ...words('tool', 'tool tools function observation shell bash terminal console stdout stderr herramienta outil ferramenta strumento'),
]);

/** Pairs of labels of which one alone names nobody. */
const PAIRED = new Map<string, Role>([
  ...words('user', 'prompt question me'),
  ...words('assistant', 'response answer'),
  ...words('assistant', 'action'),
]);

/** Words before a colon that label what follows rather than name who says it. */
const LABELS = new Set(
  'note notes todo goal aim task warning warn error err info debug trace fatal critical breaking fixme notice caution important update status summary result results output decision decisions rule rules constraint constraints requirement requirements acceptance assumption assumptions reason rationale why cause fix plan next step steps risk risks question questions answer open done deadline deadlines due date day week month phase time subject re fwd from to cc bcc sent received forwarded attachment attachments attn ps nb example e.g i.e version title description impact severity priority author owner client contact size price cost costs source sources quote finding findings claim claims ref link location where when who what how which total sum input expected actual before after current target scope context background history problem solution option options pros cons hint tip objective mission request instruction instructions brief policy command page session part chapter section episode issue item lane body model attention name names type file files path line url http https id key value default usage arguments args returns return raises see also setup test tests commit branch build run required optional features feature changes change added removed fixed deprecated security license environment os python node host port achtung hinweis ziel aufgabe frage antwort entscheidung regel regeln grund betreff datum von an offen erledigt frist termin wichtig objectif but tâche tâches remarque règle règles raison décision décisions réponse objet échéance délai objetivo tarea tareas nota aviso regla reglas motivo decisión pregunta respuesta asunto fecha plazo pendiente obiettivo compito regola decisione domanda risposta oggetto data topic topics agenda action actions present regrets chair scribe meeting minutes attendees participants resolution resolved proposal proposed motion'.split(
    ' ',
  ),
);

const MODEL =
  /^(?:claude|chatgpt|gpt|gemini|copilot|github copilot|cursor|codex|grok|deepseek|llama|mistral|qwen|o[1-9])(?:[ -][\w.-]+){0,4}$/;

function words(role: Role, list: string): [string, Role][] {
  return list.split(' ').map((word) => [word, role]);
}

/** Who a label names: "User", "🤖 Assistant (model · 3s)", "3. user", "Message 12 - User", "You said", "ChatGPT response". */
export type Named = { readonly name: string; readonly role?: Role; readonly paired?: Role; readonly at?: string };

const TIME =
  /\d{4}-\d\d-\d\d(?:[T ,]+\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| ?[AP]M)?)?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}(?:,? \d\d?:\d\d(?::\d\d)?(?: ?[AP]M)?)?|\b\d\d?:\d\d(?::\d\d)?(?: ?[AP]M)?/i;

export function namedBy(label: string): Named {
  const given = /^(?:role\s*[=:]\s*)?(\w+)\s*(?:[—–|/·,]|:(?!$)|$)/u.exec(label.trim());
  const known = given && /[=—–|/·,:]/.test(label) ? ROLES.get(given[1]!.toLowerCase()) : undefined;
  const at = TIME.exec(label)?.[0];
  const bare = label.replace(/\s*[(（].*$/, '');
  const name = (bare.trim() === '' ? label : bare)
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(TIME, ' ')
    .replace(/[^\p{L}\p{N}\s.'_-]/gu, ' ')
    .replace(/^\s*(?:(?:message|msg|turn|step|entry|round|exchange|no)\b[\s.#-]*)?\d*[\s.-]*/i, '')
    .replace(/[\s-]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const low = name.toLowerCase().replace(/ (?:said|asked|wrote|message|response|reply|prompt|input|turn)$/, '');
  const tool =
    /^TOOL\b|^tool \w+$/.test(name) ||
    /^tool(?:[ _-](?:call|calls|result|results|output|use|response))?$|^tool [a-z]\w*[._][\w.]+$|^(?:function|command|shell|terminal)[ _-](?:call|result|output|response)$/.test(
      name.toLowerCase(),
    );
  const role = tool
    ? 'tool'
    : (ROLES.get(low) ??
      known ??
      (MODEL.test(low) ? 'assistant' : undefined) ??
      (/^(?:system|developer) (?:prompt|message)$/.test(name.toLowerCase()) ? 'system' : undefined));
  const paired = PAIRED.get(low);
  return { name, ...(role && { role }), ...(paired && { paired }), ...(at && { at }) };
}

/** Whether a label may be the name of a person: one to three words with capitals, or one handle, and no word that labels something. */
export function isPerson(name: string): boolean {
  if (name.length > 40 || !/^\p{Lu}[\p{L}'.-]*(?: \p{Lu}[\p{L}'.-]*){0,2}$|^@?[a-z][\w.-]{1,24}$/u.test(name)) return false;
  return !name
    .toLowerCase()
    .split(' ')
    .some((word) => LABELS.has(word));
}

const AGENT = /bot$|(?:^|[-_. ])(?:bot|agent|agente|assistant|assist|ai|copilot)(?:[-_. ]?\w{1,12})?$|^agente?[-_]/;
const MACHINE =
  /^(?:sys|syslog|logs?|telemetr\w*|sensors?|monitor(?:ing)?|alerts?|alertmanager|pager\w*|cron|kernel|daemon|ci|jenkins|github|gitlab|scheduler|webhook|portal[-_]\w+|no-?reply)$/;

/** Who somebody is who is called `name` among others: an agent, a program, or a person. */
export function roleOfName(name: string): Role {
  const low = name.toLowerCase();
  const { role, paired } = namedBy(name);
  if (low === 'me') return 'assistant';
  return role ?? paired ?? (MACHINE.test(low) ? 'tool' : AGENT.test(low) ? 'assistant' : 'user');
}
