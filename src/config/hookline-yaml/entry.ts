import type { HookEntry } from '../schema/entry-schema.ts';

/** The key that says what a hook runs. A hook of the user's own type may have none. */
export function handlerKey({ type, ...entry }: HookEntry): string {
  if (type === 'prompt') return 'prompt';
  if (type === 'mcp_tool') return 'tool';
  return 'handler' in entry && entry.handler !== undefined ? 'handler' : 'type';
}
