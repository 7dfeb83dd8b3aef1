import type { HistoryEntry } from '../../agent/history/entry.ts';
import { FileHistory } from '../../agent/history/file-history.ts';
import { ProtectedPaths } from '../../builtin/own-files/protected-paths.ts';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import { projectFiles } from '../../config/load/levels.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { oneLine, visible } from '../../gateway/answer/visible.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import { alignColumns } from '../terminal/table.ts';

export const runUndo: CommandRun = async (call) => {
  const { options, terminal } = call;
  const isPicked = options['list'] === true || options['file'] !== undefined;
  const isGuarding = isPicked ? undefined : await guardingFiles();
  const history = await FileHistory.open({ root: process.cwd(), ...(isGuarding && { isGuarding }) });
  if (history.problem !== null) throw new HooklineError('history-missing', history.problem);
  if (options['list'] === true) return list(await history.list(), call);
  const result = await history.undo({
    ...(options['steps'] !== undefined && { steps: count(options['steps']) }),
    ...(typeof options['to'] === 'string' && { to: options['to'] }),
    ...(typeof options['file'] === 'string' && { file: options['file'] }),
    force: options['force'] === true,
  });
  const { green, red, dim } = terminal.colors;
  if (options['json'] === true) terminal.print(JSON.stringify(result, null, 2));
  else {
    for (const { path, deleted } of result.restored) {
      terminal.print(`${green('✓')} ${oneLine(path)} ${dim(deleted ? 'is gone again' : 'is as it was')}`);
    }
    for (const { path, reason } of result.conflicts)
      terminal.print(`${red('✗')} ${oneLine(path)} ${visible(reason)}`);
    if (result.restored.length === 0 && result.conflicts.length === 0) terminal.print(dim('nothing to undo'));
    if (result.before !== null && result.restored.length > 0) {
      terminal.print(dim(`to take this back: hookline undo --to ${result.before.slice(0, 12)}`));
    }
  }
  return result.conflicts.length === 0 ? 0 : 1;
};

/**
 * Agents can't write these files, so a record of one is forged. Rejects when the configuration is invalid: what it
 * runs is unknown.
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

function list(entries: readonly HistoryEntry[], { options, terminal }: CommandCall): number {
  if (options['json'] === true) {
    terminal.print(JSON.stringify(entries, null, 2));
    return 0;
  }
  if (entries.length === 0) terminal.print(terminal.colors.dim('no file was written here by an agent'));
  const rows = entries.map(({ id, kind, agent, changes }) => [
    terminal.colors.yellow(id.slice(0, 12)),
    kind,
    oneLine(agent ?? ''),
    changes.map(({ path }) => oneLine(path)).join(', '),
  ]);
  for (const line of alignColumns(rows)) terminal.print(line);
  return 0;
}

function count(given: unknown): number {
  const steps = Number(given);
  if (Number.isInteger(steps) && steps > 0) return steps;
  throw new HooklineError('option-invalid', `--steps is a whole number above 0, not "${String(given)}"`);
}
