import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Notice, Outcome } from '../../engine/outcome/outcome.ts';
import type { BaseFields } from '../../engine/points/inputs.ts';
import type { FireInput } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { Fire } from '../history/file-writer.ts';
import { neverAborted } from '../loop/abort.ts';
import { denialOf } from '../tool-call/tool-texts.ts';
import type { Tool } from '../tools/tool.ts';
import { type Completion, type Task, TaskList, type TeamTasks, teamTools } from './task-list.ts';

export interface Worker {
  start?(options: { readonly signal?: AbortSignal }): Promise<void>;
  ask(
    prompt: string,
    options?: { readonly signal?: AbortSignal },
  ): Promise<{ readonly result: string; readonly stop_reason: string; readonly reason?: string }>;
  readonly fire?: Fire;
  end?(): Promise<void>;
}

export type Member = Worker | ((tools: readonly Tool[]) => Worker);

export interface TeamOptions {
  readonly name: string;
  readonly hooks: Pick<Hooks, 'fire'>;
  readonly base?: Partial<BaseFields>;
  readonly lead?: Member;
  readonly teammates: Readonly<Record<string, Member>>;
  readonly tasks?: TaskList;
  readonly notice?: (notice: Omit<Notice, 'hook'> & { readonly hook: string | null }, point: string) => void;
}

export interface TeamRunOptions {
  readonly signal?: AbortSignal;
  /** Ends the sessions of the teammates when their work is done. Default: false. */
  readonly end?: boolean;
}

export interface TeamResult {
  readonly tasks: readonly Task[];
  readonly result: string | null;
}

export const maxSendBacks = 8;

const goodEnds: ReadonlySet<string> = new Set(['end_turn', 'max_tokens', 'stop_limit']);

export class Team implements TeamTasks {
  readonly name: string;
  readonly tasks: TaskList;
  readonly #options: TeamOptions;
  readonly #lead: Worker | null;
  readonly #teammates: ReadonlyMap<string, Worker>;
  readonly #context = new Map<string, string[]>();

