import { z } from 'zod';
import { messageOf } from '../../engine/values/text.ts';
import { toolError } from '../../models/tool-result.ts';
import { defineTool } from '../tools/define-tool.ts';
import type { Tool } from '../tools/tool.ts';
import type { Completion, TaskList } from './task-list.ts';

/** A team as its tools see it. */
export interface TeamTasks {
  readonly tasks: TaskList;
  complete(id: string, options: { readonly teammate?: string; readonly note?: string }): Promise<Completion>;
}

/** The tools that let a model use the team's list of tasks. Without a name: those of the lead. */
export function teamTools(team: TeamTasks, teammate?: string): readonly Tool[] {
  const owner = teammate ?? 'the lead';
  return [
    defineTool({
      name: 'TaskCreate',
      description: 'Adds a task to the list of the team.',
      input: z.object({
        subject: z.string().min(1).describe('The task in one line.'),
        description: z.string().optional().describe('Everything else that is to be known.'),
      }),
      readOnly: true,
      run: ({ subject, description }) => {
        const { id } = team.tasks.add({ subject, ...(description === undefined ? {} : { description }) });
        return `Added task ${id}.`;
      },
    }),
    defineTool({
      name: 'TaskList',
      description: 'Lists the tasks of the team.',
      input: z.object({}),
      readOnly: true,
      run: () =>
        team.tasks
          .all()
          .map(
            ({ id, subject, status, owner: who }) =>
              `${id} [${status}${who === null ? '' : ` by ${who}`}] ${subject}`,
          )
          .join('\n') || 'There are no tasks.',
    }),
    defineTool({
      name: 'TaskUpdate',
      description: 'Claims a task, or completes it.',
      input: z.object({
        task_id: z.string(),
        status: z.enum(['claimed', 'completed']),
        note: z.string().optional().describe('What came of it.'),
      }),
      readOnly: true,
      async run({ task_id: id, status, note }) {
        try {
          team.tasks.claim(owner, id);
          if (status === 'claimed') return `Task ${id} is yours.`;
          const done = await team.complete(id, {
            ...(teammate === undefined ? {} : { teammate }),
            ...(note === undefined ? {} : { note }),
          });
          return done.completed
            ? `Task ${id} is completed.`
            : toolError(`Task ${id} is not completed. ${done.reason}`);
        } catch (error) {
          return toolError(messageOf(error));
        }
      },
    }),
  ];
}
