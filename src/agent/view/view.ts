import { mainAgent } from '../../engine/hooks/agent-names.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { BaseSource } from '../../engine/points/inputs.ts';
import { SerialQueue } from '../../engine/values/serial-queue.ts';
import type { AgentEvent } from '../loop/events.ts';
import { type Paint, renderFrame, type ViewFrame } from './render-frame.ts';

export interface ViewOptions {
  readonly hooks: Pick<Hooks, 'fire'>;
  /** The fields that every point shares, such as the id of the session. */
  readonly base?: BaseSource;
  /** Whose view it is, by its id. Default: the main agent. */
  readonly agent?: string | null;
  readonly write: (text: string) => void;
  /** Default: plain text. */
  readonly paint?: Paint;
}

const plain: Paint = (text) => text;

/** Shows the events of an agent on a terminal, line by line and in order. Every frame passes pre:view:render first. */
export class TerminalView {
  readonly #options: ViewOptions;
  readonly #frames = new SerialQueue();
  #noticed: string | undefined;

  constructor(options: ViewOptions) {
    this.#options = options;
  }

  /** Settles when the event is on the screen. Need not be awaited: frames keep their order. */
  show(event: AgentEvent): Promise<void> {
    const frame = frameOf(this.#withoutEcho(event));
    return frame === null ? this.#frames.idle() : this.render(frame);
  }

  /** Leaves out the reason of a result if it is already on the screen. */
  #withoutEcho(event: AgentEvent): AgentEvent {
    if (event.type === 'notice') this.#noticed = event.message;
    if (event.type !== 'result' || event.reason !== this.#noticed) return event;
    const { reason: _, ...rest } = event;
    return rest;
  }

  /** Shows a frame of the host. */
  render(frame: ViewFrame): Promise<void> {
    return this.#frames.run(() => this.#render(frame));
  }

  async #render({ view, data }: ViewFrame): Promise<void> {
    const { write, paint = plain } = this.#options;
    const outcome = await passHooks(this.#options, { view, data });
    const text = renderFrame({ view, data: outcome.value }, paint);
    if (text !== '') write(`${text}\n`);
    // Not as frames: a hook that comments every frame would never end.
    for (const { message, level, hook } of outcome.notices) {
      write(`${renderFrame({ view: 'notice', data: { message, level, hook } }, paint)}\n`);
    }
  }
}

/** Fires pre:view:render for a frame. */
export function passHooks(
  { hooks, base, agent = null }: Pick<ViewOptions, 'hooks' | 'base' | 'agent'>,
  { view, data }: ViewFrame,
): Promise<Outcome> {
  const fields = typeof base === 'function' ? base() : base;
  const whose = { agent, agentType: mainAgent };
  return hooks.fire('pre:view:render', { ...fields, view, data }, whose);
}

/** The frame for an event; null when there is nothing to show. */
export function frameOf(event: AgentEvent): ViewFrame | null {
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
