import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ProtectedPaths } from '../../builtin/own-files/protected-paths.ts';
import type { FireOptions } from '../../engine/firing/context.ts';
import { mainAgent } from '../../engine/hooks/agent-names.ts';
import type { Scope } from '../../engine/hooks/scope.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { FireInput, FireRef, ValueOf } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { AgentIdentity } from '../../models/model.ts';
import type { ExitReason } from '../../protocols/agent-sdk/types.ts';
import { hookMessages } from '../../trace/messages.ts';
import { compact } from '../conversation/compaction.ts';
import { Conversation } from '../conversation/conversation.ts';
import { readTranscript, Transcript } from '../conversation/transcript.ts';
import { noFileWriter } from '../history/file-writer.ts';
import { taskTool } from '../subagents/subagents.ts';
import { type PermissionMode, Permissions } from '../tool-call/permissions.ts';
import { type Actor, makeActor, noUsage, startSession } from './actor.ts';
import { type AgentOptions, defaultTranscripts, sessionIdOf } from './agent-options.ts';
import { CurrentRun } from './current-run.ts';
import type { AgentEvent, ResultEvent } from './events.ts';
import { answerPrompt, type LoopEnd } from './loop.ts';
import { PhaseKeeper } from './phases.ts';
import { Session } from './session.ts';

export interface RunOptions {
  /** End the session with this run, so SessionEnd hooks have run before the result. */
  readonly end?: boolean;
  readonly signal?: AbortSignal;
}

export class Agent {
  readonly sessionId: string;
  readonly #options: AgentOptions;
  readonly #session: Session;
  readonly #identity: AgentIdentity;
  readonly #actor: Actor;
  readonly #conversation: Conversation;
  readonly #phases: PhaseKeeper;
  #stopListening: (() => void) | null = null;
  #scope: Scope | null = null;
  #started: Promise<void> | null = null;
  #hasEnded = false;
  readonly #current = new CurrentRun();

