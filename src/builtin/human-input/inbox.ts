import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { mainAgent } from '../../engine/hooks/agent-names.ts';
import type { Place } from '../../engine/outcome/effects.ts';
import { filesIn, setAside } from '../../files/folder-files.ts';
import { nameBeside, readIfThere, takeFile } from '../../files/take-file.ts';
import { place } from '../builtin-options.ts';
import { once } from '../once.ts';

export interface InboxMessage {
  readonly content: string;
  readonly into: Place | undefined;
  readonly to: readonly string[] | null;
}

export interface Collected {
  readonly messages: readonly InboxMessage[];
  readonly unreadable: readonly string[];
}

const nothing: Collected = { messages: [], unreadable: [] };

const form = once(() =>
  z.looseObject({
    content: z.string().optional(),
    message: z.string().optional(),
    to: z.union([z.string(), z.null(), z.array(z.string().nullable())]).optional(),
    into: place().optional(),
  }),
);

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

  async collect(names: readonly [id: string, ...others: string[]]): Promise<Collected> {
    const [agent] = names;
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
      } else if (message !== null && isFor(message, names)) {
        if (await this.#claim(file, names)) messages.push(message);
      }
    }
    return { messages, unreadable };
  }

  /** The process that takes the file delivers it, and puts it back for agents that did not get it yet. */
  async #claim(file: string, names: readonly string[]): Promise<boolean> {
    const path = join(this.#folder, file);
    const taken = await takeFile(path);
    // Another process may have put it back for other agents since it was read.
    const now = taken === null ? undefined : readMessage(file, taken, this.#agents);
    if (now === undefined || taken === null) return false;
    const rest = now.to?.filter((one) => !names.includes(one)) ?? [];
    if (rest.length > 0) {
      const draft = nameBeside(path, 'rest');
      const { content, into } = now;
      await writeFile(draft, JSON.stringify({ content, into, to: rest }));
      await rename(draft, file.endsWith('.json') ? path : `${path}.json`);
    }
    return isFor(now, names);
  }
}

function isFor({ to }: InboxMessage, names: readonly string[]): boolean {
  return to === null || to.some((one) => names.includes(one));
}

function readMessage(file: string, text: string, agents: readonly string[] | null): InboxMessage | undefined {
  if (file.endsWith('.txt')) {
    return text.trim() === '' ? undefined : { content: text.trim(), into: undefined, to: agents };
  }
  try {
    const { content, message, to, into } = form().parse(JSON.parse(text));
    const said = content ?? message ?? '';
    if (said.trim() === '') return undefined;
    const named = to === undefined || to === '' ? ['*'] : [to].flat().map((agent) => agent ?? mainAgent);
    return { content: said, into, to: named.includes('*') ? agents : named };
  } catch {
    return undefined;
  }
}
