import { readFileSync } from 'node:fs';

// Loads a plugin as its agent does, has it judge one call, and prints why it blocks it; "null" where the call would go ahead.

type Judge = (input: object, output: object) => Promise<unknown>;

const [, file = '', directory = '', tool = '', sessionID = '', command = ''] = process.argv;

/** Loads as a module whatever its folder says, as the agent does. */
const source = `data:text/javascript;base64,${readFileSync(file).toString('base64')}`;

interface ClinePlugin {
  readonly setup: (api: object, context: object) => void;
  readonly hooks: { readonly beforeTool: (call: object) => Promise<{ skip?: boolean; reason?: string }> };
}

async function skipped({ setup, hooks }: ClinePlugin): Promise<string | null> {
  setup({}, { workspaceInfo: { rootPath: directory } });
  const snapshot = { agentId: 'doctor', conversationId: sessionID, messages: [] };
  const toolCall = { toolCallId: 'doctor', toolName: tool };
  const { skip, reason } = await hooks.beforeTool({ snapshot, toolCall, input: { command } });
  return skip === true && reason !== undefined ? reason : null;
}

async function blocked(): Promise<string | null> {
  const exported: Readonly<Record<string, unknown>> = await import(source);
  const { default: cline } = exported;
  if (typeof cline === 'object') return skipped(cline as ClinePlugin);
  for (const plugin of Object.values(exported)) {
    if (typeof plugin !== 'function') continue;
    const hooks: { readonly 'tool.execute.before'?: Judge } = await plugin({
      directory,
      worktree: directory,
      client: {},
    });
    try {
      await hooks['tool.execute.before']?.({ tool, sessionID, callID: 'doctor' }, { args: { command } });
    } catch (problem) {
      return problem instanceof Error ? problem.message : String(problem);
    }
  }
  return null;
}

process.stdout.write(JSON.stringify(await blocked()));
