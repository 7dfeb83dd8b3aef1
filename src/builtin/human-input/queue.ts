import { mainAgent } from '../../engine/hooks/agent-names.ts';
import type { Place } from '../../engine/outcome/effects.ts';

export interface HumanMessage {
  readonly id: string;
  readonly content: string;
  /** The agents that it is for, by id or type; `*` is everyone. */
  readonly to: readonly string[];
  readonly into?: Place;
}

export interface Delivery {
  readonly message: HumanMessage;
  readonly agent: string;
  readonly at: number;
}

export interface HumanInput {
  /** Adds a message for an agent (null is the main one), several, or everyone (`*`, or nothing), and gives its id. */
  add(
    content: string,
    options?: { readonly to?: string | null | readonly (string | null)[]; readonly into?: Place },
  ): string;
  pending(agent?: string | null): readonly HumanMessage[];
  popLatest(): HumanMessage | null;
  readonly history: readonly Delivery[];
  onDelivered(listener: (delivery: Delivery) => void): () => void;
  take(agent: string | null, type?: string): readonly HumanMessage[];
}

const maxKept = 10_000;

export function createHumanInput(options: { readonly agents?: readonly (string | null)[] } = {}): HumanInput {
  const waiting: { readonly message: HumanMessage; readonly got: Set<string> }[] = [];
  const known = options.agents === undefined ? null : namesIn(options.agents);
  const history: Delivery[] = [];
  const listeners = new Set<(delivery: Delivery) => void>();
  let count = 0;

  const recipients = ({ to }: HumanMessage): readonly string[] | null => (to.includes('*') ? known : to);
  const isFor = (message: HumanMessage, names: readonly string[]): boolean =>
    recipients(message)?.some((one) => names.includes(one)) ?? true;

  const take = (given: string | null, type?: string): readonly HumanMessage[] => {
    const agent = given ?? mainAgent;
    const names = type === undefined ? [agent] : [agent, type];
    const taken = waiting.filter(({ message, got }) => isFor(message, names) && !got.has(agent));
    for (const { message, got } of taken) {
      for (const name of names) got.add(name);
      record({ message, agent, at: Date.now() });
    }
    // Without known agents, a message for everyone waits for later ones.
    keepOnly(waiting, ({ message, got }) => !recipients(message)?.every((one) => got.has(one)));
    return taken.map(({ message }) => message);
  };

  const record = (delivery: Delivery): void => {
    history.push(delivery);
    if (history.length > maxKept) history.shift();
    for (const listener of listeners) tell(listener, delivery);
  };

  return {
    history,
    take,
    add(content, { to = '*', into } = {}) {
      count += 1;
      const message = { id: `message-${count}`, content, to: namesIn([to].flat()), ...(into && { into }) };
      waiting.push({ message, got: new Set() });
      if (waiting.length > maxKept) waiting.shift();
      return message.id;
    },
    pending: (agent) =>
      waiting
        .filter(({ message, got }) =>
          agent === undefined || agent === '*'
            ? got.size === 0
            : isFor(message, [agent ?? mainAgent]) && !got.has(agent ?? mainAgent),
        )
        .map(({ message }) => message),
    popLatest() {
      const index = waiting.findLastIndex(({ got }) => got.size === 0);
      return index < 0 ? null : (waiting.splice(index, 1)[0]?.message ?? null);
    },
    onDelivered(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function namesIn(agents: readonly (string | null)[]): readonly string[] {
  return agents.map((agent) => agent ?? mainAgent);
}

/** A listener that throws must not keep the message from the agent. */
function tell(listener: (delivery: Delivery) => void, delivery: Delivery): void {
  try {
    listener(delivery);
  } catch {
    // There is no one to report it to.
  }
}

function keepOnly<Item>(list: Item[], isKept: (item: Item) => boolean): void {
  list.splice(0, list.length, ...list.filter(isKept));
}
