import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Outcome, quietOutcome } from '../../engine/outcome/outcome.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { isAlive } from '../../files/is-alive.ts';
import {
  appendStateLines,
  jsonLines,
  keyName,
  namesIn,
  privateFolder,
  readStateEnd,
} from '../../files/state/state-file.ts';
import { stateRoot } from '../../files/state/state-folder.ts';
import type { AgentCall } from '../payload/read-call.ts';

const folderName = 'calls';

/** One file per minute, since the second announcement comes at once. Daemon processes have their own files. */
const minuteMs = 60_000;
const ownName = /^(?:daemon-)?(\d+)\.jsonl$/;

const maxBytes = 1024 * 1024;
const maxCalls = 1000;

const pollMs = 20;

/** After a longer wait, the agent may go ahead. */
const maxWaitMs = 10_000;

/** Shorter ids can be guessed, and someone could write a line for a call in advance. */
const minIdLength = 20;

export type Restraint = Partial<Outcome>;

/** Null for agents that announce each call once. Another policy makes it another call. */
export function announcedKey(call: AgentCall, policy: () => string): string | null {
  const { tool_use_id: id } = call.input;
  if (typeof id !== 'string' || id.length < minIdLength) return null;
  return keyName([call.agent.name, policy(), JSON.stringify(call.payload)]);
}

/** The same restraint without its messages, and without a second grant. */
export function restrained({ point, input }: AgentCall, restraint: Restraint): Outcome {
  return {
    ...quietOutcome(point, point.subject === null ? null : input[point.subject], []),
    ...restraint,
  };
}

interface Judging {
  readonly at: number;
  readonly restraint: Promise<Restraint | null>;
  readonly resolve: (restraint: Restraint | null) => void;
}

/**
 * Agents announce a call twice when both the user's and the project's settings call hookline. The second gets the
 * first's restraint; when unclear, each judges for itself. Single-call processes append a line before and after
 * judging; daemon processes remember, and write after the answer.
 */
export class AnnouncedCalls {
  readonly #stays: boolean;
  readonly #id = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  readonly #judging = new Map<string, Judging>();

  constructor(stays: boolean) {
    this.#stays = stays;
  }

  async earlier(key: string, now = Date.now()): Promise<Restraint | null> {
    const known = this.#judging.get(key);
    if (known !== undefined && known.at > now - minuteMs) return soon(known.restraint);
    this.#remember(key, now);
    try {
      if (!this.#stays) this.#append(now, { key, at: now, by: this.#id, pid: process.pid });
      return await this.#byAnother(key, now);
    } catch {
      return null;
    }
  }

  judged(key: string, outcome: Outcome): void {
    this.#judging.get(key)?.resolve(restraintOf(outcome));
  }

  write(key: string, outcome: Outcome, now = Date.now()): void {
    this.#append(now, { key, at: now, restraint: restraintOf(outcome) });
  }

  failed(key: string, now = Date.now()): void {
    this.#judging.get(key)?.resolve(null);
    this.#judging.delete(key);
    if (this.#stays) return;
    try {
      this.#append(now, { key, at: now, failed: this.#id });
    } catch {
      // Others wait until this process has ended.
    }
  }

  #remember(key: string, at: number): void {
    let resolve: Judging['resolve'] = () => undefined;
    const restraint = new Promise<Restraint | null>((settle) => {
      resolve = settle;
    });
    this.#judging.set(key, { at, restraint, resolve });
    // What calls were changed to may be long.
    for (const [oldest, judging] of this.#judging) {
      if (this.#judging.size <= maxCalls && judging.at > at - minuteMs) break;
      this.#judging.delete(oldest);
    }
  }

  async #byAnother(key: string, now: number): Promise<Restraint | null> {
    for (let waited = 0; waited < maxWaitMs; waited += pollMs) {
      const lines = this.#linesOf(key, now);
      const restraint = lines.map((line) => line['restraint']).findLast(isRestraint);
      if (restraint !== undefined) return restraint;
      const failed = new Set(lines.map((line) => line['failed']));
      const first = lines.find(({ by }) => by !== undefined && !failed.has(by));
      if (first === undefined || first['by'] === this.#id || !isAlive(first['pid'])) return null;
      await wait(pollMs);
    }
    return null;
  }

  #linesOf(key: string, now: number): readonly Fields[] {
    const minute = Math.floor(now / minuteMs);
    const names = [minute - 1, minute, minute + 1].flatMap((one) => [
      `${one}.jsonl`,
      ...(this.#stays ? [] : [`daemon-${one}.jsonl`]),
    ]);
    return names
      .flatMap((name) => jsonLines(endOf(join(stateRoot(), folderName, name))))
      .filter((line) => isObject(line))
      .filter((line) => line['key'] === key && Number(line['at']) > now - minuteMs);
  }

  #append(now: number, line: Fields): void {
    const folder = privateFolder(folderName);
    const minute = Math.floor(now / minuteMs);
    const name = `${this.#stays ? 'daemon-' : ''}${minute}.jsonl`;
    const text = `${JSON.stringify(line)}\n`;
    if (appendStateLines(join(folder, name), text) > Buffer.byteLength(text)) return;
    // The first line of a minute: older minutes are over.
    for (const other of namesIn(folderName))
      if (Number(ownName.exec(other)?.[1] ?? minute) < minute - 1)
        rmSync(join(folder, other), { force: true });
  }
}

async function soon<Value>(promise: Promise<Value>): Promise<Value | null> {
  const late = new AbortController();
  const wake = wait(maxWaitMs, null, late).catch(() => null);
  return Promise.race([promise, wake]).finally(() => late.abort());
}

function endOf(file: string): string {
  try {
    return readStateEnd(file, maxBytes) ?? '';
  } catch {
    return '';
  }
}

function restraintOf(outcome: Outcome): Restraint {
  const { decision, reason, decidedBy, value, modified, suppressed, resume, halted, haltReason } = outcome;
  return {
    decision: decision === 'allow' ? null : decision,
    reason,
    decidedBy,
    ...(modified && { value }),
    modified,
    suppressed,
    resume,
    halted,
    haltReason,
  };
}

function isRestraint(value: unknown): value is Restraint {
  if (!isObject(value)) return false;
  const { decision, reason, decidedBy, haltReason } = value;
  const flags = ['modified', 'suppressed', 'resume', 'halted'].map((name) => value[name]);
  return (
    (decision === null || decision === 'deny' || decision === 'ask') &&
    [reason, decidedBy, haltReason].every((text) => text === null || typeof text === 'string') &&
    flags.every((flag) => typeof flag === 'boolean') &&
    value['modified'] === Object.hasOwn(value, 'value')
  );
}
