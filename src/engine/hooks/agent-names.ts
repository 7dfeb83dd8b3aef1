import { compileGlob } from './fnmatch.ts';

/** The agent that a session belongs to. Where an API takes an agent, null means this one. */
export const mainAgent = 'main';

export function meansAgent(id: string, agent: string): boolean {
  return id === agent || (id.includes('*') && compileGlob(id).matches(agent));
}

/** Fires as a subagent of a type, so hooks that name the type run for it too. */
export async function asSubagent<T>(
  hooks: { scope(agent: string, options: { readonly type: string }): { close(): void } },
  agent: string | null,
  type: string | null,
  fire: () => Promise<T>,
): Promise<T> {
  const scope = agent === null || agent === '*' || type === null ? null : hooks.scope(agent, { type });
  try {
    return await fire();
  } finally {
    scope?.close();
  }
}
