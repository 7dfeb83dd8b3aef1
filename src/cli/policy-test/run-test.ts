import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { findPoint } from '../../engine/points/point.ts';
import { messageOf } from '../../engine/values/text.ts';
import { fireEvent } from '../input/fire-event.ts';
import { completeEvent } from '../input/read-event.ts';
import { showProgress } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { disappointments } from './expectations.ts';
import type { PolicyTest } from './test-file.ts';

export interface TestResult {
  readonly test: PolicyTest;
  /** The differences to what was expected; empty when the test passed. */
  readonly problems: readonly string[];
  readonly outcome: Outcome | null;
  readonly durationMs: number;
}

/** What tests share. */
export interface TestSetting {
  readonly files: readonly string[];
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Nobody reads the log of a test. What matters is in the outcome. */
const quiet = { watch: false, log: () => undefined };

/** Runs one test on new hooks, so that none sees what another left behind. */
export async function runTest(test: PolicyTest, setting: TestSetting): Promise<TestResult> {
  const start = performance.now();
  const finish = (problems: readonly string[], outcome: Outcome | null): TestResult => {
    return { test, problems, outcome, durationMs: performance.now() - start };
  };
  try {
    const hooksOptions = { timing: true, base: { cwd: process.cwd() } };
    const config = await loadConfig(setting.files, { ...quiet, hooksOptions });
    try {
      const outcome = await fireTest(config.hooks, test, setting);
      return finish(disappointments(test.expect, outcome), outcome);
    } finally {
      await config.close();
    }
  } catch (error) {
    return finish([messageOf(error)], null);
  }
}

/** Fires the event of a test at one hook alone: the question is whether this hook denies. */
export async function fireAlone(
  { name, agent, point }: NamedDeclaration,
  test: PolicyTest,
  setting: TestSetting,
): Promise<Outcome> {
  const hooks = new Hooks({ log: quiet.log, base: { cwd: process.cwd() } });
  const config = await loadConfig(setting.files, { ...quiet, hooks: new Hooks({ log: quiet.log }) });
  try {
    const own = config.declarations.find(
      (other) => other.name === name && other.agent === agent && other.point === point,
    );
    if (own !== undefined) hooks.on(point, { ...own.options, name, matcher: own.matcher }, own.handler);
    return await fireTest(hooks, { ...test, agent: null }, setting);
  } finally {
    await config.close();
    await hooks.dispose();
  }
}

function fireTest(
  hooks: Hooks,
  { point: name, input, agent }: PolicyTest,
  { terminal, signal }: TestSetting,
): Promise<Outcome> {
  const reference = findPoint(name);
  const event = completeEvent(reference, input, 'the test has none under "input"');
  showProgress(hooks, terminal);
  return fireEvent(hooks, reference.point, event, { agent, signal });
}
