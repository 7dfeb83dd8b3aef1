import { mainAgent } from '../../engine/hooks/agent-names.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { BaseSource } from '../../engine/points/inputs.ts';
import { SerialQueue } from '../../engine/values/serial-queue.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { AgentEvent } from '../loop/events.ts';
import { type Paint, renderFrame, type ViewFrame } from './render-frame.ts';

interface ViewOptions {
  readonly hooks: Pick<Hooks, 'fire'>;
  readonly base?: BaseSource;
  readonly agent?: string | null;
  readonly write: (text: string) => void;
  readonly paint?: Paint;
}

const plain: Paint = (text) => text;

export class TerminalView {
  readonly #options: ViewOptions;
  readonly #frames = new SerialQueue();
  #noticed: string | undefined;

  constructor(options: ViewOptions) {
    this.#options = options;
  }

  show(event: AgentEvent): Promise<void> {
    const frame = frameOf(this.#withoutEcho(event));
    return frame === null ? this.#frames.idle() : this.render(frame);
  }

  #withoutEcho(event: AgentEvent): AgentEvent {
    if (event.type === 'notice') this.#noticed = event.message;
    if (event.type !== 'result' || event.reason !== this.#noticed) return event;
    const { reason: _, ...rest } = event;
    return rest;
  }

  render(frame: ViewFrame): Promise<void> {
    return this.#frames.run(() => this.#render(frame));
  }

  async #render({ view, data }: ViewFrame): Promise<void> {
    const { write, paint = plain } = this.#options;
    const outcome = await passHooks(this.#options, { view, data });
    const text = renderFrame({ view, data: outcome.value }, paint);
    if (text !== '') write(`${text}\n`);
    for (const { message, level, hook } of outcome.notices) {
      write(`${renderFrame({ view: 'notice', data: { message, level, hook } }, paint)}\n`);
    }
  }
}

function passHooks(
  { hooks, base, agent = null }: Pick<ViewOptions, 'hooks' | 'base' | 'agent'>,
  { view, data }: ViewFrame,
): Promise<Outcome> {
  const fields = typeof base === 'function' ? base() : base;
  const whose = { agent, agentType: mainAgent };
  return hooks.fire('pre:view:render', { ...fields, view, data }, whose);
}

function frameOf(event: AgentEvent): ViewFrame | null {
  switch (event.type) {
    case 'system':
    case 'model_request':
      return null;
    case 'assistant': {
      const { content, ...rest } = event;
      const calls = content.flatMap((block) =>
        block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
      );
      return { view: 'assistant', data: { ...rest, calls } };
    }
    default:
      return { view: event.type, data: event };
  }
}

export class JsonView {
  readonly #options: Omit<ViewOptions, 'paint'>;
  readonly #lines = new SerialQueue();

  constructor(options: Omit<ViewOptions, 'paint'>) {
    this.#options = options;
  }

  show(event: AgentEvent): Promise<void> {
    return this.#lines.run(() => this.#show(event));
  }

  async #show(event: AgentEvent): Promise<void> {
    const frame = frameOf(event);
    if (frame === null) return this.#write(event);
    const { modified, value, notices } = await passHooks(this.#options, frame);
    // Before the line: a run ends with the line of its result.
    for (const notice of notices) this.#write({ type: 'notice', ...notice, point: 'pre:view:render' });
    this.#write(modified ? changed(event.type, value) : event);
  }

  #write(line: object): void {
    this.#options.write(JSON.stringify(line));
  }
}

function changed(type: AgentEvent['type'], value: unknown): object {
  if (value === null) return { type };
  return isObject(value) ? { ...value, type } : { type, data: value };
}
