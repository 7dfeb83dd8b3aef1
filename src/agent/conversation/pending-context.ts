export class PendingContext {
  readonly #items = new Map<string, string[]>();

  add(agent: string, content: string): void {
    const items = this.#items.get(agent);
    if (items === undefined) this.#items.set(agent, [content]);
    else items.push(content);
  }

  appendTo(systemPrompt: string, agent: string): string {
    const { system, told } = this.offer(systemPrompt, agent);
    told();
    return system;
  }

  /** The same for a call that may fail. The text stays pending until `told` is called. */
  offer(systemPrompt: string, agent: string): { readonly system: string; told(): void } {
    const items = this.#items.get(agent);
    if (items === undefined) return { system: systemPrompt, told: () => {} };
    const { length } = items;
    const added = items.join('\n');
    return {
      system: systemPrompt === '' ? added : `${systemPrompt}\n\n${added}`,
      told: () => {
        const rest = items.slice(length);
        if (this.#items.get(agent) !== items) return;
        if (rest.length > 0) this.#items.set(agent, rest);
        else this.#items.delete(agent);
      },
    };
  }

  forget(agent: string): void {
    this.#items.delete(agent);
  }
}
