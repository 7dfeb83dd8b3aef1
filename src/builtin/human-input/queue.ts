import type { Place } from '../../engine/outcome/effects.ts';

/** What a person says to agents at work. */
export interface HumanMessage {
  readonly id: string;
  readonly content: string;
  /** The agents it is for (null is the main one). The list is null for everyone. */
  readonly to: readonly (string | null)[] | null;
  readonly into?: Place;
}

export interface Delivery {
  readonly message: HumanMessage;
  readonly agent: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface HumanInput {
  /** Adds a message for one agent, several, or everyone, and returns its id. */
  add(
    content: string,
    options?: { readonly to?: string | null | readonly (string | null)[]; readonly into?: Place },
  ): string;
  /** Messages that are not delivered to that agent yet. Without an agent: to anyone. */
  pending(agent?: string | null): readonly HumanMessage[];
  /** Takes back the latest message that nobody got; null when there is none. */
  popLatest(): HumanMessage | null;
  /** Every delivery so far, in order. */
  readonly history: readonly Delivery[];
  /** Calls the listener at each delivery. Returns the function that removes it. */
  onDelivered(listener: (delivery: Delivery) => void): () => void;
  /** Takes the messages that wait for an agent. Each message is delivered once. */
  take(agent: string | null): readonly HumanMessage[];
}

/** Enough for a long session. The oldest is dropped first. */
const maxKept = 10_000;

/** A queue of messages from people. `agents` are the recipients of a message for everyone, if they are known. */
export function createHumanInput(options: { readonly agents?: readonly (string | null)[] } = {}): HumanInput {
  const waiting: { readonly message: HumanMessage; readonly got: Set<string | null> }[] = [];
  const history: Delivery[] = [];
  const listeners = new Set<(delivery: Delivery) => void>();
  let count = 0;

  const isFor = (message: HumanMessage, agent: string | null): boolean =>
    (message.to ?? options.agents ?? [agent]).includes(agent);

  const take = (agent: string | null): readonly HumanMessage[] => {
    const taken = waiting.filter(({ message, got }) => isFor(message, agent) && !got.has(agent));
    for (const { message, got } of taken) {
      got.add(agent);
      record({ message, agent, at: Date.now() });
    }
    // Without `agents`, a message for everyone waits for every agent that may come.
    keepOnly(waiting, ({ message, got }) => !(message.to ?? options.agents)?.every((one) => got.has(one)));
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
    add(content, { to = null, into } = {}) {
      count += 1;
      const recipients = to === null ? null : [to].flat();
      const message = { id: `message-${count}`, content, to: recipients, ...(into && { into }) };
      waiting.push({ message, got: new Set() });
      if (waiting.length > maxKept) waiting.shift();
      return message.id;
    },
    pending: (agent) =>
      waiting
        .filter(({ message, got }) =>
          agent === undefined ? got.size === 0 : isFor(message, agent) && !got.has(agent),
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

/** The message is out of the queue already: a listener that throws must not keep it from the agent. */
function tell(listener: (delivery: Delivery) => void, delivery: Delivery): void {
  try {
    listener(delivery);
  } catch {
    // Nobody but the listener could be told.
  }
}

function keepOnly<Item>(list: Item[], isKept: (item: Item) => boolean): void {
  list.splice(0, list.length, ...list.filter(isKept));
}
