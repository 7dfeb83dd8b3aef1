import { randomUUID } from 'node:crypto';
import type { Message, ToolResultBlock, ToolUseBlock, UserMessage } from '../../models/model.ts';
import type { StoredMessage, Transcript } from './transcript.ts';

export class Conversation {
  readonly transcript: Transcript;
  #messages: Message[] = [];
  #prompt: { readonly uuid: string; readonly index: number; readonly original: string } | null = null;
  /** The transcript gets a prompt when it is sent. Until then hooks may change or refuse it. */
  #unsent: { readonly uuid: string; readonly message: UserMessage } | null = null;
  #following: string[] = [];

  constructor(transcript: Transcript) {
    this.transcript = transcript;
  }

  get messages(): readonly Message[] {
    return [...this.#messages];
  }

  get history(): readonly Message[] {
    return this.#unsent === null ? this.messages : this.#messages.slice(0, -1);
  }

  get prompt(): string {
    return this.#prompt?.original ?? '';
  }

  addPrompt(text: string): void {
    this.dropUnsent();
    const message: UserMessage = { role: 'user', content: text };
    const uuid = randomUUID();
    this.#unsent = { uuid, message };
    this.#prompt = { uuid, index: this.#messages.length, original: text };
    this.#messages.push(message);
  }

  changePrompt(text: string): void {
    if (this.#prompt === null) {
      this.addPrompt(text);
      return;
    }
    const { uuid, index } = this.#prompt;
    const message: UserMessage = { role: 'user', content: text };
    if (this.#messages[index]?.content === text) return;
    this.#messages[index] = message;
    if (this.#unsent === null) this.transcript.append({ type: 'user', uuid, message });
    else this.#unsent = { uuid, message };
  }

  /** Removes a prompt that no model has seen. The next call must not send what pre:message hooks have not judged. */
  dropUnsent(): void {
    if (this.#unsent === null) return;
    this.#messages.pop();
    this.#unsent = null;
    this.#prompt = null;
    this.#following = [];
  }

  follow(text: string): void {
    if (this.#unsent === null) this.add({ role: 'user', content: text });
    else this.#following.push(text);
  }

  send(): void {
    if (this.#unsent === null) return;
    this.transcript.append({ type: 'user', ...this.#unsent });
    this.#unsent = null;
    const following = this.#following;
    this.#following = [];
    for (const text of following) this.add({ role: 'user', content: text });
  }

  add(message: Message): string {
    this.send();
    this.#messages.push(message);
    const uuid = randomUUID();
    this.transcript.append({ type: message.role, uuid, message });
    return uuid;
  }

  clear(): void {
    this.transcript.append({ type: 'clear' });
    this.#reset();
  }

  compact(summary: string): void {
    const kept = this.#unsent?.message.content ?? null;
    const following = this.#following;
    this.transcript.append({ type: 'compact' });
    this.#reset();
    const uuid = this.add({ role: 'user', content: summary });
    this.#prompt = { uuid, index: 0, original: summary };
    if (typeof kept === 'string') this.addPrompt(kept);
    for (const text of following) this.follow(text);
  }

  restore(stored: readonly StoredMessage[]): void {
    this.#messages = stored.map(({ message }) => message);
    stored.forEach(({ uuid, message }, index) => {
      if (message.role === 'user' && typeof message.content === 'string')
        this.#prompt = { uuid, index, original: message.content };
    });
    const open = openCalls(this.#messages.at(-1));
    if (open.length > 0) this.add({ role: 'user', content: open.map(lostResult) });
  }

  #reset(): void {
    this.#messages = [];
    this.#prompt = null;
    this.#unsent = null;
    this.#following = [];
  }
}

function openCalls(last: Message | undefined): readonly ToolUseBlock[] {
  return last?.role === 'assistant' ? last.content.filter((block) => block.type === 'tool_use') : [];
}

function lostResult({ id }: ToolUseBlock): ToolResultBlock {
  const content = 'The session ended before this call finished; whether it had an effect is not known.';
  return { type: 'tool_result', tool_use_id: id, content, is_error: true };
}
