import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import { readConfig } from '../../config/load/read-config.ts';
import { watchFiles } from '../../config/reload/watch-files.ts';
import { formatPlace, shortPath } from '../../config/source/problem.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { unwritable } from '../../files/unwritable.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { endWorkers } from '../../handlers/workers/end-workers.ts';
import type { Hold } from '../../policy-test/holds.ts';
import { asJunit } from '../../policy-test/junit.ts';
import { testsFromEvents } from '../../policy-test/replay/event-test.ts';
import { configOf, type Report, runAll } from '../../policy-test/run-all.ts';
import type { TestResult } from '../../policy-test/run-test.ts';
import { readTestFile, testPaths } from '../../policy-test/test-file.ts';
import { isSameCode } from '../../trace/decision-code.ts';
import { recordedTraces } from '../../trace/read/find-traces.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import { type CommandCall, type CommandRun, textOption, wrongCall } from '../command.ts';
import { namedConfig } from '../input/find-config.ts';
import { showOutcome } from '../show/show-outcome.ts';
import { counted } from '../show/show-problem.ts';
import { watching } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { toldFirings } from './trace/source.ts';

export const runTests: CommandRun = async (call) => {
  const { options, isJson, terminal } = call;
  const recorded = textOption(call, 'fromTrace');
  if (recorded !== undefined) return writeTests(recorded, call);
  for (const name of ['tool', 'denied'])
    if (options[name] !== undefined) throw wrongCall(`--${name} needs --from-trace`);
  if (options['watch'] === true) return watchTests(call);
  try {
    const tests = {
      paths: await testPaths(call.arguments),
      config: await namedConfig(options),
      canary: options['canary'] === true,
      signal: call.signal,
      watch: watching(terminal),
    };
    const report = await runAll(tests, (result) => {
      if (!isJson) showResult(result, terminal, options['verbose'] === true);
    });
    await writeJunit(report, call);
    const exitCode = isGood(report) ? 0 : 1;
    if (isJson) return terminal.printJson(asData(report), exitCode);
    showReport(report, terminal);
    return exitCode;
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

async function writeJunit({ results, canaries }: Report, call: CommandCall): Promise<void> {
  const junit = textOption(call, 'junit');
  if (junit === undefined) return;
  try {
    await writeFile(junit, asJunit(results, canaries));
  } catch (error) {
    throw new HooklineError('file-unwritable', `${junit} cannot be written: ${messageOf(error)}`);
  }
}

function showResult(result: TestResult, { print, colors }: Terminal, isVerbose: boolean): void {
  const { test, problems, durationMs, outcome, outputs } = result;
  const { green, red, dim } = colors;
  if (hasPassed(result)) {
    print(`${green('✓')} ${visible(test.name)} ${dim(`${durationMs.toFixed(0)} ms`)}`);
    return;
  }
  print(`${red('✗')} ${visible(test.name)} ${dim(formatPlace(test.place))}`);
  print(...problems.map((problem) => indent(visible(problem))));
  if (outcome === null) return;
  print(indent(dim('what happened:')));
  const shown = showOutcome(outcome, { colors }, { ...(outputs && { outputs }), isVerbose });
  print(...shown.map((line) => indent(`  ${line}`)));
}

function indent(text: string): string {
  return `    ${text.replaceAll('\n', '\n    ')}`;
}

function showReport({ results, coverage, canaries }: Report, { print, printTable, colors }: Terminal): void {
  const { green, red, yellow, bold, dim } = colors;
  const open = coverage.filter(({ verdict }) => verdict !== 'covered');
  if (open.length > 0) {
    print(bold('\nNot shown by any test'));
    const rows = open.map(({ hook, point, verdict, unmatched, place }) => {
      const what = verdict === 'not every pattern' ? `never for ${unmatched.join(', ')}` : verdict;
      return [yellow(what), hook, point, dim(place)];
    });
    printTable(rows, { indent: '  ' });
  }
  if (canaries.length > 0) {
    print(bold('\nCanaries'));
    const rows = canaries.map(({ hook, effect, test: shownBy, problem, place }) =>
      problem === null && effect !== null
        ? [green(`✓ ${effectWords[effect]}`), hook, `shown by "${shownBy}"`, dim(place)]
        : [red('✗ dead'), hook, visible(problem ?? ''), dim(place)],
    );
    printTable(rows, { indent: '  ' });
  }
  const passed = results.filter(hasPassed).length;
  const dead = canaries.flatMap(({ hook, problem }) => (problem === null ? [] : [hook]));
  const parts = [
    `${passed} passed`,
    `${results.length - passed} failed`,
    ...(dead.length === 0
      ? []
      : [`${dead.length} dead ${dead.length === 1 ? 'canary' : 'canaries'} (${dead.join(', ')})`]),
    `${coverage.length - open.length} of ${counted(coverage.length, 'hook')} covered`,
  ];
  print(`\n${isGood({ results, coverage, canaries }) ? green('✓') : red('✗')} ${parts.join(', ')}`);
}

const effectWords: Readonly<Record<Hold, string>> = {
  deny: 'denies',
  ask: 'asks',
  modify: 'changes',
  suppress: 'suppresses',
  resume: 'resumes',
  halt: 'halts',
};

function asData({ results, coverage, canaries }: Report): object {
  const passed = results.filter(hasPassed).length;
  const tests = results.map((result) => {
    const { test, problems, durationMs, outcome } = result;
    const place = { file: shortPath(test.place.file), line: test.place.line };
    return { name: test.name, passed: hasPassed(result), problems, durationMs, outcome, place };
  });
  return { passed, failed: results.length - passed, tests, coverage, canaries };
}

async function writeTests(what: string, call: CommandCall): Promise<number> {
  const {
    arguments: [file],
    terminal,
  } = call;
  const { text, count, leftOut } = await testsFromEvents(askedEvents(what, call));
  for (const [why, events] of leftOut) terminal.tell(`${counted(events, 'event')} left out: ${why}`);
  if (count === 0) throw new HooklineError('trace-missing', `${what} has no event that can become a test`);
  if (file === undefined) terminal.print(text.trimEnd());
  else {
    await writeFile(file, text, { flag: 'wx' }).catch((problem: unknown) => {
      throw existsSync(file)
        ? new HooklineError(
            'file-unwritable',
            `${file} already exists; name another file, or delete it first`,
          )
        : unwritable(problem, file);
    });
    terminal.print(`${file}  ${counted(count, 'test')}; run: hookline test ${file}`);
  }
  return 0;
}

async function* askedEvents(what: string, call: CommandCall): AsyncGenerator<RecordedFiring> {
  const tool = textOption(call, 'tool');
  const filter = tool === undefined ? {} : { tool };
  const all = await recordedTraces([]).catch(() => []);
  const isSession = await recordedTraces([what]).then(
    () => true,
    () => false,
  );
  const isCode = !isSession && /^[0-9a-z]{7}$/i.test(what);
  // Read again, for its error message.
  const files = isCode ? all : await recordedTraces([what]);
  for await (const found of toldFirings(call, files, filter)) {
    const { code, outcome } = found.firing;
    const isDenied = outcome.decision === 'deny' || outcome.decision === 'ask';
    if ((!isCode || isSameCode(code, what)) && (call.options['denied'] !== true || isDenied)) yield found;
  }
}

/** Each run has its own process, since Node imports a module only once. */
async function watchTests(call: CommandCall): Promise<number> {
  const { terminal, signal } = call;
  const enough = AbortSignal.any([signal, terminal.closed]);
  let isStale = true;
  let wake = (): void => undefined;
  const watcher = watchFiles(async () => {
    isStale = true;
    wake();
  });
  // Nothing else keeps the process alive while it waits.
  const stay = setInterval(() => undefined, 60_000);
  enough.addEventListener('abort', () => wake());
  try {
    while (!enough.aborted) {
      isStale = false;
      watcher.follow(await filesOf(call));
      await runInChild(enough);
      if (enough.aborted) break;
      terminal.tell(terminal.messageColors.dim('watching for changes; Ctrl-C ends it'));
      if (!isStale) await new Promise<void>((done) => (wake = done));
    }
    return 0;
  } finally {
    watcher.stop();
    clearInterval(stay);
  }
}

/** Unreadable files are watched until they can be read. */
async function filesOf(call: CommandCall): Promise<readonly string[]> {
  const paths = await testPaths(call.arguments);
  const files = new Set(paths.map((path) => resolve(path)));
  for (const path of paths) {
    const test = await readTestFile(path).catch(() => ({ path, config: null, tests: [] }));
    const { files: read, declarations } = await readConfig(configOf(test, await namedConfig(call.options)));
    const run = handlerFiles(declarations, process.cwd()).filter((file) => typeof file === 'string');
    for (const file of [...read, ...run]) files.add(file);
  }
  return [...files];
}

function runInChild(enough: AbortSignal): Promise<void> {
  const words = process.argv.slice(1).filter((word) => word !== '--watch');
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [...process.execArgv, ...words], { stdio: 'inherit' });
    const end = (): void => void child.kill('SIGTERM');
    enough.addEventListener('abort', end);
    child.on('error', fail);
    child.on('exit', () => {
      enough.removeEventListener('abort', end);
      done();
    });
  });
}
