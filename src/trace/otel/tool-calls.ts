import type { Context, Span } from '@opentelemetry/api';
import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { toolCallOf } from './attributes.ts';
import { attributeNames as names } from './names.ts';

export interface OpenSpan {
  readonly span: Span;
  readonly context: Context;
}

interface OpenCall extends OpenSpan {
  readonly openedAt: number;
  seenAt: number;
}

const toolPoints = new Map([
  ['PreToolUse', { isLast: false }],
  ['PermissionRequest', { isLast: false }],
  ['PermissionDenied', { isLast: true }],
  ['PostToolUse', { isLast: true }],
  ['PostToolUseFailure', { isLast: true }],
]);

const turnEnds = new Map<string, (firing: FiringInfo) => string>([
  ['Stop', agentKey],
  ['StopFailure', agentKey],
  // The host may fire it in the name of the agent that goes on.
  ['SubagentStop', ({ input }) => agentKey({ input, agent: null })],
  ['SessionEnd', sessionKey],
]);

const maxOpen = 1000;
const maxOpenMs = 3_600_000;

/**
 * Many calls never end here: the user refuses them, or the host has no hooks after tools. Such a call is dropped when
 * its agent's turn ends, after an hour, or when there are too many.
 */
export class OpenToolCalls {
  readonly #open = new Map<string, OpenCall>();

  spanFor(firing: FiringInfo, open: () => OpenSpan): OpenSpan | null {
    const key = keyOf(firing);
    if (key === null) return null;
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    this.#giveUpOld();
    const time = Date.now();
    const call = { ...open(), openedAt: time, seenAt: time };
    this.#open.set(key, call);
    return call;
  }

  settled(firing: FiringInfo, { span }: OpenSpan, { decision, halted }: Outcome): void {
    const key = keyOf(firing) ?? '';
    const call = this.#open.get(key);
    if (call?.span !== span) return;
    call.seenAt = Date.now();
    if (toolPoints.get(firing.point)?.isLast !== true && decision !== 'deny' && !halted) return;
    this.#open.delete(key);
    span.end();
  }

  passed(firing: FiringInfo): void {
    const start = turnEnds.get(firing.point)?.(firing);
    if (start === undefined) return;
    for (const key of this.#open.keys()) if (key.startsWith(start)) this.#giveUp(key);
  }

  giveUpAll(): void {
    for (const key of this.#open.keys()) this.#giveUp(key);
  }

  #giveUpOld(): void {
    const limit = Date.now() - maxOpenMs;
    for (const [key, { openedAt }] of this.#open) {
      if (openedAt > limit && this.#open.size < maxOpen) return;
      this.#giveUp(key);
    }
  }

  #giveUp(key: string): void {
    const call = this.#open.get(key);
    this.#open.delete(key);
    call?.span.setAttribute(names.unfinished, true);
    call?.span.end(call.seenAt);
  }
}

function keyOf(firing: FiringInfo): string | null {
  const id = toolCallOf(firing);
  return id === null || !toolPoints.has(firing.point) ? null : `${agentKey(firing)}${id}`;
}

function agentKey({ input, agent }: Pick<FiringInfo, 'input' | 'agent'>): string {
  return `${sessionKey({ input })}${agent ?? String((input as Fields)['agent_id'] ?? '')}\0`;
}

function sessionKey({ input }: Pick<FiringInfo, 'input'>): string {
  return `${String((input as Fields)['session_id'])}\0`;
}
