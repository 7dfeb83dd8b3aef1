import { resolve } from 'node:path';
import { HooklineError } from '../../../engine/values/errors.ts';
import { didYouMean } from '../../../engine/values/suggest.ts';
import { agentTable } from '../../../gateway/agents/agent-table.ts';
import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import {
  HistoryCount,
  pastCalls,
  transcriptFolders,
  transcriptFormats,
} from '../../../gateway/history/past-calls.ts';
import type { PastCall, TranscriptFormat } from '../../../gateway/history/transcript.ts';
import { canonicalInput, toolOf } from '../../../gateway/payload/canonical-tool.ts';
import { ReplayedConfig } from '../../../policy-test/replay/replay-config.ts';
import { aboutEvent } from '../../../trace/about-event.ts';
import { traceVersion } from '../../../trace/format/lines.ts';
import { localTime } from '../../../trace/read/local-time.ts';
import type { RecordedFiring } from '../../../trace/read/read-firings.ts';
import { ruleBefore } from '../../../trace/record/run-body.ts';
import { type CommandCall, type CommandRun, textOption } from '../../command.ts';
import { guardFiles } from '../../init/guard-files.ts';
import { configFiles } from '../../input/find-config.ts';
import { counted } from '../../show/show-problem.ts';
import { askedTime } from './asked-time.ts';

interface JudgedCall {
  readonly agent: string;
  readonly session: string;
  readonly at: string;
  readonly tool: string;
  readonly command?: string;
  readonly decision: 'allow' | 'ask' | 'deny' | 'unknown';
  readonly rule: string | null;
  readonly reason: string | null;
}

interface StoppedByRule {
  readonly rule: string;
  readonly decision: 'ask' | 'deny';
  count: number;
  last: string;
  readonly examples: Map<string, number>;
}

const maxExamples = 1000;

export const runHistory: CommandRun = async (call) => {
  const { arguments: named, isJson, terminal, signal } = call;
  const since = askedTime('since', textOption(call, 'since') ?? '30d');
  const formats = named.length === 0 ? transcriptFormats : named.map(formatNamed);
  const policy = await ReplayedConfig.load({ ...(await judgedBy(call)), signal, inGoneFolders: true });
  const count = new HistoryCount();
  const tally = new Tally();
  try {
    for (const format of formats)
      for await (const past of pastCalls(format, since, count)) {
        signal.throwIfAborted();
        const judged = await judge(policy, format.agent, past);
        tally.add(judged);
        if (isJson) terminal.print(visible(JSON.stringify(judged)));
      }
  } finally {
    await policy.close();
  }
  terminal.tell(...count.unreadable.map((problem) => `not read: ${oneLine(problem, 300)}`));
  if (isJson) terminal.print(visible(JSON.stringify({ summary: tally.summary(since, count) })));
  else show(call, tally, { formats, since, count });
  return 0;
};

function formatNamed(name: string): TranscriptFormat {
  const typed = name.toLowerCase();
  const found = transcriptFormats.find(({ agent }) => agent === typed || agent.startsWith(`${typed}-`));
  if (found !== undefined) return found;
  const names = transcriptFormats.map(({ agent }) => agent);
  const hint = didYouMean(name, names) || `; hookline reads those of ${names.join(', ')}`;
  throw new HooklineError('input-invalid', `there are no transcripts of "${name}"${hint}`);
}

async function judgedBy({ options }: CommandCall): Promise<Parameters<typeof ReplayedConfig.load>[0]> {
  const { signal } = new AbortController();
  if (options['config'] !== undefined) return { ...(await configFiles(options)), signal };
  const file = resolve('recommended-guards.yaml');
  const [{ text } = { text: '' }] = guardFiles();
  return { files: [file], levels: false, texts: new Map([[file, text]]), signal };
}

async function judge(policy: ReplayedConfig, agent: string, past: PastCall): Promise<JudgedCall> {
  const { tool, input } = canonicalCall(agent, past);
  const { command } = input;
  const about = typeof command === 'string' ? command : aboutEvent({ tool_input: input }, past.folder);
  const told = {
    agent,
    session: past.session,
    at: new Date(past.at).toISOString(),
    tool,
    ...(about !== '' && { command: about }),
  };
  const replayed = await policy.fire(asFiring(agent, past, tool, input));
  if (typeof replayed === 'string') return { ...told, decision: 'unknown', rule: null, reason: replayed };
  const { decision, reason, decidedBy, halted } = replayed.outcome;
  if (decision !== 'deny' && decision !== 'ask' && !halted)
    return { ...told, decision: 'allow', rule: null, reason: null };
  const rule = ruleBefore(reason ?? '') ?? decidedBy;
  return { ...told, decision: decision === 'ask' ? 'ask' : 'deny', rule, reason };
}

function canonicalCall(agent: string, { tool, input }: PastCall): Pick<PastCall, 'tool' | 'input'> {
  const product = agentTable[agent] ?? agentTable['claude-code'];
  if (product === undefined) return { tool, input };
  const row = toolOf(product, tool, {});
  return { tool: row.tool, input: canonicalInput(row, input) };
}

