import type { ShellCommand } from '../../read/reading.ts';
import type { ChangeAction } from '../action.ts';
import { calledCard } from './card-uses.ts';

export function changesOf(command: ShellCommand): readonly ChangeAction[] {
  if (command.kind !== 'program') return [];
  const called = calledCard(command.name, command.words);
  const { changes: what, dryRun } = called?.program ?? {};
  if (called === null || what === undefined) return [];
  const { subcommand } = called;
  const isDry = dryRun !== undefined && called.allWords.some(({ value }) => dryRun.test(value ?? ''));
  if (isDry) return [];
  const verb = subcommand?.path ?? [];
  return [{ kind: 'change', what, verb, command, isSure: subcommand?.isSure ?? true }];
}
