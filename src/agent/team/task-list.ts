import { z } from 'zod';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { toolError } from '../../models/tool-result.ts';
import { defineTool } from '../tools/define-tool.ts';
import type { Tool } from '../tools/tool.ts';

/** `completed`: no hook objected. `failed`: it was given up; the note says why. */
type TaskStatus = 'open' | 'claimed' | 'completed' | 'failed';

export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly description: string | null;
  readonly status: TaskStatus;
  readonly owner: string | null;
  readonly note: string | null;
}

interface NewTask {
  readonly subject: string;
  readonly description?: string;
}

export type Completion =
  | { readonly completed: true }
  | { readonly completed: false; readonly reason: string };

export class TaskList {
  readonly #tasks = new Map<string, Task>();

  add({ subject, description }: NewTask): Task {
    if (subject.trim() === '') throw new HooklineError('team-invalid', 'a task needs a subject');
    const id = String(this.#tasks.size + 1);
    const unclaimed = { status: 'open', owner: null, note: null } as const;
    return this.#set({ id, subject, description: description ?? null, ...unclaimed });
  }

  all(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  get(id: string): Task {
    const task = this.#tasks.get(id);
    if (task === undefined) throw new HooklineError('team-invalid', `there is no task "${id}"`);
    return task;
  }

  claim(owner: string, id?: string): Task | null {
    const task = id === undefined ? this.all().find(({ status }) => status === 'open') : this.get(id);
    if (task === undefined) return null;
    if (task.status === 'claimed' && task.owner === owner) return task;
    if (task.status !== 'open') {
      throw new HooklineError(
        'team-invalid',
        `task "${task.id}" is ${task.status}, so ${owner} cannot claim it`,
      );
    }
    return this.#set({ ...task, status: 'claimed', owner });
  }

  complete(id: string, note: string | null): Task {
    return this.#set({ ...this.get(id), status: 'completed', note });
  }

  fail(id: string, note: string): Task {
    return this.#set({ ...this.get(id), status: 'failed', note });
  }

  #set(task: Task): Task {
    this.#tasks.set(task.id, task);
    return task;
  }
}

export interface TeamTasks {
  readonly tasks: TaskList;
  complete(id: string, options: { readonly teammate?: string; readonly note?: string }): Promise<Completion>;
}

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
