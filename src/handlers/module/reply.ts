import { effectTypes, type Reply } from '../../engine/outcome/effects.ts';
import { HookFailure, isFailure } from '../../engine/outcome/failure.ts';
import { decisionKeys, isPostponed, readReply } from '../../engine/outcome/reply.ts';
import { nearest } from '../../engine/values/suggest.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { salvage } from '../handler.ts';
import { oddityOf } from './exported.ts';

export function readReturned(value: unknown, call: WireCall, protocol: Protocol): Reply {
  if (value === undefined || value === null) return undefined;
  const oddity = oddityOf(value);
  if (oddity !== null) throw ownFailure(value) ?? notPlain(oddity, value, call, protocol);
  if (isEffect(value) && decisionKeys.some((name) => Object.hasOwn(value, name))) {
    const problem = `answered an effect of type "${value.type}" and the fields of a reply in one object`;
    throw new HookFailure('unclear', problem, [
      ...readReply(value).effects,
      ...salvage(protocol, value, call),
    ]);
  }
  if (isEngineReply(value)) return value as Reply;
  const reply = protocol.readValue(value, call);
  const isSilent = reply === undefined || reply === null || (Array.isArray(reply) && reply.length === 0);
  // It says nothing on this wire, so it was meant as an effect; the engine reports what is wrong.
  return isSilent && isNearlyEffect(value) ? (value as Reply) : reply;
}

function ownFailure(value: unknown): HookFailure | null {
  try {
    return isFailure(value) ? value : null;
  } catch {
    return null;
  }
}

export function notPlain(oddity: string, value: unknown, call: WireCall, protocol: Protocol): HookFailure {
  const problem = `answered ${oddity} instead of a plain object, so what it decides cannot be read`;
  return new HookFailure('unclear', problem, effectsIn(value, call, protocol));
}

export function effectsIn(value: unknown, call: WireCall, protocol: Protocol): HookFailure['effects'] {
  if (value === undefined || value === null) return [];
  try {
    return isEngineReply(value) ? readReply(value).effects : salvage(protocol, value, call);
  } catch {
    return [];
  }
}

/** Whether the engine judges it. In a list one effect is enough, so none gets lost. */
function isEngineReply(value: unknown): boolean {
  if (!Array.isArray(value)) return isEffect(value) || isPostponed(value);
  return value.length === 0 || value.some((each) => isEffect(each) || isNearlyEffect(each));
}

function isEffect(value: unknown): value is { readonly type: string } {
  const type = typeIn(value);
  return type !== null && Object.hasOwn(effectTypes, type);
}

function isNearlyEffect(value: unknown): boolean {
  const type = typeIn(value);
  return type !== null && nearest(type, Object.keys(effectTypes)) !== null;
}

function typeIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'type')) return null;
  const { type } = value as { readonly type: unknown };
  return typeof type === 'string' ? type : null;
}
