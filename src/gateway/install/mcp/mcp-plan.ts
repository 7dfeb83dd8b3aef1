import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../../files/take-file.ts';
import type { InstallScope } from '../agent-places.ts';
import { type InstallChange, isChange } from '../install-change.ts';
import { mcpFiles } from './mcp-files.ts';
import { serverEntries } from './server-entries.ts';
import { isWrappedText, unwrapServer, wrapServer } from './wrap-server.ts';

/** A server that changes, or should. */
export interface PlannedServer {
  readonly server: string;
  readonly agent: string;
  readonly title: string;
  readonly file: string;
  /** Why it stays as it is. */
  readonly problem: string | null;
}

export interface McpPlan {
  readonly changes: readonly InstallChange[];
  readonly servers: readonly PlannedServer[];
}

interface Chosen {
  /** None: all. */
  readonly agents: readonly string[];
  readonly scope: InstallScope;
  readonly folder: string;
}

/** How an agent starts hookline: by its path, unless the project brings it along. */
export function hooklineProgram(scope: InstallScope, folder: string): readonly string[] {
  const isShared = scope === 'project' && existsSync(join(folder, 'node_modules/hookline/package.json'));
  return isShared ? ['npx', 'hookline'] : [process.execPath, realpathSync(process.argv[1] ?? '')];
}

/** Puts servers behind hookline, or takes hookline out again, after other changes. Writes nothing. */
export async function planMcp(
  how: 'wrap' | 'unwrap',
  { agents, scope, folder }: Chosen,
  changes: readonly InstallChange[] = [],
): Promise<McpPlan> {
  const planned = new Map(changes.map((change) => [change.path, change]));
  const servers: PlannedServer[] = [];
  // A project's agents must not go unguarded where its policy isn't found.
  const program = [...hooklineProgram(scope, folder), 'mcp', ...(scope === 'project' ? ['--required'] : [])];
  for (const mcpFile of mcpFiles(folder)) {
    const { agent, title, file } = mcpFile;
    if (mcpFile.scope !== scope || (agents.length > 0 && !agents.includes(agent))) continue;
    const change = planned.get(file);
    const before = change === undefined ? await readIfThere(file) : change.before;
    let text = (change === undefined ? before : change.after) ?? '';
    if (how === 'unwrap' && !isWrappedText(text)) continue;
    for (const { name: server } of serverEntries(mcpFile, text)) {
      const entry = serverEntries(mcpFile, text).find(({ name }) => name === server);
      if (entry === undefined) continue;
      const edit =
        how === 'wrap' ? wrapServer(mcpFile, text, entry, program) : unwrapServer(mcpFile, text, entry);
      if (edit === null) continue;
      servers.push({ server, agent, title, file, problem: 'why' in edit ? edit.why : null });
      if ('why' in edit) continue;
      ({ text } = edit);
      planned.set(file, { ...change, path: file, before, after: text, keeps: true });
    }
  }
  return { changes: [...planned.values()].filter(isChange), servers };
}
