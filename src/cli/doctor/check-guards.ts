import { failsClosed } from '../../config/inspect/fails-closed.ts';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { readConfig } from '../../config/load/read-config.ts';
import type { FolderConfig } from '../../gateway/doctor/config-findings.ts';
import { type DoctorFinding, finding } from '../../gateway/doctor/finding.ts';
import type { GuardMemory } from '../../gateway/doctor/memory-findings.ts';
import { endWorkers } from '../../handlers/workers/end-workers.ts';
import { runCanaries } from '../policy-test/canary.ts';
import { harmlessProblem } from '../policy-test/harmless-run.ts';
import type { TestSetting } from '../policy-test/run-test.ts';
import { provingResults } from './guard-tests.ts';

/** Whether a guard does what it must, when it is called. */
export interface GuardCheck {
  readonly declaration: NamedDeclaration;
  /** The test that shows it; null when none does. */
  readonly test: string | null;
  readonly finding: DoctorFinding | null;
}

/** The hooks of a folder that must hold. */
export function guardsOf({ declarations }: FolderConfig): readonly NamedDeclaration[] {
  return declarations.filter((one) => failsClosed(one) && one.options.enabled !== false);
}

/** A guard that no test proves, and that never ran though others of its point did many times, does not guard. */
export function checkedByMemory(
  check: GuardCheck,
  memory: GuardMemory,
  { declarations }: FolderConfig,
): GuardCheck {
  const { declaration } = check;
  if (check.finding?.code !== 'guard-unproven' || !memory.neverRan(declaration, declarations)) return check;
  const message = `${declaration.name} has never run at ${declaration.point.name}, and no test shows that it holds`;
  return { ...check, finding: finding('guard-never-ran', message, 'hookline test --canary') };
}

/** Calls every guard of the files that count, alone, with what it must hold back and with what is harmless. */
export async function checkGuards(
  config: FolderConfig,
  setting: Omit<TestSetting, 'files'>,
): Promise<readonly GuardCheck[]> {
  if (config.broken !== null) return [];
  try {
    const checks = await Promise.all(
      config.files.map((file) => checkFile(file, guardsOf(config), { ...setting, files: [file] })),
    );
    return checks.flat();
  } finally {
    await endWorkers();
  }
}

/** The names of a file alone are without its level, so the place tells which is which. */
async function checkFile(
  file: string,
  guards: readonly NamedDeclaration[],
  setting: TestSetting,
): Promise<readonly GuardCheck[]> {
  const { declarations } = await readConfig([file]);
  const pairs = declarations.flatMap((alone) => {
    const declaration = guards.find((one) => isSamePlace(one, alone));
    return declaration === undefined ? [] : [{ declaration, alone }];
  });
  if (pairs.length === 0) return [];
  const results = await provingResults(file, setting);
  return Promise.all(
    pairs.map(async ({ declaration, alone }) => {
      const [canary] = await runCanaries([alone], results, setting);
      const { test = null, effect = null, problem = null } = canary ?? {};
      const own = { declaration, test: effect === null ? null : test };
      if (test !== null && problem !== null)
        return { ...own, finding: troubleOf(declaration, effect !== null && stops.test(problem), problem) };
      if (test !== null) return { ...own, finding: null };
      const harm = await harmlessProblem(alone, null, setting);
      if (harm !== null)
        return { ...own, finding: troubleOf(declaration, harm.code === 'guard-stops-all', harm.message) };
      return { ...own, finding: unproven(declaration, problem) };
    }),
  );
}

const stops = /^it also stops/;

function troubleOf({ name }: NamedDeclaration, stopsAll: boolean, message: string): DoctorFinding {
  return stopsAll
    ? finding('guard-stops-all', `${name}: ${message}`, 'hookline validate --deep')
    : finding('guard-failing', `${name}: ${message}`, 'hookline test --canary');
}

function unproven({ name }: NamedDeclaration, why: string | null): DoctorFinding {
  return finding(
    'guard-unproven',
    `${name}: ${why ?? 'no test shows that it holds'}`,
    'hookline test --canary',
  );
}

function isSamePlace({ place: one, point }: NamedDeclaration, other: NamedDeclaration): boolean {
  const { place } = other;
  return (
    point === other.point && one.file === place.file && one.line === place.line && one.column === place.column
  );
}
