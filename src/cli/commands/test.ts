import { writeFile } from 'node:fs/promises';
import { formatPlace, shortPath } from '../../config/source/problem.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { endWorkers } from '../../handlers/workers/end-workers.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import type { Hold } from '../policy-test/holds.ts';
import { asJunit } from '../policy-test/junit.ts';
import { type Report, runAll } from '../policy-test/run-all.ts';
import type { TestResult } from '../policy-test/run-test.ts';
import { watchTests } from '../policy-test/watch-tests.ts';
import { writeTests } from '../replay/write-tests.ts';
import { showOutcome } from '../show/show-outcome.ts';
import { counted } from '../show/show-problem.ts';
import { alignColumns } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Runs policy tests and shows their results. */
export const runTests: CommandRun = async (call) => {
  const { options, terminal } = call;
  const { fromTrace } = options;
  if (typeof fromTrace === 'string') return writeTests(fromTrace, call);
  if (options['watch'] === true) return watchTests(call);
  const isForPrograms = options['json'] === true;
  try {
    const report = await runAll(call, (result) => {
      if (!isForPrograms) showResult(result, terminal, options['verbose'] === true);
    });
    await writeJunit(report, call);
    if (isForPrograms) terminal.print(JSON.stringify(asData(report), null, 2));
    else showReport(report, terminal);
    return isGood(report) ? 0 : 1;
  } finally {
    await endWorkers();
  }
};

function isGood({ results, canaries }: Report): boolean {
  return results.every(hasPassed) && canaries.every(({ problem }) => problem === null);
}

function hasPassed({ problems }: TestResult): boolean {
  return problems.length === 0;
}

async function writeJunit({ results, canaries }: Report, { options }: CommandCall): Promise<void> {
  const { junit } = options;
  if (typeof junit !== 'string') return;
  try {
    await writeFile(junit, asJunit(results, canaries));
  } catch (error) {
    throw new HooklineError('file-unwritable', `${junit} cannot be written: ${messageOf(error)}`);
  }
}

function showResult(result: TestResult, { print, colors }: Terminal, isVerbose: boolean): void {
  const { test: one, problems, durationMs, outcome, outputs } = result;
  const { green, red, dim } = colors;
  if (hasPassed(result)) {
    print(`${green('✓')} ${visible(one.name)} ${dim(`${durationMs.toFixed(0)} ms`)}`);
    return;
  }
  print(`${red('✗')} ${visible(one.name)} ${dim(formatPlace(one.place))}`);
  for (const problem of problems) print(indent(visible(problem)));
  if (outcome === null) return;
  print(indent(dim('what happened:')));
  for (const line of showOutcome(outcome, { colors }, { ...(outputs && { outputs }), isVerbose }))
    print(indent(`  ${line}`));
}

function indent(text: string): string {
  return `    ${text.replaceAll('\n', '\n    ')}`;
}

function showReport({ results, coverage, canaries }: Report, { print, colors }: Terminal): void {
  const { green, red, yellow, bold, dim } = colors;
  const open = coverage.filter(({ verdict }) => verdict !== 'covered');
  if (open.length > 0) {
    print(bold('\nNot shown by any test'));
    const rows = open.map(({ hook, point, verdict, unmatched, place }) => {
      const what = verdict === 'not every pattern' ? `never for ${unmatched.join(', ')}` : verdict;
      return [yellow(what), hook, point, dim(place)];
    });
    for (const line of alignColumns(rows)) print(`  ${line}`);
  }
  if (canaries.length > 0) {
    print(bold('\nCanaries'));
    const rows = canaries.map(({ hook, effect, test: shownBy, problem, place }) =>
      problem === null && effect !== null
        ? [green(`✓ ${effectWords[effect]}`), hook, `shown by "${shownBy}"`, dim(place)]
        : [red('✗ dead'), hook, visible(problem ?? ''), dim(place)],
    );
    for (const line of alignColumns(rows)) print(`  ${line}`);
  }
  const passed = results.filter(hasPassed).length;
  const dead = canaries.filter(({ problem }) => problem !== null).length;
  const parts = [
    `${passed} passed`,
    `${results.length - passed} failed`,
    ...(dead === 0 ? [] : [`${dead} dead ${dead === 1 ? 'canary' : 'canaries'}`]),
    `${coverage.length - open.length} of ${counted(coverage.length, 'hook')} covered`,
  ];
  print(`\n${isGood({ results, coverage, canaries }) ? green('✓') : red('✗')} ${parts.join(', ')}`);
}

const effectWords: Readonly<Record<Hold, string>> = {
  deny: 'denies',
  ask: 'asks',
  modify: 'changes',
  suppress: 'hides',
  resume: 'resumes',
  halt: 'halts',
};

function asData({ results, coverage, canaries }: Report): object {
  const passed = results.filter(hasPassed).length;
  const tests = results.map((result) => {
    const { test: one, problems, durationMs, outcome } = result;
    const place = { file: shortPath(one.place.file), line: one.place.line };
    return { name: one.name, passed: hasPassed(result), problems, durationMs, outcome, place };
  });
  return { passed, failed: results.length - passed, tests, coverage, canaries };
}
