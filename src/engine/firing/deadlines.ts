import { now } from '../values/clock.ts';

/** Shorter timeouts get their own timer, to be exact. */
const exactBelowMs = 1000;
const tickMs = 50;

export abstract class Deadline {
  limitMs = 0;
  expiresAt = 0;
  timer: ReturnType<typeof setTimeout> | null = null;
  linked = false;
  previous: Deadline | null = null;
  next: Deadline | null = null;

  abstract expire(): void;
}

// A timer per hook would cost more than the hook, so long deadlines share one: never early, at most two ticks late.
let first: Deadline | null = null;
let ticker: ReturnType<typeof setInterval> | undefined;

export function setDeadline(deadline: Deadline, limitMs: number): void {
  if (limitMs < exactBelowMs) {
    deadline.expiresAt = now() + limitMs;
    armExactly(deadline, limitMs);
    return;
  }
  deadline.limitMs = limitMs;
  deadline.expiresAt = 0;
  if (!deadline.linked) link(deadline);
}

/** Takes the deadline back but leaves it in the list, since the next hook of the same firing will set it again. */
export function clearDeadline(deadline: Deadline): void {
  deadline.limitMs = 0;
  if (deadline.timer === null) return;
  clearTimeout(deadline.timer);
  deadline.timer = null;
}

export function releaseDeadline(deadline: Deadline): void {
  clearDeadline(deadline);
  if (!deadline.linked) return;
  deadline.linked = false;
  if (deadline.previous === null) first = deadline.next;
  else deadline.previous.next = deadline.next;
  if (deadline.next !== null) deadline.next.previous = deadline.previous;
  deadline.previous = null;
  deadline.next = null;
  if (first === null) ticker?.unref();
}

/** Never early: node counts from when the event loop last read the clock, which a busy hook leaves behind. */
function armExactly(deadline: Deadline, limitMs: number): void {
  deadline.timer = setTimeout(() => {
    const leftMs = deadline.expiresAt - now();
    if (leftMs > 0) armExactly(deadline, leftMs);
    else deadline.expire();
  }, limitMs);
}

function link(deadline: Deadline): void {
  deadline.linked = true;
  deadline.next = first;
  if (first !== null) first.previous = deadline;
  else if (ticker === undefined) ticker = setInterval(tick, tickMs);
  else ticker.ref();
  first = deadline;
}

function tick(): void {
  if (first === null) {
    clearInterval(ticker);
    ticker = undefined;
    return;
  }
  const time = now();
  const expired: Deadline[] = [];
  for (let deadline: Deadline | null = first; deadline !== null; deadline = deadline.next) {
    if (deadline.limitMs === 0) continue;
    if (deadline.expiresAt === 0) deadline.expiresAt = time + deadline.limitMs;
    else if (deadline.expiresAt <= time) expired.push(deadline);
  }
  // Expiring runs hooks, which change the list; so it waits until the walk is over.
  for (const deadline of expired) if (deadline.limitMs > 0) deadline.expire();
}
