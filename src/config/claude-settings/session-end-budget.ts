import { claudeTimeoutMs } from '../../protocols/claude-code/defaults.ts';
import type { SettingsHook } from './settings-file.ts';

const maxBudgetMs = 60_000;

/** The time for all hooks of SessionEnd together: the longest timeout among them, within limits. */
export function sessionEndBudgetMs(hooks: readonly SettingsHook[]): number {
  const given = Number(process.env['CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'] || Number.NaN);
  if (given > 0) return given;
  const asked = hooks
    .filter(({ point }) => point.name === 'SessionEnd')
    .map(({ entry }) => (entry.timeout ?? 0) * 1000);
  return Math.min(maxBudgetMs, Math.max(claudeTimeoutMs('SessionEnd', 'command'), ...asked));
}
