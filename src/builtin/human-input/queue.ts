import type { Place } from '../../engine/outcome/effects.ts';

/** What a person says to agents while they work. */
export interface HumanMessage {
  readonly id: string;
  readonly content: string;
  /** The agents that it is for (null is the main one); everyone where this is null. */
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
  /** Adds a message for an agent, several, or everyone, and gives its id. */
  add(
    content: string,
    options?: { readonly to?: string | null | readonly (string | null)[]; readonly into?: Place },
  ): string;
  /** What was not yet delivered to that agent; to anyone, when no agent is named. */
  pending(agent?: string | null): readonly HumanMessage[];
  /** Takes back the latest message that nobody got; null when there is none. */
  popLatest(): HumanMessage | null;
  /** Every delivery so far, in order. */
  readonly history: readonly Delivery[];
  /** Calls the function at each delivery, until the function that it returns is called. */
  onDelivered(listener: (delivery: Delivery) => void): () => void;
  /** Takes what is waiting for an agent: each message once. */
  take(agent: string | null): readonly HumanMessage[];
}

/** As much as a long session needs; the oldest goes first. */
const maxKept = 10_000;

/** A queue of messages from people. `agents` are those that a message for everyone is for, if they are known. */
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
    // For everyone, with nobody saying who that is, a message waits for whoever may come.
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

/** The message was taken from the queue already: what a listener throws must not keep it from the agent. */
function tell(listener: (delivery: Delivery) => void, delivery: Delivery): void {
  try {
    listener(delivery);
  } catch {
    // There is nobody to tell who did not cause it.
  }
}

function keepOnly<Item>(list: Item[], isKept: (item: Item) => boolean): void {
  list.splice(0, list.length, ...list.filter(isKept));
}