function asFiring(agent: string, past: PastCall, tool: string, input: PastCall['input']): RecordedFiring {
  const { session, id, folder } = past;
  const point = 'PreToolUse';
  const event = {
    ...{ session_id: session, transcript_path: '', cwd: folder, hook_event_name: point },
    ...{ tool_name: tool, tool_input: input, tool_use_id: id, permission_mode: 'default' },
  };
  return {
    runs: [],
    firing: {
      ...{ v: traceVersion, type: 'firing', writer: '', seq: 0, hash: '', id, point, session, folder, tool },
      ...{ agent: null, agentType: null, lineage: [], product: agent, toolUseId: id, altered: false },
      ...{ code: null, runCount: 0, durationMs: 0, config: null, input: event },
      at: new Date(past.at).toISOString(),
      outcome: {
        ...{ point, decision: null, reason: null, decidedBy: null, value: null, modified: false },
        ...{ injections: [], suppressed: false, resume: false, halted: false, haltReason: null, notices: [] },
      },
    },
  };
}

class Tally {
  readonly counts = { allow: 0, ask: 0, deny: 0, unknown: 0 };
  readonly agents = new Map<string, number>();
  readonly #sessions = new Set<string>();
  readonly #rules = new Map<string, StoppedByRule>();

  add({ agent, session, at, decision, rule, command, tool }: JudgedCall): void {
    this.counts[decision] += 1;
    this.#sessions.add(`${agent} ${session}`);
    this.agents.set(agent, (this.agents.get(agent) ?? 0) + 1);
    if (decision !== 'deny' && decision !== 'ask') return;
    const name = rule ?? 'no rule';
    const key = `${decision} ${name}`;
    const known = this.#rules.get(key) ?? { rule: name, decision, count: 0, last: at, examples: new Map() };
    this.#rules.set(key, known);
    known.count += 1;
    if (at > known.last) known.last = at;
    const example = command ?? tool;
    if (known.examples.size < maxExamples || known.examples.has(example))
      known.examples.set(example, (known.examples.get(example) ?? 0) + 1);
  }

  get calls(): number {
    const { allow, ask, deny, unknown } = this.counts;
    return allow + ask + deny + unknown;
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  rules(): readonly StoppedByRule[] {
    return [...this.#rules.values()].sort(
      (left, right) => left.decision.localeCompare(right.decision) * -1 || right.count - left.count,
    );
  }

  summary(since: number, { files, unknownLines, unreadable }: HistoryCount): object {
    const rules = this.rules().map(({ examples, ...rule }) => ({
      ...rule,
      commands: mostCommon(examples, 5),
    }));
    return {
      ...{ since: new Date(since).toISOString(), calls: this.calls, sessions: this.sessions },
      ...{ agents: Object.fromEntries(this.agents), ...this.counts, rules },
      ...{ files, unknownLines, unreadable: unreadable.length },
    };
  }
}

function mostCommon(examples: ReadonlyMap<string, number>, count: number): readonly object[] {
  return [...examples]
    .sort(([, left], [, right]) => right - left)
    .slice(0, count)
    .map(([command, times]) => ({ command, count: times }));
}

interface Read {
  readonly formats: readonly TranscriptFormat[];
  readonly since: number;
  readonly count: HistoryCount;
}

function show({ terminal, options }: CommandCall, tally: Tally, { formats, since, count }: Read): void {
  const { dim, red, yellow } = terminal.colors;
  const from = localTime(new Date(since).toISOString()).slice(0, 10);
  if (tally.calls === 0) {
    terminal.print(`No tool calls since ${from}. Looked in:`);
    terminal.print(...formats.flatMap(transcriptFolders).map((folder) => `  ${folder}`));
    return;
  }
  const agents = [...tally.agents].map(([agent, calls]) => `${agentTable[agent]?.title ?? agent} ${calls}`);
  terminal.print(
    `Since ${from}: ${counted(tally.calls, 'tool call')} in ${counted(tally.sessions, 'session')} (${agents.join(', ')})`,
  );
  const policy = options['config'] === undefined ? 'the recommended guards' : 'this policy';
  const { ask, deny, unknown } = tally.counts;
  terminal.print(`${policy} would have denied ${deny} and asked about ${ask}`);
  const rows = tally
    .rules()
    .map(({ rule, decision, count: times, last, examples }) => [
      decision === 'deny' ? red('deny') : yellow('ask'),
      oneLine(rule, 28),
      String(times),
      localTime(last).slice(5, 10),
      oneLine([...examples].sort(([, left], [, right]) => right - left)[0]?.[0] ?? '', 34),
    ]);
  if (rows.length > 0) {
    terminal.print('');
    terminal.printTable(rows, { head: ['', 'rule', 'calls', 'last', 'most often'] });
    terminal.print('');
  }
  if (unknown > 0) terminal.print(`${counted(unknown, 'call')} could not be judged`);
  if (count.unknownLines > 0) terminal.print(`${counted(count.unknownLines, 'line')} in an unknown format`);
  if (options['config'] === undefined)
    terminal.print(dim('To use these guards: hookline init --guards, then hookline install AGENT'));
}
