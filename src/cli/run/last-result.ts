import type { AgentEvent, ResultEvent } from '../../agent/loop/events.ts';

/** Passes events on, but for the result of a session's last prompt: that comes when all is over. */
export class LastResult {
  readonly #sessionId: string;
  readonly #show: (event: AgentEvent) => void;
  #result: ResultEvent | null = null;

  constructor(sessionId: string, show: (event: AgentEvent) => void) {
    this.#sessionId = sessionId;
    this.#show = show;
  }

  show(event: AgentEvent): void {
    const isResult = event.type === 'result' && event.session_id === this.#sessionId;
    // The next prompt has begun.
    if (isResult || (event.type === 'phase' && event.phase === 'plan' && event.agent_id === undefined))
      this.end();
    if (isResult) this.#result = event;
    else this.#show(event);
  }

  /** Shows the result that was held back, and gives it. */
  end(): ResultEvent | null {
    const result = this.#result;
    this.#result = null;
    if (result !== null) this.#show(result);
    return result;
  }
}
