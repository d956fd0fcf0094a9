import type { OutgoingHttpHeaders } from 'node:http';
import { authorNotes, type McpTool } from '@rest-stop/contracts/mcp.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';

type Answer = { statusCode: number; headers: OutgoingHttpHeaders; payload: string };

/** What an answer says in headers, and an agent wants to know. */
const told = ['retry-after', 'ratelimit', 'ratelimit-policy', 'x-request-id'];

/** An answer of the interface as the result of a tool: the same JSON, and an error where it is one. */
export function resultOf({ author }: McpTool, { statusCode, headers, payload }: Answer): CallToolResult {
  const meta = { 'rest-stop/http': { status: statusCode, headers: Object.fromEntries(told.flatMap((name) => entry(headers, name))) } };
  const text = { type: 'text' as const, text: payload };
  if (statusCode !== 200) return { content: [text], isError: true, _meta: meta };
  const note = author ? [{ type: 'text' as const, text: authorNotes[author] }] : [];
  return { content: [...note, text], structuredContent: JSON.parse(payload) as Record<string, unknown>, _meta: meta };
}

function entry(headers: OutgoingHttpHeaders, name: string): [string, string][] {
  const value = headers[name];
  return value === undefined ? [] : [[name, String(value)]];
}
