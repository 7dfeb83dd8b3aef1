import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Place } from '../../engine/outcome/effects.ts';
import { filesIn, setAside } from '../../files/folder-files.ts';
import { nameBeside, readIfThere, takeFile } from '../../files/take-file.ts';
import { place } from '../builtin-options.ts';

export interface InboxMessage {
  readonly content: string;
  readonly into: Place | undefined;
  /** The agents it is for; null: everyone. */
  readonly to: readonly string[] | null;
}

export interface Collected {
  readonly messages: readonly InboxMessage[];
  /** Files that could not be read and were set aside. */
  readonly unreadable: readonly string[];
}

const nothing: Collected = { messages: [], unreadable: [] };

const form = z.looseObject({
  content: z.string().optional(),
  message: z.string().optional(),
  to: z.union([z.string(), z.array(z.string())]).nullish(),
  into: place.optional(),
});

/** A folder where people put messages: `msg_*.json` and `msg_*.txt`, in the order of their names. */
export class Inbox {
  readonly #folder: string;
  readonly #agents: readonly string[] | null;
  readonly #everyMs: number;
  readonly #now: () => number;
  readonly #lookedAt = new Map<string, number>();

  constructor(folder: string, agents: readonly string[] | null, everyMs: number, now: () => number) {
    this.#folder = folder;
    this.#agents = agents;
    this.#everyMs = everyMs;
    this.#now = now;
  }

  /** Takes the messages for an agent. Files for others stay. A file for several agents is written back for the rest. */
  async collect(agent: string): Promise<Collected> {
    const last = this.#lookedAt.get(agent);
    if (last !== undefined && this.#now() - last < this.#everyMs) return nothing;
    this.#lookedAt.set(agent, this.#now());
    const messages: InboxMessage[] = [];
    const unreadable: string[] = [];
    for (const file of await filesIn(this.#folder, /^msg_.*\.(json|txt)$/)) {
      const text = await readIfThere(join(this.#folder, file));
      const message = text === null ? null : readMessage(file, text, this.#agents);
      if (message === undefined) {
        if (await setAside(this.#folder, file)) unreadable.push(file);
      } else if (message !== null && (message.to === null || message.to.includes(agent))) {
        if (await this.#claim(file, agent)) messages.push(message);
      }
    }
    return { messages, unreadable };
  }

  /** Whoever takes the file delivers it, and puts it back for those who have not got it yet. */
  async #claim(file: string, agent: string): Promise<boolean> {
    const path = join(this.#folder, file);
    const taken = await takeFile(path);
    // Another process may have put it back for other agents since it was read.
    const now = taken === null ? undefined : readMessage(file, taken, this.#agents);
    if (now === undefined || taken === null) return false;
    const isFor = now.to === null || now.to.includes(agent);
    const rest = now.to?.filter((one) => one !== agent) ?? [];
    if (rest.length > 0) {
      const draft = nameBeside(path, 'rest');
      const { content, into } = now;
      await writeFile(draft, JSON.stringify({ content, into, to: rest }));
      await rename(draft, file.endsWith('.json') ? path : `${path}.json`);
    }
    return isFor;
  }
}

/** Undefined when the file is unreadable. */
function readMessage(file: string, text: string, agents: readonly string[] | null): InboxMessage | undefined {
  if (file.endsWith('.txt')) {
    return text.trim() === '' ? undefined : { content: text.trim(), into: undefined, to: agents };
  }
  try {
    const { content, message, to, into } = form.parse(JSON.parse(text));
    const said = content ?? message ?? '';
    return said.trim() === '' ? undefined : { content: said, into, to: to ? [to].flat() : agents };
  } catch {
    return undefined;
  }
}
