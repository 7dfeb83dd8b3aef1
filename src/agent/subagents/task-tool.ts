import { z } from 'zod';
import type { Actor } from '../loop/actor.ts';
import { defineTool } from '../tools/define-tool.ts';
import type { Tool } from '../tools/tool.ts';
import { runSubagent, type Subagents } from './subagents.ts';

/** The tool that starts subagents. */
export function taskTool(subagents: Subagents, actors: ReadonlyMap<string, Actor>): Tool {
  const kinds = Object.entries(subagents).map(
    ([type, { description }]) => `- ${type}${description === undefined ? '' : `: ${description}`}`,
  );
  return defineTool({
    name: 'Task',
    description: `Gives a task to a subagent, which works on its own and answers once. Kinds:\n${kinds.join('\n')}`,
    input: z.object({
      description: z.string().default('').describe('The task in a few words'),
      prompt: z.string().describe('The whole task: the subagent sees nothing else'),
      subagent_type: z.string().describe('The kind of subagent'),
    }),
    concurrent: true,
    // It does nothing by itself. The subagent's own calls are judged.
    readOnly: true,
    async run({ description, prompt, subagent_type: type }, { agent, signal }) {
      const parent = actors.get(agent.id);
      if (parent === undefined)
        return { content: 'only an agent of this session can do this', isError: true };
      return runSubagent(parent, subagents, { type, description, prompt }, signal);
    },
  });
}
