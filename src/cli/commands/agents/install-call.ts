import { createInterface } from 'node:readline/promises';
import { shortPath } from '../../../config/source/problem.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import { lineChanges } from '../../../files/line-changes.ts';
import type { AgentProduct } from '../../../gateway/agents/agent-product.ts';
import { agentNamed, agentTable } from '../../../gateway/agents/agent-table.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import { type InstallScope, isAgentHere } from '../../../gateway/install/agent-places.ts';
import type { InstallChange } from '../../../gateway/install/install-change.ts';
import type { CommandCall } from '../../command.ts';
import { requireNoAgent } from '../people/person.ts';

export function scopeOf(options: CommandCall['options']): InstallScope {
  if (options['user'] === true && options['project'] === true)
    throw new HooklineError('option-invalid', '--user and --project exclude each other');
  return options['user'] === true ? 'user' : 'project';
}

export function chosenAgents(names: readonly string[]): readonly AgentProduct[] {
  if (names.length > 0) return [...new Set(names)].map(agentNamed);
  const found = Object.values(agentTable).filter(isAgentHere);
  if (found.length > 0) return found;
  const known = Object.keys(agentTable).join(', ');
  throw new HooklineError(
    'input-invalid',
    `none of the agents that hookline knows is on this machine: ${known}`,
  );
}

export function showChange({ path, before, after, keeps }: InstallChange, { terminal }: CommandCall): void {
  const { bold, green, red } = terminal.colors;
  if (keeps !== true) {
    terminal.print(bold(`${shortPath(path)} (hookline's own)`));
    return;
  }
  terminal.print(bold(after === null ? `${shortPath(path)} is removed` : shortPath(path)));
  for (const { sign, text } of lineChanges(before ?? '', after ?? ''))
    terminal.print((sign === '+' ? green : red)(`  ${sign} ${visible(text)}`));
}

/** Without a person, `--yes` is needed; agents can't give it. */
export async function mayWrite(
  { options, terminal, signal }: CommandCall,
  question: string,
): Promise<boolean> {
  requireNoAgent('to change what guards agents');
  if (options['yes'] === true) return true;
  if (!process.stdin.isTTY) {
    terminal.tell('nothing was changed: nobody can be asked here; to write it all the same, add --yes');
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal });
    if (/^y(es)?$/i.test(answer.trim())) return true;
    terminal.tell('nothing was changed');
    return false;
  } finally {
    lines.close();
  }
}
