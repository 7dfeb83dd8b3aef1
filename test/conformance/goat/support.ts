import type { Effect, LogEntry } from '../../../src/entries/index.ts';
import type { RunnerConfig, RunnerMatcher } from '../../../src/front-doors/runner/config.ts';
import type { FireResults } from '../../../src/front-doors/runner/results.ts';
import { Runner, type RunnerInput } from '../../../src/front-doors/runner/runner.ts';
import type { AgentSdkEvent, HookCallbackLike } from '../../../src/protocols/agent-sdk/types.ts';
import type { HookMessage } from '../../../src/trace/messages.ts';

export const base = {
  session_id: 'abc-123',
  transcript_path: '/sessions/abc-123/transcript.jsonl',
  cwd: '/',
  permission_mode: 'default',
} as const;

/** A runner whose log can be read, and nothing on the console. */
export function quietRunner(config: RunnerConfig): { runner: Runner; log: LogEntry[] } {
  const log: LogEntry[] = [];
  return { runner: new Runner(config, { base, log: (entry) => log.push(entry) }), log };
}

const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } } as const;

/** Every event with all fields of its own that the seed lists, also the optional ones. */
export const inputs: { readonly [Event in AgentSdkEvent]: RunnerInput<Event> } = {
  PreToolUse: { ...tool, tool_use_id: 'call-1' },
  PostToolUse: { ...tool, tool_response: { stdout: 'a.txt' }, tool_use_id: 'call-1' },
  PostToolUseFailure: { ...tool, tool_use_id: 'call-1', error: 'Exit code 1', is_interrupt: false },
  SessionStart: { source: 'startup', agent_type: 'main', model: 'some-model' },
  SessionEnd: { reason: 'other' },
  Stop: { stop_hook_active: false },
  SubagentStart: { agent_id: 'agent-1', agent_type: 'explore' },
  SubagentStop: {
    stop_hook_active: true,
    agent_id: 'agent-1',
    agent_transcript_path: '/sessions/agent-1.jsonl',
    agent_type: 'explore',
  },
  PreCompact: { trigger: 'auto', custom_instructions: null },
  Notification: { message: 'hi', title: 'Title', notification_type: 'idle_prompt' },
  UserPromptSubmit: { prompt: 'List the files' },
  Setup: { trigger: 'init' },
  TaskCompleted: {
    task_id: 't1',
    task_subject: 'Tests',
    task_description: 'Write them',
    teammate_name: 'ann',
    team_name: 'blue',
  },
  TeammateIdle: { teammate_name: 'ann', team_name: 'blue' },
  PermissionRequest: { ...tool },
};

/** Fires an event with its sample input. */
export function fireSample<Event extends AgentSdkEvent>(runner: Runner, event: Event): Promise<FireResults> {
  return runner.fire(event, inputs[event], 'call-1');
}

/** Fires an event at a few groups of hooks. */
export async function fireGroups(
  event: AgentSdkEvent,
  ...groups: readonly RunnerMatcher[]
): Promise<{ results: FireResults; log: LogEntry[] }> {
  const { runner, log } = quietRunner({ [event]: groups });
  return { results: await fireSample(runner, event), log };
}

/** Fires an event at one callback that answers that, in the SDK's words or with an effect. */
export function answering(
  event: AgentSdkEvent,
  answer: object,
): Promise<{ results: FireResults; log: LogEntry[] }> {
  return fireGroups(event, { hooks: [returning(answer)] });
}

export function returning(answer: object): HookCallbackLike {
  // The types leave effects out; at run time a callback may answer with them.
  return () => answer as ReturnType<HookCallbackLike>;
}

/** The line of a command that prints an answer. */
export function printing(answer: object): string {
  return `printf '%s' '${JSON.stringify(answer)}'`;
}

/** The line of a command that reads the event and leaves it in a file. */
export function saving(file: string): string {
  return `cat > '${file}'`;
}

export function specific(event: AgentSdkEvent, fields: object): object {
  return { hookSpecificOutput: { hookEventName: event, ...fields } };
}

/** The types of effects that were not obeyed. */
export function dropped({ outcome }: FireResults): readonly Effect['type'][] {
  return outcome.runs.flatMap((run) => run.dropped.map(({ type }) => type));
}

/** Everything that is emitted while an event is fired. */
export async function emitted(
  config: RunnerConfig,
  fire: (runner: Runner) => Promise<unknown> = (runner) => fireSample(runner, 'PreToolUse'),
): Promise<HookMessage[]> {
  const { runner } = quietRunner(config);
  const stream = runner.messages();
  await fire(runner);
  await runner.close();
  const messages: HookMessage[] = [];
  for await (const message of stream) messages.push(message);
  return messages;
}
