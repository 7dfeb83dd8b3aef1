import type { NamedDeclaration } from '../config/load/declaration.ts';
import { loadConfig } from '../config/load/load-config.ts';
import { Hooks } from '../engine/hooks/hooks.ts';
import type { Outcome } from '../engine/outcome/outcome.ts';
import { findPoint } from '../engine/points/point.ts';
import { messageOf } from '../engine/values/text.ts';
import { fireEvent } from '../gateway/host/fire-event.ts';
import { completeEvent } from './complete-event.ts';
import { disappointments } from './expectations.ts';
import { HookOutputs } from './hook-output.ts';
import type { PolicyTest } from './test-file.ts';

export interface TestResult {
  readonly test: PolicyTest;
  readonly problems: readonly string[];
  readonly outcome: Outcome | null;
  readonly outputs: HookOutputs | null;
  readonly durationMs: number;
}

export interface TestSetting {
  readonly files: readonly string[];
  readonly signal: AbortSignal;
  watch(hooks: Hooks): void;
}

const quiet = { watch: false, log: () => undefined };

/** New hooks for each test, so no test sees another's state. */
export async function runTest(test: PolicyTest, setting: TestSetting): Promise<TestResult> {
  const start = performance.now();
  const finish = (
    problems: readonly string[],
    outcome: Outcome | null,
    outputs: HookOutputs | null,
  ): TestResult => ({ test, problems, outcome, outputs, durationMs: performance.now() - start });
  try {
    const hooksOptions = { timing: true, base: { cwd: process.cwd() } };
    const config = await loadConfig(setting.files, { ...quiet, hooksOptions });
    try {
      const outputs = new HookOutputs(config.hooks);
      const outcome = await fireTest(config.hooks, test, setting);
      return finish(disappointments(test.expect, outcome), outcome, outputs);
    } finally {
      await config.close();
    }
  } catch (error) {
    return finish([messageOf(error)], null, null);
  }
}

export interface AloneFiring {
  readonly outcome: Outcome;
  readonly outputs: HookOutputs;
}

type FiredEvent = Pick<PolicyTest, 'point' | 'input' | 'agent'>;

export async function fireAlone(
  { name, agent, point }: NamedDeclaration,
  event: FiredEvent,
  setting: TestSetting,
): Promise<AloneFiring> {
  const hooks = new Hooks({ log: quiet.log, base: { cwd: process.cwd() } });
  const outputs = new HookOutputs(hooks);
  const config = await loadConfig(setting.files, { ...quiet, hooks: new Hooks({ log: quiet.log }) });
  try {
    const own = config.declarations.find(
      (other) => other.name === name && other.agent === agent && other.point === point,
    );
    if (own !== undefined) hooks.on(point, { ...own.options, name, matcher: own.matcher }, own.handler);
    return { outcome: await fireTest(hooks, { ...event, agent: null }, setting), outputs };
  } finally {
    await config.close();
    await hooks.dispose();
  }
}

function fireTest(
  hooks: Hooks,
  { point: name, input, agent }: FiredEvent,
  { watch, signal }: TestSetting,
): Promise<Outcome> {
  const reference = findPoint(name);
  const event = completeEvent(reference, input, 'the test has none under "input"');
  watch(hooks);
  return fireEvent(hooks, reference.point, event, { agent, signal });
}
