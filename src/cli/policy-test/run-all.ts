import { dirname } from 'node:path';
import { readConfig } from '../../config/load/read-config.ts';
import { ConfigError, hasErrors } from '../../config/source/problem.ts';
import type { CommandCall } from '../command.ts';
import { configFiles, findConfig } from '../input/find-config.ts';
import { type Canary, runCanaries } from './canary.ts';
import { coverageOf, type HookCoverage } from './coverage.ts';
import { unknownHooks } from './expectations.ts';
import { findTests } from './find-tests.ts';
import { runTest, type TestResult } from './run-test.ts';
import { type PolicyTestFile, readTestFile } from './test-file.ts';

/** The results of a run of tests. */
export interface Report {
  readonly results: readonly TestResult[];
  readonly coverage: readonly HookCoverage[];
  readonly canaries: readonly Canary[];
}

/** Runs every test of a call, one after another. `told` gets each result as it comes. */
export async function runAll(call: CommandCall, told: (result: TestResult) => void): Promise<Report> {
  const { options, terminal, signal } = call;
  const results: TestResult[] = [];
  const coverage: HookCoverage[] = [];
  const canaries: Canary[] = [];
  const files = await Promise.all((await testPaths(call)).map(readTestFile));
  for (const [config, group] of groupByConfig(files, await namedConfig(options))) {
    const { declarations, problems } = await readConfig(config);
    if (hasErrors(problems)) throw new ConfigError(problems);
    const setting = { files: config, terminal, signal };
    const own: TestResult[] = [];
    for (const test of group.flatMap((file) => file.tests)) {
      const result = await runTest(test, setting);
      signal.throwIfAborted();
      const strangers = unknownHooks(test.expect, declarations);
      own.push({ ...result, problems: [...strangers, ...result.problems] });
      told(own.at(-1) ?? result);
    }
    results.push(...own);
    coverage.push(...coverageOf(declarations, own));
    if (options['canary'] === true) canaries.push(...(await runCanaries(declarations, own, setting)));
    signal.throwIfAborted();
  }
  return { results, coverage, canaries };
}

/** The test files of a call. */
export async function testPaths({ arguments: named }: CommandCall): Promise<readonly string[]> {
  return named.length > 0 ? named : findTests(process.cwd());
}

/** The configuration that a call names; undefined when it names none. */
export async function namedConfig(options: CommandCall['options']): Promise<readonly string[] | undefined> {
  const isNamed = options['config'] !== undefined || options['claude'] === true;
  return isNamed ? (await configFiles(options)).files : undefined;
}

/** The configuration of a test file. */
export function configOf({ path, config }: PolicyTestFile, named: unknown): readonly string[] {
  return named === undefined ? (config ?? findConfig(undefined, dirname(path))) : findConfig(named);
}

/** The test files of each configuration. */
function groupByConfig(
  files: readonly PolicyTestFile[],
  named: unknown,
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
