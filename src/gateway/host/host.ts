import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { chooseFiles, noConfig } from '../../config/load/choose-files.ts';
import type { LogEntry } from '../../engine/firing/interceptor.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import { type Outcome, quietOutcome } from '../../engine/outcome/outcome.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import { fileStates } from '../../files/file-facts.ts';
import { SessionNotes } from '../../files/state/session-notes.ts';
import { wholeToolTest } from '../../permissions/compile-rule.ts';
import { isAllowance } from '../../trace/allowed-by-person.ts';
import { callerNamed } from '../agents/agent-table.ts';
import type { AgentAnswer } from '../answer/answer-text.ts';
import { express } from '../answer/express.ts';
import { type UnattendedAsk, unattendedAsk, withoutAsk } from '../answer/unattended.ts';
import { registeredHooks } from '../exceptions/call-excuses.ts';
import { CallOpenings, callSession, probeSession } from '../exceptions/call-openings.ts';
import { dialectOf, parsePayload } from '../payload/parse-payload.ts';
import { type AgentCall, readCall, sessionKey } from '../payload/read-call.ts';
import { AnnouncedCalls, announcedKey, restrained } from '../state/announced-calls.ts';
import { GuardNotes } from '../state/guards/guard-notes.ts';
import { keepRecordProblem, recordProblem } from '../state/problem-record.ts';
import { endRounds, withRounds } from '../state/stop-rounds.ts';
import { keepContext, takeContext } from '../state/waiting-context.ts';
import { checkSeen } from '../state/watched-files.ts';
import { NotTrusted, tellUntrusted } from '../trust/tell-untrusted.ts';
import { fireCall } from './fire-event.ts';
import { type FolderFiles, Policies, StaleConfig } from './policies.ts';
import { recordUnjudged, refusal, unjudged } from './unjudged.ts';

const notes = new SessionNotes('sessions');

const starts: readonly unknown[] = ['startup', 'resume'];

/** The folder where the session began: an agent that changes folders keeps its policy. */
function sessionFolder(call: AgentCall, isNoted: boolean): string {
  const { projectVariable: variable } = call.agent.payload;
  const named = variable === undefined ? undefined : process.env[variable];
  const folder = resolve(named || call.folder);
  // Above a missing folder there is no policy to find.
  if (named && !existsSync(folder))
    throw new Error(`${variable} names a folder that is not there: ${folder}`);
  return named ? folder : firstFolder(call, folder, isNoted);
}

function firstFolder({ agent, point, input }: AgentCall, folder: string, isNoted: boolean): string {
  const { session_id: session, source } = input;
  if (typeof session !== 'string' || session === '') return folder;
  const key = [agent.name, session];
  try {
    if (point.name === 'SessionStart' && starts.includes(source)) {
      if (isNoted) notes.write(key, folder);
      return folder;
    }
    const known = notes.read(key);
    if (known !== null || !isNoted || notes.create(key, folder)) return known ?? folder;
    return notes.read(key) ?? folder;
  } catch {
    // Where nothing can be noted, the folder of the call is all there is.
    return folder;
  }
}

/** Agents wait ten minutes for hookline's entries; the answer must come earlier. */
const deadlineMs = 585_000;

const told = new SessionNotes('told');

/** Unwritten notes are lost when the process is killed. */
const noteMs = 200;

export interface HostOptions {
  readonly log: (entry: LogEntry) => void;
  readonly named?: unknown;
  readonly signal?: AbortSignal;
  readonly stays?: boolean;
  /** Records, notes and uses up nothing. */
  readonly isDryRun?: boolean;
}

export interface HostCall {
  readonly agent: string;
  readonly payload: string;
  readonly required: boolean;
  readonly ended?: string | null;
  readonly named?: unknown;
}

export interface AnsweredCall {
  readonly call: AgentCall | null;
  readonly outcome: Outcome | null;
  readonly answer: AgentAnswer;
  /** Why hookline could not judge; null when it did. */
  readonly problem: unknown;
}

export class Host {
  readonly #options: HostOptions;
  readonly #policies: Policies;
  readonly #notes: GuardNotes;
  readonly #announced: AnnouncedCalls;
  readonly #unrecorded = new WeakMap<AgentCall, string>();
  readonly #afterAnswer: (() => void)[] = [];

