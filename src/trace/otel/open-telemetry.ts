import type { Meter, MeterProvider, TracerProvider } from '@opentelemetry/api';
import type { FiringInfo, Interceptor } from '../../engine/firing/interceptor.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { checkOptions, type OptionChecks, truthCheck } from '../../engine/values/options.ts';
import { decisionIn } from './attributes.ts';
import { withContent, withoutContent } from './content.ts';
import { cutName, metricNames, attributeNames as names } from './names.ts';
import { HookSpans } from './spans.ts';

/** In seconds: a function takes microseconds, a model or a person minutes. */
const boundaries = [0.0001, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const seconds = { unit: 's', advice: { explicitBucketBoundaries: boundaries } };

/** Tool names aren't attributes: models can invent any number of names. */
function hookMetrics(meter: Meter) {
  const counter = (name: string, unit: string, description: string) =>
    meter.createCounter(name, { unit, description });
  const histogram = (name: string, description: string) =>
    meter.createHistogram(name, { ...seconds, description });
  const { firings, firingDuration, runs, runDuration, failures } = metricNames;
  const fired = counter(firings, '{firing}', 'Firings, by point and decision.');
  const fireTimes = histogram(firingDuration, 'How long the hooks of a point took together.');
  const ran = counter(runs, '{run}', 'Runs of hooks, by what they decided.');
  const runTimes = histogram(runDuration, 'How long a hook took.');
  const failed = counter(failures, '{failure}', 'Runs that failed, by kind.');
  return {
    settled({ point }: FiringInfo, { decision }: Outcome, durationMs: number): void {
      const attributes = { [names.point]: point, [names.decision]: decision ?? 'none' };
      fired.add(1, attributes);
      fireTimes.record(durationMs / 1000, attributes);
    },
    finished({ point }: FiringInfo, { hook, status, failure, durationMs, effects }: Run): void {
      const place = { [names.point]: point, [names.hook]: cutName(hook) };
      const byStatus = { ...place, [names.status]: status };
      ran.add(1, { ...byStatus, [names.decision]: decisionIn(effects) ?? 'none' });
      if (durationMs !== null) runTimes.record(durationMs / 1000, byStatus);
      if (failure !== null) failed.add(1, { ...place, [names.error]: failure });
    },
  };
}

export interface OpenTelemetryOptions {
  /** Also inputs, results, reasons and error messages: what people, tools and models said. Default: no. */
  readonly content?: boolean;
  /** Where spans go. Default: the provider that the process registered. */
  readonly tracerProvider?: { getTracer(name: string): object };
  /** Where metrics go. Default: the provider that the process registered. */
  readonly meterProvider?: { getMeter(name: string): object };
}

export interface OpenTelemetry extends Interceptor {
  /** Ends the spans of tool calls whose end wasn't reported. Call it before the SDK shuts down, to export them. */
  end(): void;
}

const has = (method: string) => (value: unknown) =>
  typeof (value as Readonly<Record<string, unknown>> | null)?.[method] === 'function';

const checks: OptionChecks<OpenTelemetryOptions> = {
  content: truthCheck,
  tracerProvider: ['a TracerProvider', has('getTracer')],
  meterProvider: ['a MeterProvider', has('getMeter')],
};

export async function openTelemetry(options: OpenTelemetryOptions = {}): Promise<OpenTelemetry> {
  checkOptions('openTelemetry()', options, checks);
  const api = await loadApi();
  const { tracerProvider = api.trace, meterProvider = api.metrics } = options;
  // Declared without the package's own types, since a project may compile without that package.
  const tracer = (tracerProvider as TracerProvider).getTracer('hookline');
  const meter = (meterProvider as MeterProvider).getMeter('hookline');
  const spans = new HookSpans(api, tracer, options.content === true ? withContent : withoutContent);
  const metrics = hookMetrics(meter);
  const firedAt = new WeakMap<FiringInfo, number>();
  return {
    fired(firing) {
      firedAt.set(firing, performance.now());
      spans.fired(firing);
    },
    started: (firing, run) => spans.started(firing, run),
    finished(firing, run) {
      metrics.finished(firing, run);
      spans.finished(firing, run);
    },
    settled(firing, outcome) {
      const start = firedAt.get(firing);
      if (start !== undefined) metrics.settled(firing, outcome, performance.now() - start);
      spans.settled(firing, outcome);
    },
    traceContext: (_, run) => spans.traceContext(run),
    end: () => spans.end(),
  };
}

async function loadApi(): Promise<typeof import('@opentelemetry/api')> {
  try {
    return await import('@opentelemetry/api');
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = 'hookline/otel needs the package "@opentelemetry/api", which is not installed';
    throw new HooklineError('package-missing', `${message}: npm install @opentelemetry/api`);
  }
}
