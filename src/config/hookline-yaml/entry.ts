import type { HookEntry } from '../schema/entry-schema.ts';

/** The keys that every hook has. */
export const commonKeys = [
  'name',
  'description',
  'matcher',
  'if',
  'points',
  'timeout',
  'priority',
  'guard',
  'final',
  'fail_closed',
  'onError',
  'onFailure',
  'mode',
  'enabled',
  'protocol',
] as const;

export type CommonKey = (typeof commonKeys)[number];

/** The key that says what a hook runs. A hook of the user's own type may have none. */
export function handlerKey({ type, ...entry }: HookEntry): string {
  if (type === 'prompt') return 'prompt';
  if (type === 'mcp_tool') return 'tool';
  return 'handler' in entry && entry.handler !== undefined ? 'handler' : 'type';
}
