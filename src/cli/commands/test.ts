import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatPlace, shortPath } from '../../config/problem.ts';
import { readConfig } from '../../config/read-config.ts';
import { watchFiles } from '../../config/watch-files.ts';
import { messageOf } from '../../engine/text.ts';
import { endWorkers } from '../../protocols/handlers.ts';
import type { Call, Run } from '../command.ts';
import { findConfig } from '../find-config.ts';
import { type Canary, runCanaries } from '../policy-test/canary.ts';
import { coverageOf, type HookCoverage } from '../policy-test/coverage.ts';
import { findTests } from '../policy-test/find-tests.ts';
import { asJunit } from '../policy-test/junit.ts';
import { runTest, type TestResult } from '../policy-test/run-test.ts';
import { type PolicyTestFile, readTestFile } from '../policy-test/test-file.ts';
import { alignColumns } from '../table.ts';
import type { Terminal } from '../terminal.ts';

interface Report {
  readonly results: readonly TestResult[];
  readonly coverage: readonly HookCoverage[];
  readonly canaries: readonly Canary[];
  /** Every file that was read, for those who watch. */
  readonly files: readonly string[];
}

/** Runs policy tests and tells what they show. */
export const test: Run = async (call) => {
  try {
    if (call.options['watch'] === true) return await watch(call);
    return tell(await runAll(call), call);
  } finally {
    await endWorkers();
  }
};

async function runAll(call: Call): Promise<Report> {
  const { arguments: named, options, terminal, signal } = call;
  const paths = named.length > 0 ? named : await findTests(process.cwd());
  const results: TestResult[] = [];
  const coverage: HookCoverage[] = [];
  const canaries: Canary[] = [];
  const files = new Set<string>();
  for (const [config, group] of groupByConfig(
    await Promise.all(paths.map(readTestFile)),
    options['config'],
  )) {
    const read = await readConfig(config);
    for (const file of [...read.files, ...group.map(({ path }) => path)]) files.add(file);
    const tests = group.flatMap((file) => file.tests);
    const own: TestResult[] = [];
    for (const item of tests) {
      if (signal.aborted) break;
      const result = await runTest(item, config);
      own.push(result);
      if (options['json'] !== true) showResult(result, terminal);
    }
    results.push(...own);
    coverage.push(...coverageOf(read.declarations, own));
    if (options['canary'] === true) canaries.push(...(await runCanaries(read.declarations, tests, config)));
  }
  return { results, coverage, canaries, files: [...files] };
}

/** The test files of each configuration. */
function groupByConfig(
  files: readonly PolicyTestFile[],
  named: unknown,
): readonly (readonly [readonly string[], PolicyTestFile[]])[] {
  const groups = new Map<string, [readonly string[], PolicyTestFile[]]>();
  for (const file of files) {
    const config =
      named === undefined ? (file.config ?? findConfig(undefined, dirname(file.path))) : findConfig(named);
    const group = groups.get(config.join('\0')) ?? [config, []];
    group[1].push(file);
    groups.set(config.join('\0'), group);
  }
  return [...groups.values()];
}

async function tell(report: Report, { options, terminal }: Call): Promise<number> {
  const { results, coverage, canaries } = report;
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  const dead = canaries.filter(({ problem }) => problem !== null);
  const isGood = failed === 0 && dead.length === 0;
  if (typeof options['junit'] === 'string') await writeFile(options['junit'], asJunit(results));
  if (options['json'] === true) {
    terminal.print(
      JSON.stringify(
        { passed: results.length - failed, failed, tests: results.map(asData), coverage, canaries },
        null,
        2,
      ),
    );
    return isGood ? 0 : 1;
  }
  const { green, red, yellow, bold, dim } = terminal.colors;
  const open = coverage.filter(({ verdict }) => verdict !== 'covered');
  if (open.length > 0) {
    terminal.print(bold('\nNot shown by any test'));
    const rows = open.map(({ hook, point, verdict, place }) => [yellow(verdict), hook, point, dim(place)]);
    for (const line of alignColumns(rows)) terminal.print(`  ${line}`);
  }
  if (canaries.length > 0) {
    terminal.print(bold('\nCanaries'));
    const rows = canaries.map(({ hook, test: shownBy, problem, place }) =>
      problem === null
        ? [green('✓ denies'), hook, `shown by "${shownBy}"`, dim(place)]
        : [red('✗ dead'), hook, problem, dim(place)],
    );
    for (const line of alignColumns(rows)) terminal.print(`  ${line}`);
  }
  const covered = `${coverage.length - open.length} of ${coverage.length} hooks covered`;
  const dying = dead.length === 0 ? '' : `, ${dead.length} dead ${dead.length === 1 ? 'canary' : 'canaries'}`;
  terminal.print(
    `\n${isGood ? green('✓') : red('✗')} ${results.length - failed} passed, ${failed} failed${dying}, ${covered}`,
  );
  return isGood ? 0 : 1;
}

function showResult(
  { test: { name, place }, problems, durationMs }: TestResult,
  { print, colors }: Terminal,
): void {
  const { green, red, dim } = colors;
  const isGood = problems.length === 0;
  print(
    `${isGood ? green('✓') : red('✗')} ${name} ${dim(isGood ? `${durationMs.toFixed(0)} ms` : formatPlace(place))}`,
  );
  for (const problem of problems) print(`    ${problem.replaceAll('\n', '\n    ')}`);
}

function asData({ test: { name, place }, problems, outcome, durationMs }: TestResult): object {
  const { file, line } = place;
  return {
    name,
    passed: problems.length === 0,
    problems,
    durationMs,
    outcome,
    place: { file: shortPath(file), line },
  };
}

/** Runs the tests again whenever a file changes, until the person has had enough. */
function watch(call: Call): Promise<number> {
  const { terminal, signal } = call;
  return new Promise((resolve) => {
    const stay = setInterval(() => undefined, 60_000);
    const again = async (): Promise<void> => {
      try {
        const report = await runAll(call);
        await tell(report, call);
        watcher.follow(report.files);
      } catch (error) {
        terminal.tell(terminal.colors.red(messageOf(error)));
      }
      terminal.tell(terminal.colors.dim('watching; Ctrl-C ends it'));
    };
    const watcher = watchFiles(again);
    signal.addEventListener('abort', () => {
      watcher.stop();
      clearInterval(stay);
      resolve(0);
    });
    void again();
  });
}