  constructor(options: HostOptions) {
    const { log, stays = false, isDryRun = false } = options;
    this.#options = options;
    this.#policies = new Policies({ log, records: !isDryRun });
    this.#notes = new GuardNotes(stays ? noteMs : 0);
    this.#announced = new AnnouncedCalls(stays);
  }

  /** Never rejects: what cannot be judged is refused. */
  async answer(asked: HostCall): Promise<AnsweredCall> {
    const { agent: named, event } = callerNamed(asked.agent);
    let agent = named;
    let payload: Fields = {};
    let call: AgentCall;
    try {
      payload = { ...parsePayload(asked.payload), ...(event !== null && { hook_event_name: event }) };
      agent = dialectOf(agent, payload);
      call = withRounds(readCall(agent, payload));
    } catch (problem) {
      return { call: null, outcome: null, answer: refusal(agent, problem, payload), problem };
    }
    try {
      if (typeof asked.ended === 'string') throw new Error(asked.ended);
      const outcome = endRounds(call, await this.judge(call, asked));
      const answer = say(call, outcome);
      const unrecorded = this.#unrecorded.get(call);
      const stderr = [answer.stderr, ...(unrecorded === undefined ? [] : [unrecorded])]
        .filter(Boolean)
        .join('\n');
      return { call, outcome, answer: { ...answer, stderr }, problem: null };
    } catch (problem) {
      const failed = unjudged(call, problem);
      const outcome = endRounds(call, failed.outcome);
      const { answer } = express(call, outcome, []);
      const failsClosed = call.point.block !== null;
      const stderr = [answer.stderr, failed.message].filter(Boolean).join('\n');
      const exitCode = failsClosed || answer.exitCode !== 0 ? answer.exitCode : 1;
      return { call, outcome, answer: { ...answer, stderr, exitCode }, problem };
    }
  }

  async deniedTools({ agent, named }: HostCall, tools: readonly string[]): Promise<AnsweredCall> {
    const folder = process.cwd();
    try {
      const chosen = this.#policies.trust(chooseFiles(named ?? this.#options.named, folder), folder);
      const { deny } = await this.#policies.rules(chosen, agent);
      const isDenied = wholeToolTest(deny);
      const answer = { stdout: JSON.stringify(tools.filter(isDenied)), stderr: '', exitCode: 0 };
      return { call: null, outcome: null, answer, problem: null };
    } catch (problem) {
      return { call: null, outcome: null, answer: refusal(callerNamed(agent).agent, problem), problem };
    }
  }

  protected async judge(
    call: AgentCall,
    { required, named = this.#options.named }: HostCall,
  ): Promise<Outcome> {
    const { isDryRun = false } = this.#options;
    const isNoted = !isDryRun && callSession(call) !== probeSession;
    if (call.point.name === 'PreToolUse') checkSeen();
    const folder = sessionFolder(call, isNoted);
    const found = chooseFiles(named, folder);
    const chosen = this.#policies.trust(found, folder);
    if (found.files.length === 0 && required) throw noConfig(folder);
    const { point, input } = call;
    // The entry of a project promises its policy: without it, what can be blocked is blocked.
    if (required && chosen.untrusted.length > 0 && point.block !== null)
      throw new NotTrusted(chosen.untrusted);
    // The guard that is always there judges tool calls alone.
    const outcome =
      chosen.files.length === 0 && point.name !== 'PreToolUse'
        ? quietOutcome(point, point.subject === null ? null : input[point.subject], [])
        : isNoted
          ? await this.#judgeOnce(call, chosen)
          : await this.#fireOnly(call, chosen);
    return tellUntrusted(call, outcome, chosen.untrusted);
  }

  async #fireOnly(call: AgentCall, chosen: FolderFiles): Promise<Outcome> {
    const hooks = await this.#policies.hooks(chosen, call.agent.name);
    const outcome = await this.#fire(call, hooks);
    return withoutAsk(outcome, await this.#unattended(call, chosen, outcome, hooks));
  }

  async #unattended(
    call: AgentCall,
    chosen: FolderFiles,
    outcome: Outcome,
    hooks: Hooks,
  ): Promise<UnattendedAsk | null> {
    if (outcome.decision !== 'ask') return null;
    return unattendedAsk(call, outcome, await this.#policies.unattended(chosen, call.agent.name), hooks);
  }

  /** The same call may be announced twice, and is judged once. */
  async #judgeOnce(call: AgentCall, chosen: FolderFiles): Promise<Outcome> {
    // What another configuration said of the call counts no more.
    const key = announcedKey(call, () =>
      JSON.stringify([chosen.folder, chosen.files, fileStates(chosen.files)]),
    );
    if (key === null) return this.#judgeNoted(call, chosen);
    const earlier = await this.#announced.earlier(key);
    if (earlier !== null) return restrained(call, earlier);
    try {
      const outcome = await this.#judgeNoted(call, chosen);
      this.#announced.judged(key, outcome);
      this.#afterAnswer.push(() => this.#announced.write(key, outcome));
      return outcome;
    } catch (problem) {
      this.#announced.failed(key);
      throw problem;
    }
  }

