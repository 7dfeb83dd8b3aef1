import { claudeTimeoutMs } from '../../protocols/claude-code/events.ts';
import { shellQuoted } from '../../shell/read/words.ts';
import type { FoundHook } from './found-hook.ts';
import type { ImportSource } from './import-source.ts';

export function shellLine(words: readonly string[], folder: string): string {
  return words
    .map((word) =>
      word
        .split(folder)
        .map((part) => (/^[\w./:=@%+-]*$/.test(part) ? part : shellQuoted(part)))
        .join(`"${folder}"`),
    )
    .map((word) => (word === '' ? "''" : word))
    .join(' ');
}

export function timeLimit(
  { agent, unit }: ImportSource,
  same: readonly FoundHook[],
  all: readonly FoundHook[],
): string | null {
  const point = same[0]?.point.name;
  const limits = (hooks: readonly FoundHook[]): readonly number[] =>
    hooks.flatMap(({ entry: { timeout } }) =>
      typeof timeout === 'number' && timeout > 0 ? [unit === 's' ? timeout * 1000 : timeout] : [],
    );
  const stated = limits(same);
  if (stated.length === same.length) return spelled(Math.max(...stated));
  // Without a limit of its own, a hook of SessionEnd has the budget that all of them share.
  if (agent === 'claude-code' && point === 'SessionEnd') {
    const budget = limits(all.filter((hook) => hook.point.name === point));
    return budget.length === 0 ? null : spelled(Math.min(60_000, Math.max(1500, ...budget)));
  }
  if (agent === 'codex') return point === 'SessionEnd' ? '1s' : '600s';
  if (stated.length === 0) return null;
  const isJudge = same[0]?.entry['type'] === 'prompt';
  const usual = agent === 'gemini' ? 60_000 : claudeTimeoutMs(point ?? '', isJudge ? 'prompt' : 'command');
  return spelled(Math.max(usual, ...stated));
}

function spelled(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${Math.max(1, Math.round(milliseconds))}ms`;
}
