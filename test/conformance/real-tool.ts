import { appendFileSync } from 'node:fs';
import { ToolGate } from '../../src/entries/agent.ts';
import type { Hooks } from '../../src/entries/index.ts';

/** Has a tool really run behind the hooks of a host; it leaves a line where they leave theirs. */
export async function runTool(
  hooks: Hooks,
  name: string,
  input: { readonly log: string },
): Promise<{ readonly executed: boolean }> {
  return new ToolGate({ hooks }).call({ id: 't1', name, input }, ({ log }) => {
    appendFileSync(String(log), `${name} runs\n`);
    return 'done';
  });
}
