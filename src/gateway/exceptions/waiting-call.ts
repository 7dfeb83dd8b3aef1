import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { HeldCall } from '../state/exceptions/exception.ts';
import {
  callLifeMs,
  exceptionUses,
  giveException,
  revokeExceptions,
} from '../state/exceptions/exceptions.ts';
import { endWaiting, waitingCalls } from '../state/exceptions/waiting-calls.ts';

const maxShown = 40;

export function waitingUnder(given: string): HeldCall {
  const code = given.trim().toUpperCase();
  const waiting = waitingCalls();
  const [held, other] = waiting.filter((one) => one.code === code);
  if (held === undefined) {
    const hint = didYouMean(
      code,
      waiting.map((one) => one.code),
    );
    const shown = given.replaceAll(/\s+/g, ' ').slice(0, maxShown);
    const used = exceptionUses().find(({ id }) => id === code);
    if (used !== undefined)
      throw wrong(
        `what waited under ${code} was let pass, and has passed; when it is refused again, it waits again`,
      );
    throw wrong(`no call waits under "${shown}"${hint || '; calls wait for an hour: hookline allow --list'}`);
  }
  if (other !== undefined)
    throw wrong(`two calls wait under ${code}; wait until one of them is gone: hookline allow --list`);
  return held;
}

export function waitingAs(fingerprint: string): HeldCall {
  const held = waitingCalls().find((one) => one.fingerprint === fingerprint);
  if (held === undefined) throw wrong('this call waits no more; calls wait for an hour');
  return held;
}

export function letPassOnce(held: HeldCall): number {
  const given = Date.now();
  const expires = given + callLifeMs;
  giveException({ kind: 'call', id: held.code, call: held, given, expires });
  return expires;
}

export function keepDenied({ code, fingerprint }: HeldCall): void {
  revokeExceptions(code);
  endWaiting(fingerprint);
}

function wrong(message: string): HooklineError {
  return new HooklineError('option-invalid', message);
}
