import { formatPlace } from '../../config/source/problem.ts';
import { type FolderConfig, folderConfig } from '../../gateway/doctor/config-findings.ts';
import { matchlessWarning } from '../../gateway/doctor/matcher-findings.ts';
import { GuardMemory } from '../../gateway/doctor/memory-findings.ts';
import { installedAgents } from '../../gateway/install/installed-agents.ts';
import type { GuardState } from '../../gateway/state/guards/guard-state.ts';
import { type GuardCheck, guardsOf } from '../../policy-test/check-guards.ts';

export interface GuardRow {
  readonly name: string;
  readonly level: string;
  readonly guarding: boolean;
  readonly lastRun: string | null;
  readonly lastDeny: string | null;
  readonly lastFailure: string | null;
  readonly point: string;
  readonly place: string | null;
  readonly test: string | null;
}

/** What guards a folder, without trying it. */
export async function folderGuards(folder: string) {
  const [installed, config] = await Promise.all([installedAgents(folder), folderConfig(folder)]);
  const agents = installed.map(({ agent: { name, title }, scope, file, problem }) => ({
    ...{ name, title, scope, file, guarding: problem === null, problem },
  }));
  const isAsked = agents.some(({ guarding }) => guarding);
  const guards = guardRows(config, GuardMemory.read(), { isAsked, checks: [] });
  const ok = isAsked && [...guards, ...agents].every(({ guarding }) => guarding);
  return { ok, agents, guards, config };
}

export function guardRows(
  config: FolderConfig,
  memory: GuardMemory,
  { isAsked, checks }: { readonly isAsked: boolean; readonly checks: readonly GuardCheck[] },
): readonly GuardRow[] {
  // One file that has changed or can't be read blocks every call.
  const isJudged =
    isAsked && config.broken === null && config.standings.every(({ standing }) => standing !== 'changed');
  const own = {
    ...{ name: 'hookline', level: 'hookline', guarding: isJudged, ...timesOf(memory.own) },
    ...{ point: 'PreToolUse', place: null, test: null },
  };
  const rows = guardsOf(config).map((declaration) => {
    const check = checks.find((tried) => tried.declaration === declaration);
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