  constructor(options: AgentOptions) {
    this.#options = options;
    this.sessionId = sessionIdOf(options);
    const cwd = resolve(options.cwd ?? process.cwd());
    const path = join(resolve(options.transcripts ?? defaultTranscripts()), `${this.sessionId}.jsonl`);
    const { permissionMode: mode, rules, approver, hooks } = options;
    this.#session = new Session({
      id: this.sessionId,
      cwd,
      transcriptPath: path,
      hooks,
      permissions: new Permissions({
        ...(mode !== undefined && { mode }),
        ...(rules !== undefined && { rules }),
        ...(approver !== undefined && { approver }),
      }),
      protectedPaths: new ProtectedPaths(options.protectedPaths ?? [], cwd),
      files: options.files ?? noFileWriter,
      orchestratorId: options.orchestratorId ?? null,
      emit: (event) => this.#emit(event),
    });
    this.#identity = { id: options.agentId ?? mainAgent, type: options.agentType ?? null };
    this.#conversation = new Conversation(new Transcript(path, this.sessionId));
    this.#phases = new PhaseKeeper(this.#session, this.#identity);
    this.#actor = this.#makeActor();
    if (options.resume === true) this.#restore(path);
  }

  get agentId(): string {
    return this.#identity.id;
  }

  get transcriptPath(): string {
    return this.#session.setup.transcriptPath;
  }

  get orchestratorId(): string | null {
    return this.#session.setup.orchestratorId;
  }

  get permissionMode(): PermissionMode {
    return this.#session.setup.permissions.mode;
  }

  set permissionMode(mode: PermissionMode) {
    this.#session.setup.permissions.mode = mode;
  }

  get phase(): string | null {
    return this.#phases.current;
  }

  async enterPhase(phase: string): Promise<boolean> {
    await this.start();
    return (await this.#phases.enter(phase)) === null;
  }

  fire<R extends FireRef>(
    point: R,
    input: FireInput<R>,
    options: FireOptions = {},
  ): Promise<Outcome<ValueOf<R>>> {
    return this.#session.firing(this.#identity)(point, input, options);
  }

  async setup(trigger: 'init' | 'maintenance' = 'init'): Promise<void> {
    await this.start();
    await this.fire('Setup', { trigger });
  }

  async start(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    this.#checkUsable();
    this.#listen();
    this.#started ??= this.#begin(this.#options.resume === true ? 'resume' : 'startup', options.signal);
    await this.#started;
  }

  async *run(prompt: string, options: RunOptions = {}): AsyncGenerator<AgentEvent, void, undefined> {
    this.#checkUsable();
    this.#checkIdle();
    yield* this.#current.run((signal) => this.#answer(prompt, signal, options.end === true), options.signal);
  }

  async ask(prompt: string, options: RunOptions = {}): Promise<ResultEvent> {
    let result: ResultEvent | null = null;
    for await (const event of this.run(prompt, options)) if (event.type === 'result') result = event;
    if (result === null) throw new HooklineError('agent-ended', 'the run ended without a result');
    return result;
  }

  interrupt(): void {
    this.#current.interrupt();
  }

  async compact(instructions?: string, options: { readonly signal?: AbortSignal } = {}): Promise<boolean> {
    await this.start();
    this.#checkIdle();
    const signal = options.signal ?? new AbortController().signal;
    return compact(this.#actor, 'manual', instructions ?? null, signal);
  }

  async clear(): Promise<void> {
    await this.start();
    this.#checkIdle();
    await this.#fireEnd('clear');
    this.#conversation.clear();
    await this.#begin('clear');
  }

  notify(message: string, type: string, title?: string): Promise<void> {
    return this.#session.notify(this.#identity, message, type, title);
  }

  async end(reason?: ExitReason): Promise<void> {
    this.interrupt();
    await this.#current.settled;
    await this.#close(reason);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  async #answer(prompt: string, signal: AbortSignal, isLast: boolean): Promise<void> {
    const end = await this.#tryToAnswer(prompt, signal);
    await this.#session.settled();
    if (isLast) await this.#close().catch((problem: unknown) => this.#tell(problem));
    this.#emit({ type: 'result', session_id: this.sessionId, ...end });
  }

  async #tryToAnswer(prompt: string, signal: AbortSignal): Promise<LoopEnd> {
    try {
      await this.start({ signal });
      return await answerPrompt(this.#actor, this.#phases, prompt, signal);
    } catch (problem) {
      const end = { turns: 0, result: '', usage: noUsage };
      if (signal.aborted) return { ...end, stop_reason: 'interrupted' };
      this.#tell(problem);
      return { ...end, stop_reason: 'error', reason: messageOf(problem) };
    }
  }

  async #close(reason: ExitReason = 'other'): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      if (this.#started === null) return;
      await this.#fireEnd(reason);
      this.#conversation.transcript.append({ type: 'end', reason });
    } finally {
      this.#stopListening?.();
      this.#scope?.close();
      this.#conversation.transcript.close();
    }
  }

  async #begin(source: 'startup' | 'resume' | 'clear', signal?: AbortSignal): Promise<void> {
    const { cwd } = this.#session.setup;
    this.#conversation.transcript.append({ type: 'session', source, cwd });
    await startSession(this.#actor, source, signal);
  }

  async #fireEnd(reason: ExitReason): Promise<void> {
    await this.#session.ask(this.#identity, 'SessionEnd', { reason });
  }

  #makeActor(): Actor {
    const { model, tools = [], systemPrompt = '', subagents = {}, maxTurns, compactAt } = this.#options;
    const hasSubagents = Object.keys(subagents).length > 0;
    const actors = new Map<string, Actor>();
    return makeActor({
      session: this.#session,
      actors,
      identity: this.#identity,
      model,
      tools: hasSubagents ? [...tools, taskTool(subagents, actors)] : tools,
      systemPrompt,
      conversation: this.#conversation,
      maxTurns: maxTurns ?? 100,
      compactAt: compactAt ?? Number.POSITIVE_INFINITY,
    });
  }

  #restore(path: string): void {
    if (!existsSync(path)) {
      throw new HooklineError(
        'session-invalid',
        `there is no session "${this.sessionId}" to resume: ${path} does not exist`,
      );
    }
    this.#conversation.restore(readTranscript(path));
  }

  #listen(): void {
    const { id, type } = this.#identity;
    // With another id it still is the main agent.
    if (id !== mainAgent) this.#scope ??= this.#session.setup.hooks.scope(id, { type: type ?? mainAgent });
    if (this.#options.hookMessages !== true || this.#stopListening !== null) return;
    const tell = hookMessages((message) => {
      if (message.session_id === this.sessionId) this.#emit(message);
    });
    this.#stopListening = this.#session.setup.hooks.intercept(tell);
  }

  #tell(problem: unknown): void {
    const message = messageOf(problem);
    this.#session.notice(this.#identity, { level: 'error', message, hook: null, point: null });
  }

  #emit(event: AgentEvent): void {
    this.#current.push(event);
    try {
      this.#options.onEvent?.(event);
    } catch {
      // A listener must not decide anything.
    }
  }

  #checkUsable(): void {
    if (this.#hasEnded)
      throw new HooklineError(
        'agent-ended',
        `the session "${this.sessionId}" has ended; resume it in a new agent`,
      );
  }

  #checkIdle(): void {
    if (this.#current.isBusy) throw new HooklineError('agent-busy', 'this agent is at work on a prompt');
  }
}
