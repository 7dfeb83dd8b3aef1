/** A system prompt with what is pending, for one model call. */
interface Offer {
  readonly system: string;
  /** To be called once the model has answered. */
  told(): void;
}

/** What hooks want the model to be told, kept for each agent until its next model call. */
export class PendingContext {
  readonly #items = new Map<string, string[]>();

  add(agent: string, content: string): void {
    const items = this.#items.get(agent);
    if (items === undefined) this.#items.set(agent, [content]);
    else items.push(content);
  }

  /** The system prompt of the agent's next model call: what is pending follows after a blank line, and is gone then. */
  appendTo(systemPrompt: string, agent: string): string {
    const { system, told } = this.offer(systemPrompt, agent);
    told();
    return system;
  }

  /** The same for a call that may fail: what is pending stays so until `told` says that the model has it. */
  offer(systemPrompt: string, agent: string): Offer {
    const items = this.#items.get(agent);
    if (items === undefined) return { system: systemPrompt, told: () => {} };
    const { length } = items;
    const added = items.join('\n');
    return {
      system: systemPrompt === '' ? added : `${systemPrompt}\n\n${added}`,
      told: () => {
        // More may have come since, which this call did not tell.
        const rest = items.slice(length);
        if (this.#items.get(agent) !== items) return;
        if (rest.length > 0) this.#items.set(agent, rest);
        else this.#items.delete(agent);
      },
    };
  }

  /** Forgets what an agent that ended will not be told any more. */
  forget(agent: string): void {
    this.#items.delete(agent);
  }
}
