import { randomUUID } from 'node:crypto';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { inject, type Reply } from '../../engine/outcome/effects.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import { agentOf } from '../agent-states.ts';
import { type Refusal, refuse, sessionOf } from '../helpers/given-call.ts';
import { SessionLog } from '../helpers/session-log.ts';
import { nothingUsed, type TranscriptUsage, usageAfter } from './usage.ts';

export const owners = ['session', 'agent', 'tool', 'day'] as const;
export type Owner = (typeof owners)[number];

export interface Limits {
  readonly name: string;
  readonly calls?: number | undefined;
  /** In ms, from the first call on. */
  readonly time?: number | undefined;
  readonly tokens?: number | undefined;
  readonly cost?: number | undefined;
  /** Only calls of the last so many ms count. */
  readonly within?: number | undefined;
  readonly warnAt?: number | undefined;
  readonly per: Owner;
  readonly refusal: Refusal;
}

interface Note {
  readonly id: string;
  readonly at: number;
  readonly usage: TranscriptUsage;
  readonly about?: 'warned' | 'refused';
}

export class Limit {
  readonly #limits: Limits;
  readonly #log: SessionLog<Note>;

  constructor(limits: Limits, directory: string) {
    this.#limits = limits;
    this.#log = new SessionLog(limits.name, directory, limits);
  }

  count(input: Fields, context: HookContext): Reply {
    const { per, warnAt, refusal, name } = this.#limits;
    const now = Date.now();
    const owner = this.#ownerOf(input, context, now);
    const before = this.#log.notes(...owner);
    const usage = this.#needsUsage()
      ? usageAfter(before.at(-1)?.usage ?? nothingUsed, textOf(input['transcript_path']))
      : nothingUsed;
    const id = randomUUID();
    this.#log.add({ id, at: now, usage }, ...owner);
    // Counted by the place of its own line, so two calls at once never share the last one.
    const all = this.#log.notes(...owner);
    const notes = all.slice(0, all.findIndex((note) => note.id === id) + 1);
    const shares = this.#shares(notes, now, usage);
    const worst = shares.toSorted((left, right) => right.share - left.share)[0];
    if (worst === undefined) return undefined;
    const of = per === 'day' ? 'today' : `this ${per}`;
    if (worst.share > 1) {
      // A call that doesn't run uses nothing.
      if (refusal !== 'ask') this.#log.add({ id, at: now, usage, about: 'refused' }, ...owner);
      return refuse(refusal, `${name}: ${worst.text} for ${of}`);
    }
    if (warnAt === undefined || worst.share < warnAt || all.some(({ about }) => about === 'warned'))
      return undefined;
    this.#log.add({ id, at: now, usage, about: 'warned' }, ...owner);
    return inject(`${name}: ${worst.text} for ${of}. Finish what matters most.`);
  }

  #needsUsage(): boolean {
    return this.#limits.tokens !== undefined || this.#limits.cost !== undefined;
  }

  #ownerOf(input: Fields, context: HookContext, now: number): readonly string[] {
    switch (this.#limits.per) {
      case 'session':
        return [sessionOf(input)];
      case 'agent':
        return [sessionOf(input), agentOf(input, context)];
      case 'tool':
        return [sessionOf(input), textOf(input['tool_name'])];
      case 'day':
        return [new Date(now).toDateString()];
    }
  }

  #shares(
    notes: readonly Note[],
    now: number,
    usage: TranscriptUsage,
  ): readonly { share: number; text: string }[] {
    const { calls, time, tokens, cost, within } = this.#limits;
    const refused = new Set(notes.filter(({ about }) => about === 'refused').map(({ id }) => id));
    const counted = notes.filter(
      ({ id, at, about }) =>
        about === undefined && !refused.has(id) && (within === undefined || at > now - within),
    );
    const since = now - (notes[0]?.at ?? now);
    const amounts = [
      {
        used: counted.length,
        limit: calls,
        text: `call ${counted.length} of ${calls}${within === undefined ? '' : ` in ${within / 1000} s`}`,
      },
      {
        used: since,
        limit: time,
        text: `${Math.round(since / 60_000)} of ${(time ?? 0) / 60_000} minutes used`,
      },
      { used: usage.tokens, limit: tokens, text: `${usage.tokens} of ${tokens} tokens used` },
      { used: usage.cost, limit: cost, text: `${usage.cost.toFixed(2)} of ${cost} US$ spent` },
    ];
    return amounts.flatMap(({ used, limit, text }) =>
      limit === undefined ? [] : [{ share: used / limit, text }],
    );
  }
}
