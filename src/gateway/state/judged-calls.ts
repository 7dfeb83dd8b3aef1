import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { appendStateLines, jsonLines, privateFolder, readStateEnd } from './state-file.ts';
import { stateRoot } from './state-folder.ts';

/** What keeps a call from happening as it was. */
export type Restraint = Partial<Outcome>;

const folderName = 'judged';
const ownName = /^(\d+)\.jsonl$/;

/** A file for each minute: what is older than the last one counts no more. */
const minuteMs = 60_000;

/** The other announcement comes at once: of a file that is longer, its end is looked at. */
const maxBytes = 1024 * 1024;
const maxCalls = 1000;

/**
 * The calls that a process which stays has judged, for those that are announced twice. To make a file for each takes longer than
 * to judge it, so they are kept in memory, and noted behind the answer for processes that judge by themselves.
 */
export class JudgedCalls {
  readonly #known = new Map<string, { readonly at: number; readonly restraint: Promise<Restraint> }>();
  #minute = 0;

  /** What came of a call; null where it was not announced before. */
  get(key: string, now = Date.now()): Promise<Restraint> | null {
    const found = this.#known.get(key);
    return found !== undefined && found.at > now - minuteMs ? found.restraint : null;
  }

  /** Where it cannot be judged, it is as if it had not been announced. */
  keep(key: string, restraint: Promise<Restraint>, now = Date.now()): void {
    this.#known.set(key, { at: now, restraint });
    restraint.catch(() => this.#known.delete(key));
    // What they were changed to may be long.
    for (const [oldest, { at }] of this.#known) {
      if (this.#known.size <= maxCalls && at > now - minuteMs) break;
      this.#known.delete(oldest);
    }
  }

  note(key: string, restraint: Restraint, now = Date.now()): void {
    const folder = privateFolder(folderName);
    const minute = Math.floor(now / minuteMs);
    appendStateLines(join(folder, `${minute}.jsonl`), `\n${JSON.stringify({ key, at: now, restraint })}\n`);
    if (minute === this.#minute) return;
    this.#minute = minute;
    for (const name of readdirSync(folder))
      if (Number(ownName.exec(name)?.[1] ?? minute) < minute - 1) rmSync(join(folder, name), { force: true });
  }
}

/** What a process of the daemon noted of a call within the last minute; undefined where it noted nothing. */
export function judgedElsewhere(key: string, now = Date.now()): unknown {
  const minute = Math.floor(now / minuteMs);
  const lines = [minute - 1, minute].flatMap((one) =>
    jsonLines(endOf(join(stateRoot(), folderName, `${one}.jsonl`))),
  );
  const found = lines.findLast(
    (line) => isObject(line) && line['key'] === key && Number(line['at']) > now - minuteMs,
  );
  return isObject(found) ? found['restraint'] : undefined;
}

/** What cannot be read tells nothing: then each judges for itself. */
function endOf(file: string): string {
  try {
    return readStateEnd(file, maxBytes) ?? '';
  } catch {
    return '';
  }
}
