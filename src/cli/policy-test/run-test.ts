import type { Config } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { Hooks } from '../../engine/hooks.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { findPoint } from '../../engine/point.ts';
import type { FireInput, FireRef } from '../../engine/point-types.ts';
import { messageOf } from '../../engine/text.ts';
import { completeEvent } from '../read-event.ts';
import { disappointments } from './expectations.ts';
import type { PolicyTest } from './test-file.ts';

export interface TestResult {
  readonly test: PolicyTest;
  /** What was not as expected; empty when the test passed. */
  readonly problems: readonly string[];
  readonly outcome: Outcome | null;
  readonly durationMs: number;
}

/** What a test fires, and for whom. */
export type TestEvent = Pick<PolicyTest, 'point' | 'input' | 'agent'>;

/** Runs one test on hooks of its own, so that none sees what another left behind. */
export async function runTest(test: PolicyTest, files: readonly string[]): Promise<TestResult> {
  const start = performance.now();
  const finish = (problems: readonly string[], outcome: Outcome | null): TestResult => {
    return { test, problems, outcome, durationMs: performance.now() - start };
  };
  let config: Config | null = null;
  try {
    config = await loadConfig(files, {
      watch: false,
      log: () => undefined,
      hooksOptions: { base: { cwd: process.cwd() } },
    });
    const outcome = await fireTest(config.hooks, test);
    return finish(disappointments(test.expect, outcome), outcome);
  } catch (error) {
    return finish([messageOf(error)], null);
  } finally {
    await config?.close();
  }
}

function fireTest(hooks: Hooks, { point: name, input, agent }: TestEvent): Promise<Outcome> {
  const { point, matcher } = findPoint(name);
  // `pre:tool:shell` names the tool as well.
  const event =
    point.matches === null || matcher === undefined ? input : { [point.matches]: matcher, ...input };
  const complete = completeEvent(point, event, 'the test has none under "input"');
  const options = agent === null ? {} : { agent };
  return hooks.fire(point as FireRef, complete as FireInput<FireRef>, options);
}

/** Fires an event at one hook of a configuration alone: whether it can still deny is nobody else's business. */
export async function fireAlone(name: string, event: TestEvent, files: readonly string[]): Promise<Outcome> {
  const hooks = new Hooks({ log: () => undefined, base: { cwd: process.cwd() } });
  const config = await loadConfig(files, {
    watch: false,
    log: () => undefined,
    hooks: new Hooks({ log: () => undefined }),
  });
  try {
    const { point } = findPoint(event.point);
    for (const { point: own, name: hook, matcher, options, handler } of config.declarations) {
      if (hook === name && own === point) hooks.on(point, { ...options, name, matcher }, handler);
    }
    return await fireTest(hooks, { ...event, agent: null });
  } finally {
    await config.close();
    await hooks.dispose();
  }
}