  constructor(options: TeamOptions) {
    this.#options = options;
    this.name = options.name;
    this.tasks = options.tasks ?? new TaskList();
    if (options.name === '') throw new HooklineError('team-invalid', 'a team needs a name');
    if (Object.keys(options.teammates).length === 0) {
      throw new HooklineError('team-invalid', `the team "${options.name}" has no teammates`);
    }
    const { lead, teammates } = options;
    this.#lead = lead === undefined ? null : workerOf(lead, teamTools(this));
    this.#teammates = new Map(
      Object.entries(teammates).map(([name, member]) => [name, workerOf(member, teamTools(this, name))]),
    );
  }

  async run(goal?: string, options: TeamRunOptions = {}): Promise<TeamResult> {
    const { signal = neverAborted } = options;
    const lead = this.#lead;
    const teammates = [...this.#teammates];
    if (lead !== null && goal !== undefined) await answer(lead, goal, signal);
    try {
      do {
        await Promise.all(teammates.map(([name, worker]) => this.#work(name, worker, signal)));
      } while (!signal.aborted && this.tasks.all().some(({ status }) => status === 'open'));
    } finally {
      if (options.end === true) await Promise.all(teammates.map(([, worker]) => worker.end?.()));
    }
    const tasks = this.tasks.all();
    if (lead === null || signal.aborted) return { tasks, result: null };
    const { result } = await answer(
      lead,
      `Your team is done:\n${tasks.map(reportOn).join('\n')}\nSum up.`,
      signal,
    );
    return { tasks, result };
  }

  async complete(
    id: string,
    options: { readonly teammate?: string; readonly note?: string } = {},
  ): Promise<Completion> {
    const { teammate, note = null } = options;
    const task = this.tasks.get(id);
    if (task.status === 'completed') return { completed: true };
    const outcome = await this.#fire(teammate, 'TaskCompleted', {
      task_id: task.id,
      task_subject: task.subject,
      ...(task.description === null ? {} : { task_description: task.description }),
      ...(teammate === undefined ? {} : { teammate_name: teammate }),
      team_name: this.name,
    });
    if (outcome.decision === 'deny') return { completed: false, reason: denialOf(outcome) };
    this.tasks.complete(id, note);
    return { completed: true };
  }

  async #work(name: string, worker: Worker, signal: AbortSignal): Promise<void> {
    await worker.start?.({ signal }).catch(() => {});
    for (let sentBack = 0; !signal.aborted; ) {
      const task = this.tasks.claim(name);
      if (task !== null) {
        sentBack = 0;
        await this.#do(task, name, worker, signal);
        continue;
      }
      const reason = await this.#idle(name);
      if (reason === null) return;
      if (sentBack === maxSendBacks) {
        this.#giveUp(
          'TeammateIdle',
          `${name} goes idle although a hook objects: it did so ${maxSendBacks} times in a row`,
        );
        return;
      }
      sentBack += 1;
      await answer(worker, this.#prompt(name, reason), signal);
    }
  }

  async #do(task: Task, name: string, worker: Worker, signal: AbortSignal): Promise<void> {
    let prompt = promptFor(task);
    for (let sentBack = 0; ; sentBack += 1) {
      const end = await answer(worker, this.#prompt(name, prompt), signal);
      if (this.tasks.get(task.id).status !== 'claimed') return;
      if (signal.aborted) return void this.tasks.fail(task.id, 'interrupted');
      if (!goodEnds.has(end.stop_reason)) {
        return void this.tasks.fail(task.id, `${name} stopped: ${end.reason ?? end.stop_reason}`);
      }
      const done = await this.complete(task.id, { teammate: name, note: end.result });
      if (done.completed) return;
      if (sentBack === maxSendBacks) {
        this.#giveUp(
          'TaskCompleted',
          `task "${task.id}" was given up: it was not completed ${maxSendBacks + 1} times`,
        );
        return void this.tasks.fail(task.id, done.reason);
      }
      prompt = done.reason;
    }
  }

  async #idle(teammate: string): Promise<string | null> {
    const input = { teammate_name: teammate, team_name: this.name };
    const outcome = await this.#fire(teammate, 'TeammateIdle', input);
    return outcome.resume ? (outcome.reason ?? 'Go on.') : null;
  }

  async #fire<R extends 'TaskCompleted' | 'TeammateIdle'>(
    teammate: string | undefined,
    point: R,
    input: FireInput<R>,
  ): Promise<Outcome> {
    const worker = teammate === undefined ? this.#lead : this.#teammates.get(teammate);
    const options = teammate === undefined ? {} : { agent: teammate };
    if (worker?.fire !== undefined) return worker.fire(point, input, options);
    const { hooks, base } = this.#options;
    const outcome = await hooks.fire(point, { ...base, ...input }, options);
    this.#pass(outcome, teammate);
    return outcome;
  }

  #pass(outcome: Outcome, teammate: string | undefined): void {
    for (const notice of outcome.notices) this.#options.notice?.(notice, outcome.point);
    if (teammate === undefined) return;
    const texts = outcome.injections.map(({ content }) => content);
    if (texts.length > 0) this.#context.set(teammate, [...(this.#context.get(teammate) ?? []), ...texts]);
  }

  #prompt(teammate: string, prompt: string): string {
    const added = this.#context.get(teammate) ?? [];
    this.#context.delete(teammate);
    return added.length === 0 ? prompt : `${added.join('\n')}\n\n${prompt}`;
  }

  #giveUp(point: string, message: string): void {
    this.#options.notice?.({ level: 'warning', message, hook: null }, point);
  }
}

function workerOf(member: Member, tools: readonly Tool[]): Worker {
  return typeof member === 'function' ? member(tools) : member;
}

async function answer(worker: Worker, prompt: string, signal: AbortSignal): ReturnType<Worker['ask']> {
  try {
    return await worker.ask(prompt, { signal });
  } catch (error) {
    return { result: '', stop_reason: 'error', reason: messageOf(error) };
  }
}

function promptFor({ id, subject, description }: Task): string {
  return `Task ${id}: ${subject}${description === null ? '' : `\n\n${description}`}`;
}

function reportOn({ id, subject, status, note }: Task): string {
  return `- Task ${id} (${subject}) ${status}${note === null || note === '' ? '' : `: ${note}`}`;
}
