import { dirname } from 'node:path';
import { findConfig } from '../config/load/choose-files.ts';
import { readConfig } from '../config/load/read-config.ts';
import { ConfigError, hasErrors } from '../config/source/problem.ts';
import { type Canary, runCanaries } from './canary.ts';
import { coverageOf, type HookCoverage } from './coverage.ts';
import { unknownHooks } from './expectations.ts';
import { runTest, type TestResult, type TestSetting } from './run-test.ts';
import { type PolicyTestFile, readTestFile } from './test-file.ts';

export interface Report {
  readonly results: readonly TestResult[];
  readonly coverage: readonly HookCoverage[];
  readonly canaries: readonly Canary[];
}

export interface AllTests extends Omit<TestSetting, 'files'> {
  readonly paths: readonly string[];
  readonly config: readonly string[] | undefined;
  readonly canary: boolean;
}

export async function runAll(
  { paths, config: named, canary, ...own }: AllTests,
  told: (result: TestResult) => void,
): Promise<Report> {
  const { signal } = own;
  const results: TestResult[] = [];
  const coverage: HookCoverage[] = [];
  const canaries: Canary[] = [];
  const files = await Promise.all(paths.map(readTestFile));
  for (const [config, group] of groupByConfig(files, named)) {
    const { declarations, problems } = await readConfig(config);
    if (hasErrors(problems)) throw new ConfigError(problems);
    const setting = { ...own, files: config };
    const found: TestResult[] = [];
    for (const test of group.flatMap((file) => file.tests)) {
      const result = await runTest(test, setting);
      signal.throwIfAborted();
      const strangers = unknownHooks(test.expect, declarations);
      const whole = { ...result, problems: [...strangers, ...result.problems] };
      found.push(whole);
      told(whole);
    }
    results.push(...found);
    coverage.push(...coverageOf(declarations, found));
    if (canary) canaries.push(...(await runCanaries(declarations, found, setting)));
    signal.throwIfAborted();
  }
  return { results, coverage, canaries };
}

export function configOf({ path, config }: PolicyTestFile, named: AllTests['config']): readonly string[] {
  return named ?? config ?? findConfig(undefined, dirname(path));
}

function groupByConfig(
  files: readonly PolicyTestFile[],
  named: AllTests['config'],
): readonly (readonly [readonly string[], PolicyTestFile[]])[] {
  const groups = new Map<string, [readonly string[], PolicyTestFile[]]>();
  for (const file of files) {
    const config = configOf(file, named);
    const group = groups.get(config.join('\0')) ?? [config, []];
    group[1].push(file);
    groups.set(config.join('\0'), group);
  }
  return [...groups.values()];
}
