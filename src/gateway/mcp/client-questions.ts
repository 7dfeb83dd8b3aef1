import { randomUUID } from 'node:crypto';
import type { Fields } from '../../engine/values/shapes.ts';
import { isYes } from './approval.ts';
import type { Sides } from './calls.ts';
import type { Id, RpcMessage } from './message.ts';

/** The proxy's questions to the client's person, in the protocol until 2025-11-25. */
export class ClientQuestions {
  readonly #open = new Map<Id, (answer: unknown) => void>();

  /** Unguessable, so the server can't ask something else under it. */
  newId(): string {
    return `hookline-${randomUUID()}`;
  }

  async ask(id: string, params: Fields, sides: Sides): Promise<boolean> {
    const answer = new Promise<unknown>((resolve) => this.#open.set(id, resolve));
    sides.toClient(JSON.stringify({ jsonrpc: '2.0', id, method: 'elicitation/create', params }));
    return isYes(await answer);
  }

  /** False where the message answers something else. */
  take({ id, fields }: RpcMessage): boolean {
    return id !== null && this.#close(id, fields['result']);
  }

  withdraw(id: string, sides: Sides): void {
    if (!this.#close(id, null)) return;
    const cancelled = { method: 'notifications/cancelled', params: { requestId: id } };
    sides.toClient(JSON.stringify({ jsonrpc: '2.0', ...cancelled }));
  }

  #close(id: Id, answer: unknown): boolean {
    const resolve = this.#open.get(id);
    this.#open.delete(id);
    resolve?.(answer);
    return resolve !== undefined;
  }
}
