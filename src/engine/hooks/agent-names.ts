import { compileGlob } from './fnmatch.ts';

/** What the agent that a session belongs to is called. Where an API takes an agent, null means this one. */
export const mainAgent = 'main';

/** Whether a scope of that id is the agent's: `*` in an id stands for any text. */
export function meansAgent(id: string, agent: string): boolean {
  return id === agent || (id.includes('*') && compileGlob(id).matches(agent));
}
