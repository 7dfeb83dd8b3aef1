import { HooklineError } from '../../engine/values/errors.ts';

/** The states of a task. */
export const taskStatuses = {
  open: 'Nobody works on it.',
  claimed: 'Its owner works on it.',
  completed: 'It is done, and no hook objected.',
  failed: 'It was given up; the note says why.',
} as const;

export type TaskStatus = keyof typeof taskStatuses;

export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly description: string | null;
  readonly status: TaskStatus;
  readonly owner: string | null;
  /** The result of the task. */
  readonly note: string | null;
}

export interface NewTask {
  readonly subject: string;
  readonly description?: string;
}

/** Whether a task could be completed. */
export type Completion =
  | { readonly completed: true }
  | { readonly completed: false; readonly reason: string };

/** The tasks of a team. A task has one owner at a time. */
export class TaskList {
  readonly #tasks = new Map<string, Task>();

  add({ subject, description }: NewTask): Task {
    if (subject.trim() === '') throw new HooklineError('team-invalid', 'a task needs a subject');
    const id = String(this.#tasks.size + 1);
    return this.#set({
      id,
      subject,
      description: description ?? null,
      status: 'open',
      owner: null,
      note: null,
    });
  }

  all(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  get(id: string): Task {
    const task = this.#tasks.get(id);
    if (task === undefined) throw new HooklineError('team-invalid', `there is no task "${id}"`);
    return task;
  }

  /** Claims the named task, or the next open one; null when none is open. */
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
