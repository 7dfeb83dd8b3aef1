import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { putLast } from '../../engine/values/maps.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { canonicalJson } from '../../trace/decision-code.ts';
import { visible } from '../answer/visible.ts';
import { previewOf } from '../exceptions/held-call.ts';

export interface McpQuestion {
  readonly tool: string;
  readonly input: unknown;
  readonly reason: string;
}

/** What the client carries from one round of a call to the next, since 2026-07-28. */
export interface Round {
  readonly call: string;
  readonly nonce: string;
  /** A person allowed the call; the client's next answers are for the server. */
  readonly isApproved: boolean;
  /** What the client said to the server before the proxy asked. */
  readonly forServer: Fields;
  /** The server's answer, which waits for the person. */
  readonly held?: Fields;
}

export const questionKey = 'hookline-approval';

/** People approve only what they can see. */
const maxShown = 20_000;
const prefix = 'hookline.';
const maxUsed = 10_000;

/** Null where the call is too long to be shown. */
export function questionParams({ tool, input, reason }: McpQuestion): Fields | null {
  const shown = visible(`${reason}\n\n${tool}\n${previewOf(input)}`);
  if (shown.length > maxShown) return null;
  return {
    message: shown,
    requestedSchema: {
      type: 'object',
      properties: { allow: { type: 'boolean', title: 'Allow this once', default: false } },
      required: ['allow'],
    },
  };
}

export function isYes(answer: unknown): boolean {
  if (!isObject(answer) || answer['action'] !== 'accept') return false;
  const { content } = answer;
  return isObject(content) && content['allow'] === true;
}

export function canBeAsked(capabilities: unknown): boolean {
  if (!isObject(capabilities)) return false;
  const { elicitation } = capabilities;
  return isObject(elicitation) && (isObject(elicitation['form']) || Object.keys(elicitation).length === 0);
}

/** Identifies a call: an approval counts only for the arguments that it was given for. */
export function callMark(tool: string, input: unknown): string {
  return createHash('sha256')
    .update(canonicalJson([tool, input]))
    .digest('base64url');
}

/** Seals state that passes through the client, which could change or replay it. */
export class Rounds {
  readonly #key = randomBytes(32);
  readonly #used = new Map<string, true>();

  seal(round: Omit<Round, 'nonce'>): string {
    const body = Buffer.from(JSON.stringify({ ...round, nonce: randomUUID() })).toString('base64url');
    return `${prefix}${body}.${this.#mark(body)}`;
  }

  isSealed(state: unknown): state is string {
    return typeof state === 'string' && state.startsWith(prefix);
  }

  /** Null for what this proxy did not seal, or has opened before. */
  open(state: string): Round | null {
    const [body = '', mark = ''] = state.slice(prefix.length).split('.');
    const own = Buffer.from(this.#mark(body));
    const given = Buffer.from(mark);
    if (own.length !== given.length || !timingSafeEqual(own, given)) return null;
    const round: Round = JSON.parse(Buffer.from(body, 'base64url').toString());
    if (this.#used.has(round.nonce)) return null;
    putLast(this.#used, round.nonce, true, maxUsed);
    return round;
  }

  #mark(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url');
  }
}

const secretWords =
  /pass(?:word|phrase|code)|secret|token|api[ _-]?key|credential|private[ _-]?key|\bpin\b|seed phrase|one[ -]time code|\botp\b/i;

export function asksForSecret(method: string, params: Fields): boolean {
  return method === 'elicitation/create' && secretWords.test(JSON.stringify(params));
}
