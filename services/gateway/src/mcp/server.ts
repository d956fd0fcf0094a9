import { heartbeatMs } from '@rest-stop/contracts/event-stream.ts';
import { mcpInstructions, mcpServerInfo, type McpTool, mcpTools } from '@rest-stop/contracts/mcp.ts';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';

/** What is listed changes with a release only. */
const listsAge = { ttlMs: 3_600_000, cacheScope: 'public' as const };

export type CallTool = (tool: McpTool, args: Record<string, unknown>) => Promise<CallToolResult>;

/**
 * A server for one message. Arguments are not checked here: the services check them, and say more about what is wrong with them than the
 * server of the SDK that would.
 */
export function createToolServer(baseUrl: string, call: CallTool): Server {
  const server = new Server(mcpServerInfo(baseUrl), {
    capabilities: { tools: {} },
    instructions: mcpInstructions,
    cacheHints: { 'tools/list': listsAge, 'server/discover': listsAge },
  });
  server.setRequestHandler('tools/list', () => ({ tools: mcpTools.map(({ definition }) => definition) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = mcpTools.find(({ definition }) => definition.name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool: tools/list names all of them.');
    const stop = tool.route.slow && tellProgress(context);
    try {
      return await call(tool, params.arguments ?? {});
    } finally {
      stop?.();
    }
  });
  return server;
}

function tellProgress({ mcpReq }: ServerContext): (() => void) | undefined {
  const progressToken = mcpReq['_meta']?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  const timer = setInterval(() => {
    const params = { progressToken, progress: ++progress, message: 'Still at work.' };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, heartbeatMs);
  return () => clearInterval(timer);
}
