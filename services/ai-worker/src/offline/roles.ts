import type { Role } from './unit.ts';

const WORDS: Record<Role, string> = {
  none: 'narration',
  user: 'user human principal operator supervisor goal mission objective task request prompt brief instruction instructions customer requester benutzer benutzerin nutzer nutzerin kunde kundin utilisateur utilisatrice usuario usuaria',
  assistant:
    'assistant ai agent thought thoughts thinking reasoning scratchpad エージェント アシスタント 助手 助理 bot model claude gpt chatgpt copilot gemini assistent asistente agente modèle',
  system: 'system developer',
  tool: 'tool tools function observation tool_result tool_use tool_call tool_output result results output stdout stderr bash shell terminal ergebnis',
};
const ROLES = new Map<string, Role>(
  Object.entries(WORDS).flatMap(([role, words]) => words.split(' ').map((word) => [word, role as Role] as const)),
);

/** The role a word names in any of the languages known, as `user` or `benutzer` do. */
export function roleOfWord(word: string): Role | undefined {
  return ROLES.get(word.toLowerCase());
}

/** Words that look like a name before a colon but label what follows. */
export const LABELS = new Set(
  (
    'comment comments reply review note notes notice critical warning caution important todo fixme error warn info debug trace fatal hint tip example summary status update task goal plan next decision decided ' +
    'question questions answer reason rationale why because constraint constraints rule rules deadline deadlines due context background problem cause fix option options ' +
    'scope owner date time title description impact severity priority version file path url id name type key value pending blocked blocker risk risks assumption ' +
    'source quote finding claim ref link cost price total output input usage runbook dashboard owner author commander scribe size location status_code requirement requirements acceptance re subject from to cc bcc sent received forwarded attachment attachments attached enclosure enclosures signature signed ps fyi edit hinweis achtung wichtig frist aufgabe entscheidung remarque attention nota aviso tarea step phase day'
  ).split(' '),
);
