import { isObject } from '../../../engine/values/shapes.ts';
import { StateLog } from '../../../files/state/state-log.ts';
import { type HeldCall, isHeldCall } from './exception.ts';

export const waitingLifeMs = 60 * 60_000;
const maxCalls = 100;

const maxLine = 256 * 1024;

// One file for all calls: an agent waits until its call is noted, and a file for each takes longer than to judge it.
const log = new StateLog('waiting', 'calls', 1024 * 1024);

export function keepWaiting(call: HeldCall): void {
  if (JSON.stringify(call).length > maxLine) throw new Error('what it says of itself is too long');
  log.append(call);
}

export function endWaiting(fingerprint: string): void {
  log.append({ ended: fingerprint });
}

export function waitingCalls(now = Date.now()): readonly HeldCall[] {
  const waiting = new Map<string, HeldCall>();
  for (const said of log.lines()) {
    if (isHeldCall(said)) waiting.set(said.fingerprint, said);
    else if (isObject(said) && typeof said['ended'] === 'string') waiting.delete(said['ended']);
  }
  return [...waiting.values()]
    .filter(({ at }) => at > now - waitingLifeMs && at <= now + waitingLifeMs)
    .sort((one, other) => other.at - one.at)
    .slice(0, maxCalls);
}
