import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Hooks, HooksOptions, LogEntry } from '../../../src/entries/index.ts';
import { type OpenTelemetry, type OpenTelemetryOptions, openTelemetry } from '../../../src/entries/otel.ts';
import { quietHooks } from '../hooks.ts';
import { serve } from './http-server.ts';

type Values = Readonly<Record<string, unknown>>;

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | null;
  readonly kind: number;
  /** 0 is unset, 2 is an error. */
  readonly status: number;
  readonly attributes: Values;
  readonly events: readonly { readonly name: string; readonly attributes: Values }[];
  readonly startMs: number;
  readonly endMs: number;
}

export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly { readonly attributes: Values; readonly count: number; readonly sum: number }[];
}

export interface Received {
  readonly spans: readonly ReceivedSpan[];
  readonly metrics: readonly ReceivedMetric[];
  /** All that was sent, as it was sent. */
  readonly text: string;
}

export interface Receiver {
  readonly url: string;
  received(): Received;
}

/** A receiver of OTLP over HTTP, as a collector is one. */
export async function receiveOtlp(): Promise<Receiver> {
  const { url, seen } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const sent = (path: string) =>
    seen.filter((request) => request.url === path).map(({ body }) => JSON.parse(body));
  return {
    url,
    received: () => ({
      spans: sent('/v1/traces')
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(readSpan),
      metrics: sent('/v1/metrics')
        .flatMap(({ resourceMetrics }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics)
        .map(readMetric),
      text: seen.map(({ body }) => body).join('\n'),
    }),
  };
}

export interface Traced {
  readonly hooks: Hooks;
  readonly log: readonly LogEntry[];
  readonly telemetry: OpenTelemetry;
  /** Everything so far, sent by the real SDK to a real receiver. */
  received(): Promise<Received>;
}

/** Hooks that OpenTelemetry hears of. */
export async function tracedHooks(
  options: OpenTelemetryOptions = {},
  hooksOptions: HooksOptions = { base: { session_id: 's1' } },
): Promise<Traced> {
  const receiver = await receiveOtlp();
  const traces = new OTLPTraceExporter({ url: `${receiver.url}/v1/traces` });
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(traces)] });
  const exporter = new OTLPMetricExporter({ url: `${receiver.url}/v1/metrics` });
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const { hooks, log } = quietHooks(hooksOptions);
  const telemetry = await openTelemetry({ tracerProvider, meterProvider, ...options });
  hooks.intercept(telemetry);
  return {
    hooks,
    log,
    telemetry,
    async received() {
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
      return receiver.received();
    },
  };
}

function readSpan(
  span: {
    [Key in 'name' | 'traceId' | 'spanId' | 'startTimeUnixNano' | 'endTimeUnixNano']: string;
  } & {
    readonly parentSpanId?: string;
    readonly kind: number;
    readonly status: { readonly code: number };
    readonly attributes: readonly Attribute[];
    readonly events: readonly { readonly name: string; readonly attributes: readonly Attribute[] }[];
  },
): ReceivedSpan {
  const { name, traceId, spanId, kind, parentSpanId = null, status } = span;
  const events = span.events.map((event) => ({ name: event.name, attributes: readAll(event.attributes) }));
  const place = { name, traceId, spanId, kind, parent: parentSpanId };
  const times = { startMs: toMs(span.startTimeUnixNano), endMs: toMs(span.endTimeUnixNano) };
  return { ...place, ...times, status: status.code, attributes: readAll(span.attributes), events };
}

function readMetric({
  name,
  unit,
  sum,
  histogram,
}: {
  readonly name: string;
  readonly unit: string;
  readonly sum?: Points;
  readonly histogram?: Points;
}): ReceivedMetric {
  const points = (sum ?? histogram)?.dataPoints ?? [];
  return {
    name,
    unit,
    points: points.map(({ attributes, asDouble = 0, count = asDouble, sum: total = 0 }) => ({
      attributes: readAll(attributes),
      count,
      sum: total,
    })),
  };
}

interface Points {
  readonly dataPoints: readonly {
    readonly attributes: readonly Attribute[];
    readonly asDouble?: number;
    readonly count?: number;
    readonly sum?: number;
  }[];
}

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

interface Value {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly Value[] };
}

function readAll(attributes: readonly Attribute[]): Values {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]));
}

function readValue({ stringValue, boolValue, arrayValue }: Value): unknown {
  return stringValue ?? boolValue ?? arrayValue?.values.map(readValue);
}

function toMs(nanoseconds: string): number {
  return Number(BigInt(nanoseconds) / 1000n) / 1000;
}
