/** A system prompt with what is pending, for one model call. */
interface Offer {
  readonly system: string;
  /** Call it once the model has answered. */
  told(): void;
}

/** Text that hooks add for the model, kept for each agent until its next model call. */
export class PendingContext {
  readonly #items = new Map<string, string[]>();

  add(agent: string, content: string): void {
    const items = this.#items.get(agent);
    if (items === undefined) this.#items.set(agent, [content]);
    else items.push(content);
  }

  /**
   * The system prompt of the agent's next model call: the pending text follows after a blank line, and is then
   * forgotten.
   */
  appendTo(systemPrompt: string, agent: string): string {
    const { system, told } = this.offer(systemPrompt, agent);
    told();
    return system;
  }

  /** The same for a call that may fail. The text stays pending until `told` is called. */
  offer(systemPrompt: string, agent: string): Offer {
    const items = this.#items.get(agent);
    if (items === undefined) return { system: systemPrompt, told: () => {} };
    const { length } = items;
    const added = items.join('\n');
    return {
      system: systemPrompt === '' ? added : `${systemPrompt}\n\n${added}`,
      told: () => {
        // Text that came since then was not in this call.
        const rest = items.slice(length);
        if (this.#items.get(agent) !== items) return;
        if (rest.length > 0) this.#items.set(agent, rest);
        else this.#items.delete(agent);
      },
    };
  }

  /** Forgets the text for an agent that has ended. */
  forget(agent: string): void {
    this.#items.delete(agent);
  }
}
