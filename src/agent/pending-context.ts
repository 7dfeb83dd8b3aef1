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
    const items = this.#items.get(agent);
    if (items === undefined) return systemPrompt;
    this.#items.delete(agent);
    const added = items.join('\n');
    return systemPrompt === '' ? added : `${systemPrompt}\n\n${added}`;
  }

  /** Forgets what an agent that ended will not be told any more. */
  forget(agent: string): void {
    this.#items.delete(agent);
  }
}
