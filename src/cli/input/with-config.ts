import type { Config, LoadOptions } from '../../config/load/config.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import { formatProblem } from '../../config/source/problem.ts';
import { mainAgent, meansAgent } from '../../engine/hooks/agent-names.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { endWorkers } from '../../handlers/workers/end-workers.ts';
import { type CommandCall, textOption } from '../command.ts';
import { showProgress } from '../terminal/progress.ts';
import { configFiles } from './find-config.ts';

interface ConfigUse {
  readonly log?: LoadOptions['log'];
}

export function logTo({ terminal, signal }: CommandCall): NonNullable<LoadOptions['log']> {
  return ({ level, message }) => {
    // An interrupt explains why hooks fail.
    if (signal.aborted) return;
    const { red, yellow } = terminal.messageColors;
    terminal.tell((level === 'error' ? red : yellow)(visible(message)));
  };
}

export async function withConfig<T>(
  call: CommandCall,
  use: (config: Config) => Promise<T>,
  { log = logTo(call) }: ConfigUse = {},
): Promise<T> {
  const { options, terminal, signal } = call;
  const hooksOptions = { timing: true, base: { cwd: process.cwd() } };
  const { files, levels } = await configFiles(options);
  const config = await loadConfig(files, { log, hooksOptions, watch: false, levels });
  const { lintLightly } = await import('../../lint/lint-config.ts');
  const told = new Set(config.warnings);
  const found = lintLightly(config.read).problems.filter((problem) => !told.has(problem));
  const warnings = [...found.map(formatProblem), ...agentNote(config, textOption(call, 'agent') ?? null)];
  for (const message of warnings) log({ level: 'warning', message, point: null, hook: null });
  showProgress(config.hooks, terminal);
  try {
    const result = await use(config);
    signal.throwIfAborted();
    await Promise.race([config.hooks.drain(), aborted(signal)]);
    return result;
  } finally {
    await config.close();
    await endWorkers();
  }
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

export function agentNote({ declarations, overrides }: Config, agent: string | null): readonly string[] {
  if (agent === null || agent === '*' || agent === mainAgent) return [];
  const agents = new Set([...declarations, ...overrides].map((item) => item.agent));
  const ids = [...agents].filter((id) => id !== null);
  if (ids.length === 0 || ids.some((id) => meansAgent(id, agent))) return [];
  const hint = didYouMean(agent, ids) || `; there are hooks for ${ids.join(', ')}`;
  return [`there are no hooks for the agent "${agent}"${hint}`];
}

export async function toolNote(
  { declarations }: Config,
  { matches }: Point,
  tool: unknown,
): Promise<readonly string[]> {
  if (matches !== 'tool_name' || typeof tool !== 'string') return [];
  if (declarations.some(({ matcher }) => !matcher.all && matcher.matches(tool))) return [];
  const { noOwnTools, toolWarning } = await import('../../config/rules/tool-names.ts');
  const warning = toolWarning(tool, noOwnTools, 'mcp__NAME__*');
  return warning?.message.endsWith('?') === true ? [warning.message] : [];
}
