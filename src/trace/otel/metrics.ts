import type { Meter } from '@opentelemetry/api';
import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import { decisionIn } from './attributes.ts';
import { cutName, metricNames, attributeNames as names } from './names.ts';

/** In seconds: a function takes microseconds, a model or a person minutes. */
const boundaries = [0.0001, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const seconds = { unit: 's', advice: { explicitBucketBoundaries: boundaries } };

/** Counts and times. Names of tools are no attribute: a model makes them up, and there would be no end of series. */
export class HookMetrics {
  readonly #firings;
  readonly #firingDuration;
  readonly #runs;
  readonly #runDuration;
  readonly #failures;

  constructor(meter: Meter) {
    const counter = (name: string, unit: string, description: string) =>
      meter.createCounter(name, { unit, description });
    const histogram = (name: string, description: string) =>
      meter.createHistogram(name, { ...seconds, description });
    this.#firings = counter(metricNames.firings, '{firing}', 'Firings, by point and decision.');
    this.#firingDuration = histogram(
      metricNames.firingDuration,
      'How long the hooks of a point took together.',
    );
    this.#runs = counter(metricNames.runs, '{run}', 'Runs of hooks, by what they decided.');
    this.#runDuration = histogram(metricNames.runDuration, 'How long a hook took.');
    this.#failures = counter(metricNames.failures, '{failure}', 'Runs that failed, by kind.');
  }

  settled({ point }: FiringInfo, { decision }: Outcome, durationMs: number): void {
    const attributes = { [names.point]: point, [names.decision]: decision ?? 'none' };
    this.#firings.add(1, attributes);
    this.#firingDuration.record(durationMs / 1000, attributes);
  }

  finished({ point }: FiringInfo, run: Run): void {
    const own = { [names.point]: point, [names.hook]: cutName(run.hook) };
    const { status, failure, durationMs, effects } = run;
    this.#runs.add(1, {
      ...own,
      [names.status]: status,
      [names.decision]: decisionIn(effects) ?? 'none',
    });
    if (durationMs !== null) this.#runDuration.record(durationMs / 1000, { ...own, [names.status]: status });
    if (failure !== null) this.#failures.add(1, { ...own, [names.error]: failure });
  }
}
