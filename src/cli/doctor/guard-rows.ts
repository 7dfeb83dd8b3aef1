import { formatPlace } from '../../config/source/problem.ts';
import type { FolderConfig } from '../../gateway/doctor/config-findings.ts';
import { matchlessWarning } from '../../gateway/doctor/matcher-findings.ts';
import type { GuardMemory } from '../../gateway/doctor/memory-findings.ts';
import type { GuardState } from '../../gateway/state/guards/guard-state.ts';
import { type GuardCheck, guardsOf } from './check-guards.ts';

/** One guard, and what is known of it. Times are in ISO 8601; null: never. */
export interface GuardRow {
  readonly name: string;
  /** Who decides on its file; `hookline` for the guard that is always there. */
  readonly level: string;
  readonly guarding: boolean;
  readonly lastRun: string | null;
  readonly lastDeny: string | null;
  readonly lastFailure: string | null;
  readonly point: string;
  readonly place: string | null;
  /** The test that shows that it holds; null when none was run. */
  readonly test: string | null;
}

interface Facts {
  /** Whether an agent asks hookline, and is answered. */
  readonly isAsked: boolean;
  readonly checks: readonly GuardCheck[];
}

/** Every guard of a folder. */
export function guardRows(
  config: FolderConfig,
  memory: GuardMemory,
  { isAsked, checks }: Facts,
): readonly GuardRow[] {
  // Where one file has changed, or cannot be read, nothing is judged at all.
  const isJudged =
    isAsked && config.broken === null && config.standings.every(({ standing }) => standing !== 'changed');
  const own = {
    name: 'hookline',
    level: 'hookline',
    guarding: isJudged,
    ...timesOf(memory.own),
    point: 'PreToolUse',
    place: null,
    test: null,
  };
  const rows = guardsOf(config).map((declaration) => {
    const check = checks.find((one) => one.declaration === declaration);
    const isTrusted = config.files.includes(declaration.options.source ?? declaration.place.file);
    return {
      name: declaration.name,
      level: declaration.level ?? 'project',
      guarding:
        isJudged &&
        isTrusted &&
        check?.finding?.level !== 'error' &&
        matchlessWarning(declaration, config.problems) === null,
      ...timesOf(memory.of(declaration)),
      point: declaration.point.name,
      place: formatPlace(declaration.place),
      test: check?.test ?? null,
    };
  });
  return [...rows, own];
}

function timesOf(state: GuardState | null): Pick<GuardRow, 'lastRun' | 'lastDeny' | 'lastFailure'> {
  return {
    lastRun: isoTime(state?.lastRan),
    lastDeny: isoTime(state?.lastDenied),
    lastFailure: isoTime(state?.lastFailed),
  };
}

function isoTime(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
}
