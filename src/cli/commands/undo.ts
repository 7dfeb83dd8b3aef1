import type { HistoryEntry } from '../../agent/history/entry.ts';
import { FileHistory } from '../../agent/history/file-history.ts';
import { ProtectedPaths } from '../../builtin/own-files/protected-paths.ts';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import { projectFiles } from '../../config/load/levels.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { oneLine, visible } from '../../gateway/answer/visible.ts';
import { type CommandCall, type CommandRun, textOption, wrongCall } from '../command.ts';

export const runUndo: CommandRun = async (call) => {
  const { options, terminal } = call;
  const isPicked = options['list'] === true || options['file'] !== undefined;
  const isGuarding = isPicked ? undefined : await guardingFiles();
  const history = await FileHistory.open({ root: process.cwd(), ...(isGuarding && { isGuarding }) });
  if (history.problem !== null) throw new HooklineError('history-missing', history.problem);
  if (options['list'] === true) return list(await history.list(), call);
  const [to, file] = [textOption(call, 'to'), textOption(call, 'file')];
  const result = await history.undo({
    ...(options['steps'] !== undefined && { steps: count(options['steps']) }),
    ...(to !== undefined && { to }),
    ...(file !== undefined && { file }),
    force: options['force'] === true,
  });
  const { restored, conflicts, before } = result;
  const exitCode = conflicts.length === 0 && restored.length > 0 ? 0 : 1;
  if (call.isJson) return terminal.printJson(result, exitCode);
  const { green, red, dim } = terminal.colors;
  for (const { path, deleted } of restored)
    terminal.print(`${green('✓')} ${oneLine(path)} ${dim(deleted ? 'deleted again' : 'restored')}`);
  for (const { path, reason } of conflicts) terminal.print(`${red('✗')} ${oneLine(path)} ${visible(reason)}`);
  if (restored.length + conflicts.length === 0) terminal.print(dim('nothing to undo'));
  if (before !== null && restored.length > 0)
    terminal.print(dim(`to redo: hookline undo --to ${before.slice(0, 12)}`));
  return exitCode;
};

/**
 * Agents can't write these files, so an entry for one is forged. Rejects when the configuration is invalid: what it runs
 * is unknown.
 */
async function guardingFiles(): Promise<(file: string) => boolean> {
  const cwd = process.cwd();
  const files = projectFiles(cwd);
  if (files.length === 0) return () => false;
  const config = await loadConfig(files, { log: () => {}, watch: false });
  const guarding = new ProtectedPaths([...config.files, ...handlerFiles(config.declarations, cwd)], cwd);
  await config.close();
  return (file) => guarding.touchedBy({ toolName: 'Write', input: { file_path: file }, cwd }) !== null;
}

function list(entries: readonly HistoryEntry[], { isJson, terminal }: CommandCall): number {
  if (isJson) return terminal.printJson(entries);
  if (entries.length === 0) terminal.print(terminal.colors.dim('no agent has written a file here'));
  const rows = entries.map(({ id, kind, agent, changes }) => [
    terminal.colors.yellow(id.slice(0, 12)),
    kind,
    oneLine(agent ?? ''),
    changes.map(({ path }) => oneLine(path)).join(', '),
  ]);
  terminal.printTable(rows);
  return 0;
}

function count(given: unknown): number {
  const steps = Number(given);
  if (Number.isInteger(steps) && steps > 0) return steps;
  throw wrongCall(`--steps takes a whole number above 0, not "${String(given)}"`);
}
