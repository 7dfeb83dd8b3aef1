import type { MeterProvider, TracerProvider } from '@opentelemetry/api';
import type { FiringInfo, Interceptor } from '../../engine/firing/interceptor.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { checkOptions, type OptionChecks, truthCheck } from '../../engine/values/options.ts';
import { withContent, withoutContent } from './content.ts';
import { HookMetrics } from './metrics.ts';
import { HookSpans } from './spans.ts';

export interface OpenTelemetryOptions {
  /** Also inputs, results, reasons and error messages: what people, tools and models said. Default: no. */
  readonly content?: boolean;
  /** Where spans go. Default: the provider that the process registered. */
  readonly tracerProvider?: { getTracer(name: string): object };
  /** Where metrics go. Default: the provider that the process registered. */
  readonly meterProvider?: { getMeter(name: string): object };
}

/** Tells OpenTelemetry of every firing and run. */
export interface OpenTelemetry extends Interceptor {
  /** Ends the spans of tool calls whose end nobody told. Before the SDK is shut down, so that they are exported. */
  end(): void;
}

const has = (method: string) => (value: unknown) =>
  typeof (value as Readonly<Record<string, unknown>> | null)?.[method] === 'function';

const checks: OptionChecks<OpenTelemetryOptions> = {
  content: truthCheck,
  tracerProvider: ['a TracerProvider', has('getTracer')],
  meterProvider: ['a MeterProvider', has('getMeter')],
};

/** An interceptor that makes spans and metrics: `hooks.intercept(await openTelemetry())`. */
export async function openTelemetry(options: OpenTelemetryOptions = {}): Promise<OpenTelemetry> {
  checkOptions('openTelemetry()', options, checks);
  const api = await loadApi();
  const { tracerProvider = api.trace, meterProvider = api.metrics } = options;
  // Declared without the package's own types, since a project may compile without that package.
  const tracer = (tracerProvider as TracerProvider).getTracer('hookline');
  const meter = (meterProvider as MeterProvider).getMeter('hookline');
  const spans = new HookSpans(api, tracer, options.content === true ? withContent : withoutContent);
  const metrics = new HookMetrics(meter);
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
