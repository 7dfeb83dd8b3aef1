import { Agent } from '../../../src/agent/loop/agent.ts';
import { defineTool } from '../../../src/agent/tools/define-tool.ts';
import { ScriptedModel } from '../../../src/entries/agent.ts';
import type { Hooks, Outcome } from '../../../src/entries/index.ts';
import type { Message } from '../../../src/models/model.ts';
import { Scratch } from '../../support/scratch.ts';

export interface Called {
  readonly pre: Outcome;
  readonly post: Outcome | null;
  /** What the tool was run with; null when it was not run. */
  readonly ranWith: unknown;
  /** What the model sees next. */
  readonly messages: readonly string[];
}

/** A call of a tool in the agent loop. The tool says that it ran. */
export function toolCaller(hooks: Hooks, cwd: string) {
  return async (
    name: string,
    input: Readonly<Record<string, unknown>>,
    agentId?: string,
  ): Promise<Called> => {
    const outcomes = new Map<string, Outcome>();
    const stopListening = hooks.intercept({
      settled: ({ point }, outcome) => void outcomes.set(point, outcome),
    });
    let ranWith: unknown = null;
    const tool = defineTool({
      name,
      description: 'Says that it ran.',
      input: { type: 'object' },
      run(given) {
        ranWith = given;
        return `${name} ran`;
      },
    });
    const agent = new Agent({
      hooks,
      model: new ScriptedModel({ turns: [{ tools: [{ name, input, id: 't1' }] }] }),
      tools: [tool],
      cwd,
      sessionId: 's1',
      transcripts: `${new Scratch().path}/sessions`,
      permissionMode: 'bypassPermissions',
      ...(agentId === undefined ? {} : { agentId }),
    });
    let seen: readonly Message[] = [];
    for await (const event of agent.run('Go', { end: true }))
      if (event.type === 'model_request') seen = event.messages;
    stopListening();
    const pre = outcomes.get('PreToolUse');
    if (pre === undefined) throw new Error('PreToolUse did not fire');
    // The prompt and the call come before.
    const messages = seen.slice(2).flatMap(textsOf);
    return { pre, post: outcomes.get('PostToolUse') ?? null, ranWith, messages };
  };
}

function textsOf({ content }: Message): readonly string[] {
  if (typeof content === 'string') return [`user: ${content}`];
  return content.flatMap((block) => (block.type === 'tool_result' ? [`tool: ${String(block.content)}`] : []));
}
