import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NamedDeclaration } from '../config/load/declaration.ts';
import { failsClosed } from '../config/load/declaration.ts';
import { readConfig } from '../config/load/read-config.ts';
import { formatPlace, type Problem } from '../config/source/problem.ts';
import type { FolderConfig } from '../gateway/doctor/config-findings.ts';
import { type DoctorFinding, finding } from '../gateway/doctor/finding.ts';
import type { GuardMemory } from '../gateway/doctor/memory-findings.ts';
import { endWorkers } from '../handlers/workers/end-workers.ts';
import { lintRead } from '../lint/lint-config.ts';
import type { WarningCode } from '../lint/rule-table.ts';
import { runCanaries } from './canary.ts';
import { harmlessProblem } from './harmless-run.ts';
import { expectedHolds } from './holds.ts';
import { runTest, type TestResult, type TestSetting } from './run-test.ts';
import { type PolicyTest, readTestFile } from './test-file.ts';

export interface GuardCheck {
  readonly declaration: NamedDeclaration;
  readonly test: string | null;
  readonly finding: DoctorFinding | null;
}

export function guardsOf({ declarations }: FolderConfig): readonly NamedDeclaration[] {
  return declarations.filter((one) => failsClosed(one) && one.options.enabled !== false);
}

/** A guard that no test proves, and that never ran though others of its point often did, doesn't guard. */
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

export interface CheckedGuards {
  readonly checks: readonly GuardCheck[];
  readonly weak: readonly DoctorFinding[];
}

export async function checkGuards(
  config: FolderConfig,
  setting: Omit<TestSetting, 'files'>,
): Promise<CheckedGuards> {
  if (config.broken !== null) return { checks: [], weak: [] };
  try {
    const checked = await Promise.all(
      config.files.map((file) => checkFile(file, guardsOf(config), { ...setting, files: [file] })),
    );
    return { checks: checked.flatMap(({ checks }) => checks), weak: checked.flatMap(({ weak }) => weak) };
  } finally {
    await endWorkers();
  }
}

/** File names lack the level, so the place tells them apart. */
async function checkFile(
  file: string,
  guards: readonly NamedDeclaration[],
  setting: TestSetting,
): Promise<CheckedGuards> {
  const read = await readConfig([file]);
  const { problems } = await lintRead(read);
  const guardPlaces = new Set(guards.map(({ place }) => formatPlace(place)));
  const weak = problems
    .filter((one) => one.severity === 'warning' && isOneOf(one.code, weakCodes))
    .filter(({ place }) => !guardPlaces.has(formatPlace(place)))
    .map(({ place, message }) =>
      finding('config-weak', `${formatPlace(place)}: ${message}`, 'hookline validate'),
    );
  const pairs = read.declarations.flatMap((alone) => {
    const declaration = guards.find((one) => isSamePlace(one, alone));
    return declaration === undefined ? [] : [{ declaration, alone }];
  });
  if (pairs.length === 0) return { checks: [], weak };
  const results = await provingResults(file, setting);
  const checks = await Promise.all(
    pairs.map(async ({ declaration, alone }) => {
      const [canary] = await runCanaries([alone], results, setting);
      const { test = null, effect = null, problem = null } = canary ?? {};
      const own = { declaration, test: effect === null ? null : test };
      if (test !== null && problem !== null)
        return { ...own, finding: troubleOf(declaration, effect !== null && stops.test(problem), problem) };
      if (test !== null) return { ...own, finding: null };
      const idle = whyIdle(alone, problems);
      if (idle !== null)
        return {
          ...own,
          finding: finding('guard-disabled', `${declaration.name}: ${idle}`, 'hookline validate'),
        };
      const harm = await harmlessProblem(alone, null, setting);
      if (harm !== null)
        return { ...own, finding: troubleOf(declaration, harm.code === 'guard-stops-all', harm.message) };
      return { ...own, finding: unproven(declaration, problem) };
    }),
  );
  return { checks, weak };
}

/** Warnings of hooks and rules that do less than they seem to. */
const weakCodes: readonly WarningCode[] = [
  'event-changed',
  'exit-code-lost',
  'guard-excused',
  'guard-path',
  'handler-exit',
  'hook-not-run',
  'input-placeholder',
  'permission-name',
  'rule-option',
  'rule-program',
  'script-empty',
];
const idleCodes: readonly WarningCode[] = ['guard-disabled', 'guard-idle', 'exit-code-lost'];

function isOneOf(code: string, codes: readonly WarningCode[]): boolean {
  return codes.some((one) => one === code);
}

/** What the linter says of a guard that can't block anything. */
function whyIdle({ keys, place }: NamedDeclaration, problems: readonly Problem[]): string | null {
  const places = [place, ...[...(keys?.values() ?? [])].map((key) => key.place)].map(formatPlace);
  const found = problems.find(
    (one) =>
      one.severity === 'warning' && isOneOf(one.code, idleCodes) && places.includes(formatPlace(one.place)),
  );
  return found?.message ?? null;
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

const maxRun = 8;

/** A test that names the deciding hook need not run: the canary fires that hook alone. */
async function provingResults(file: string, setting: TestSetting): Promise<readonly TestResult[]> {
  const tests = (await testsBeside(file)).filter(({ expect }) => expectedHolds(expect).length > 0);
  const named = tests.filter(({ expect }) => typeof expect.decidedBy === 'string');
  const first = named.filter(
    (test, index) => named.findIndex((other) => other.expect.decidedBy === test.expect.decidedBy) === index,
  );
  const unnamed = tests.filter((test) => !named.includes(test)).slice(0, maxRun);
  const notRun = first.map((test) => ({ test, problems: [], outcome: null, outputs: null, durationMs: 0 }));
  return [...notRun, ...(await Promise.all(unnamed.map((test) => runTest(test, setting))))];
}

async function testsBeside(file: string): Promise<readonly PolicyTest[]> {
  const folder = dirname(file);
  const names = readdirSync(folder).filter((name) => /\.test\.ya?ml$/.test(name));
  const read = await Promise.all(
    // One that cannot be read proves nothing. `hookline test` says why.
    names.map((name) => readTestFile(join(folder, name)).catch(() => null)),
  );
  return read.flatMap((one) =>
    one !== null && (one.config === null || one.config.includes(file)) ? one.tests : [],
  );
}
