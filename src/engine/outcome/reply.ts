import { copyJson } from '../values/json.ts';
import type { Fields } from '../values/shapes.ts';
import { didYouMean } from '../values/suggest.ts';
import { describe } from '../values/text.ts';
import {
  type Effect,
  type EffectType,
  effectTypes,
  levels,
  noEffects,
  type Postponed,
  places,
  restrains,
} from './effects.ts';
import { HookFailure } from './failure.ts';

export interface Answer {
  readonly effects: readonly Effect[];
  readonly failure: HookFailure | null;
}

const silence: Answer = { effects: noEffects, failure: null };

export function readReply(reply: unknown): Answer {
  if (reply === undefined || reply === null) return silence;
  const effects: Effect[] = [];
  let failure: HookFailure | null = null;
  // A proxy can refuse even to be looked at.
  try {
    if (reply instanceof HookFailure) failure = reply;
    for (const part of partsOf(failure === null ? reply : failure.effects)) {
      const effect = readPart(part);
      if (!(effect instanceof HookFailure)) effects.push(effect);
      else {
        effects.push(...effect.effects);
        failure ??= effect;
      }
    }
  } catch (problem) {
    failure ??= HookFailure.from(problem, 'invalid');
  }
  return { effects, failure };
}

function partsOf(reply: unknown): readonly unknown[] {
  return Array.isArray(reply) ? reply : [reply];
}

export function isPostponed(reply: unknown): reply is Postponed {
  if (typeof reply !== 'object' || reply === null || !('async' in reply)) return false;
  // An effect with a stray `async` is an effect: what it blocks must not be postponed.
  return reply.async === true && !('type' in reply);
}

function readPart(part: unknown): Effect | HookFailure {
  try {
    return readEffect(part);
  } catch (problem) {
    return HookFailure.from(problem, 'invalid');
  }
}

function readEffect(part: unknown): Effect {
  if (typeof part !== 'object' || part === null) {
    throw new HookFailure(
      'invalid',
      `answered ${describe(part)} instead of an effect such as deny("reason")`,
    );
  }
  if (!('type' in part)) {
    throw decisionKeys.some((key) => key in part)
      ? new HookFailure(
          'unclear',
          `answered ${describe(part)}; a decision is an effect such as deny("reason")`,
        )
      : new HookFailure('invalid', `answered ${describe(part)} instead of an effect such as deny("reason")`);
  }
  const type = part.type;
  if (typeof type !== 'string' || !Object.hasOwn(effectTypes, type)) {
    const hint = didYouMean(String(type), Object.keys(effectTypes));
    throw new HookFailure('unclear', `answered an effect of unknown type ${describe(type)}${hint}`);
  }
  const effect = readers[type as EffectType](part);
  if (decisionKeys.some((key) => Object.hasOwn(part, key))) {
    throw new HookFailure(
      'unclear',
      `answered an effect of type "${type}" and a decision in one object`,
      [effect, ...denialIn(part)].filter(restrains),
    );
  }
  return effect;
}

/** A readable deny counts in any system's words. */
function denialIn(part: object): readonly Effect[] {
  const { decision, allowed, abort } = part as Fields;
  const denies = decision === 'deny' || decision === 'block' || allowed === false || abort === true;
  return denies ? [{ type: 'deny', reason: readReason(part, 'deny') }] : noEffects;
}

/** Words by which other hook systems decide: an object with one of them was meant to decide something. */
export const decisionKeys = [
  'decision',
  'permissionDecision',
  'hookSpecificOutput',
  'allowed',
  'abort',
  'continue',
] as const;

const readers: { readonly [T in EffectType]: (fields: object) => Effect } = {
  allow: (fields) => ({ type: 'allow', reason: readReason(fields, null) }),
  deny: (fields) => ({ type: 'deny', reason: readReason(fields, 'deny') }),
  ask: (fields) => ({ type: 'ask', reason: readReason(fields, 'ask') }),
  modify: (fields) => ({ type: 'modify', value: copyJson((fields as Fields)['value']) }),
  inject: (fields) => ({
    type: 'inject',
    content: readText(fields, 'content', 'inject'),
    into: readWord(fields, 'into', places, 'system'),
  }),
  suppress: () => ({ type: 'suppress' }),
  resume: (fields) => {
    const effect = { type: 'resume', reason: readReason(fields, 'resume') } as const;
    return (fields as Fields)['countsUntilTool'] === true ? { ...effect, countsUntilTool: true } : effect;
  },
  halt: (fields) => {
    const effect = { type: 'halt', reason: readReason(fields, 'halt') } as const;
    return (fields as Fields)['chainOnly'] === true ? { ...effect, chainOnly: true } : effect;
  },
  notify: (fields) => ({
    type: 'notify',
    message: readText(fields, 'message', 'notify'),
    level: readWord(fields, 'level', levels, 'info'),
  }),
};

/** A bad reason does not undo the effect that it belongs to: the failure carries that effect on. */
function readReason(fields: object, type: 'deny' | 'ask' | 'resume' | 'halt' | null): string | null {
  const reason = (fields as Fields)['reason'];
  if (reason === undefined || reason === null) return null;
  if (typeof reason === 'string') return reason;
  const failure = new HookFailure('invalid', `gave a reason that is not text: ${describe(reason)}`);
  throw type === null ? failure : failure.carrying([{ type, reason: null }]);
}

function readText(fields: object, key: string, type: EffectType): string {
  const text = (fields as Fields)[key];
  if (typeof text === 'string') return text;
  throw new HookFailure('invalid', `answered ${type} with ${key} ${describe(text)} instead of text`);
}

function readWord<Word extends string>(
  fields: object,
  key: string,
  words: readonly Word[],
  fallback: Word,
): Word {
  const given = (fields as Fields)[key];
  if (given === undefined || given === null) return fallback;
  const word = words.find((candidate) => candidate === given);
  if (word !== undefined) return word;
  throw new HookFailure('invalid', `answered ${key} ${describe(given)}; it is one of ${words.join(', ')}`);
}
