import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { TraceContext } from '../../engine/hooks/hook-context.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { firingAttributes, outcomeAttributes, resultAttributes, runAttributes } from './attributes.ts';
import type { ContentAttributes } from './content.ts';
import { cutName, firingEvent, attributeNames as names } from './names.ts';
import { type OpenSpan, OpenToolCalls } from './tool-calls.ts';

type Api = typeof import('@opentelemetry/api');

interface FiringSpan extends OpenSpan {
  readonly isToolCall: boolean;
}

export class HookSpans {
  readonly #api: Api;
  readonly #tracer: Tracer;
  readonly #content: ContentAttributes;
  readonly #calls = new OpenToolCalls();
  readonly #firings = new WeakMap<FiringInfo, FiringSpan>();
  readonly #runs = new WeakMap<Run, Span>();

  constructor(api: Api, tracer: Tracer, content: ContentAttributes) {
    this.#api = api;
    this.#tracer = tracer;
    this.#content = content;
  }

  fired(firing: FiringInfo): void {
    const call = this.#calls.spanFor(firing, () => this.#openToolCall(firing));
    const isToolCall = call !== null;
    this.#firings.set(firing, { ...(call ?? this.#openFiring(firing)), isToolCall });
  }

  started(firing: FiringInfo, run: Run): void {
    const parent = this.#firings.get(firing)?.context;
    if (parent === undefined) return;
    const attributes = runAttributes(firing, run);
    this.#runs.set(run, this.#tracer.startSpan(`hook ${cutName(run.hook)}`, { attributes }, parent));
  }

  finished(firing: FiringInfo, run: Run): void {
    const span = this.#runs.get(run);
    if (span === undefined) return;
    span.setAttributes({ ...resultAttributes(firing, run), ...this.#content.finished(run) });
    if (run.status === 'failed') span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
    span.end();
  }

  settled(firing: FiringInfo, outcome: Outcome): void {
    const opened = this.#firings.get(firing);
    if (opened === undefined) return;
    const { span, isToolCall } = opened;
    const attributes = { ...outcomeAttributes(firing, outcome), ...this.#content.settled(outcome) };
    span.setAttributes(attributes);
    if (isToolCall) {
      span.addEvent(firingEvent, { [names.point]: firing.point, ...attributes });
      if (firing.point === 'PostToolUse') span.setAttributes(this.#content.fired(firing));
      if (firing.point === 'PostToolUseFailure') this.#toolFailed(span, firing);
      this.#calls.settled(firing, opened, outcome);
    } else {
      span.end();
      this.#calls.passed(firing);
    }
  }

  traceContext(run: Run): TraceContext | undefined {
    const place = this.#runs.get(run)?.spanContext();
    if (place === undefined || !this.#api.isSpanContextValid(place)) return undefined;
    const flags = (place.traceFlags & 0xff).toString(16).padStart(2, '0');
    const traceparent = `00-${place.traceId}-${place.spanId}-${flags}`;
    const tracestate = place.traceState?.serialize() ?? '';
    return tracestate === '' ? { traceparent } : { traceparent, tracestate };
  }

  end(): void {
    this.#calls.giveUpAll();
  }

  #openToolCall(firing: FiringInfo): OpenSpan {
    const attributes = { [names.operation]: 'execute_tool', [names.toolType]: 'function' };
    return this.#open(`execute_tool ${toolOf(firing)}`, firing, attributes);
  }

  #openFiring(firing: FiringInfo): OpenSpan {
    return this.#open(`fire ${firing.point}`, firing, { [names.point]: firing.point });
  }

  #open(name: string, firing: FiringInfo, own: Readonly<Record<string, string>>): OpenSpan {
    const attributes = { ...own, ...firingAttributes(firing), ...this.#content.fired(firing) };
    const parent: Context = this.#api.context.active();
    const span = this.#tracer.startSpan(name, { kind: this.#api.SpanKind.INTERNAL, attributes }, parent);
    return { span, context: this.#api.trace.setSpan(parent, span) };
  }

  #toolFailed(span: Span, firing: FiringInfo): void {
    const { is_interrupt } = firing.input as Fields;
    const error = is_interrupt === true ? 'interrupted' : 'tool_error';
    span.setAttributes({ [names.error]: error, ...this.#content.fired(firing) });
    span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
  }
}

function toolOf({ input }: FiringInfo): string {
  return cutName(String((input as Fields)['tool_name']));
}