  async #judgeNoted(call: AgentCall, chosen: FolderFiles): Promise<Outcome> {
    const hooks = await this.#policies.hooks(chosen, call.agent.name);
    const unrecorded = await this.#policies.unrecorded(chosen);
    if (unrecorded !== null && isFirstTold(call, unrecorded))
      this.#unrecorded.set(call, `hookline: ${unrecorded}`);
    const facts = registeredHooks(hooks);
    const openings = new CallOpenings(call, facts);
    let outcome: Outcome;
    try {
      outcome = await this.#fire(call, hooks, openings);
    } catch (problem) {
      openings.giveBack();
      throw problem;
    }
    this.#afterAnswer.push(() =>
      this.#notes.add(outcome, (hook) => facts.get(hook)?.file ?? null, isAllowance),
    );
    const ask = await this.#unattended(call, chosen, outcome, hooks);
    if (ask !== null && ask.mode !== 'queue') openings.giveBack();
    const settled = ask === null || ask.mode === 'queue' ? openings.settle(outcome, ask !== null) : outcome;
    return withoutAsk(settled, ask);
  }

  async #fire(call: AgentCall, hooks: Hooks, openings?: CallOpenings): Promise<Outcome> {
    const { signal } = this.#options;
    // `AbortSignal.timeout` would hold its timer until the end, for every call.
    const deadline = new AbortController();
    const abort = (): void => deadline.abort(new DOMException('the time is over', 'TimeoutError'));
    const timer = setTimeout(abort, deadlineMs).unref();
    const whole = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
    try {
      return await fireCall(hooks, call, whole, openings?.excuses);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs after the answer; a note that can't be written is lost. */
  async finish(agent: string, { call, problem }: Pick<AnsweredCall, 'call' | 'problem'>): Promise<void> {
    for (const work of this.#afterAnswer.splice(0)) attempt(work);
    if (this.#options.isDryRun === true || problem === null || problem instanceof StaleConfig) return;
    recordProblem(agent, call?.eventName ?? null, problem);
    if (call !== null) await recordUnjudged(call, problem, keepRecordProblem(agent)).catch(() => undefined);
  }

  drain(): Promise<void> {
    return this.#policies.drain();
  }

  async close(): Promise<void> {
    this.#notes.write();
    await this.#policies.close();
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The next calls are judged without this note.
  }
}

function isFirstTold(call: AgentCall, message: string): boolean {
  try {
    return told.create(sessionKey(call, 'unrecorded', message), '');
  } catch {
    return true;
  }
}

/** Where every event can carry text for the model, none waits for another one. */
function canWait({ agent }: AgentCall): boolean {
  return Object.values(agent.events).some(({ says }) => says.inject === undefined);
}

function say(call: AgentCall, outcome: Outcome): AgentAnswer {
  const problems: string[] = [];
  const lost = (problem: unknown): void =>
    void problems.push(`hookline: text for the model was lost: ${messageOf(problem)}`);
  let told: readonly string[] = [];
  try {
    if (call.event.says.inject !== undefined && canWait(call)) told = takeContext(call);
  } catch (problem) {
    lost(problem);
  }
  const { answer, waiting } = express(call, outcome, told);
  try {
    keepContext(call, waiting);
  } catch (problem) {
    lost(problem);
  }
  return { ...answer, stderr: [answer.stderr, ...problems].filter(Boolean).join('\n') };
}
