import { lookUp } from '../../engine/values/look-up.ts';
import { nearest } from '../../engine/values/suggest.ts';
import { handlerKind } from '../../handlers/handler.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { agentRefused } from '../source/refused-types.ts';
import { judgeModel } from './judge-model.ts';
import { mcpFileName } from './mcp-file.ts';
import type { HttpEntry, SettingsEntry } from './schema.ts';

/** What decides whether a hook of the settings can run. */
export interface Reachable {
  readonly servers: McpServersSection;
  isAllowed(entry: HttpEntry): boolean;
}

/** Why a hook of the settings cannot run here, or null. */
export function obstacleOf(entry: SettingsEntry, { servers, isAllowed }: Reachable): string | null {
  if (entry.type === 'agent') return agentRefused;
  if (entry.type === 'http')
    return isAllowed(entry) ? null : '"allowedHttpHookUrls" does not allow this address';
  if (entry.type === 'prompt') {
    const model = judgeModel(entry.model);
    return handlerKind('prompt').obstacle?.({ prompt: entry.prompt, model })?.message ?? null;
  }
  if (entry.type !== 'mcp_tool' || lookUp(servers, entry.server) !== undefined) return null;
  const near = nearest(entry.server, Object.keys(servers));
  const hint = near === null ? '' : ` (did you mean "${near}"?)`;
  return `the MCP server "${entry.server}"${hint} is neither in ${mcpFileName} nor under "mcpServers" of a hookline.yaml`;
}
