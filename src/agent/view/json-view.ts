import { SerialQueue } from '../../engine/values/serial-queue.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { AgentEvent } from '../loop/events.ts';
import { frameOf, passHooks, type ViewOptions } from './view.ts';

/** Shows the events of an agent to a program, one JSON object a line. What is a frame at a terminal passes pre:view:render here too. */
export class JsonView {
  readonly #options: Omit<ViewOptions, 'paint'>;
  readonly #lines = new SerialQueue();

  constructor(options: Omit<ViewOptions, 'paint'>) {
    this.#options = options;
  }

  /** Settles when the event is written. Need not be awaited: lines keep their order. */
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

/** Nothing but what the hook left, or what it took out would stand beside it. */
function changed(type: AgentEvent['type'], value: unknown): object {
  if (value === null) return { type };
  return isObject(value) ? { ...value, type } : { type, data: value };
}
