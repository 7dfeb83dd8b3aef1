import { linkSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../../../files/file-facts.ts';
import {
  namesIn,
  parsedJson,
  privateFolder,
  readStateFile,
  writeStateFile,
} from '../../../files/state/state-file.ts';
import { StateLog } from '../../../files/state/state-log.ts';
import { nameBeside } from '../../../files/take-file.ts';
import {
  type CallException,
  type Exception,
  type ExceptionUse,
  isException,
  isExceptionUse,
  type RuleException,
} from './exception.ts';

const folderName = 'exceptions';
const callName = /^call-[0-9a-f]{64}\.json$/;
const ruleName = /^rule-[0-9A-Z]{7}\.json$/;
const takenName = /^\.call-[0-9a-f]{64}\.json\..*\.(?:taken|draft)$/;

export const callLifeMs = 10 * 60_000;

export const maxRuleMs = 24 * 60 * 60_000;

function fileOf(exception: Exception): string {
  const { kind } = exception;
  return kind === 'call' ? `call-${exception.call.fingerprint}.json` : `rule-${exception.id}.json`;
}

export function giveException(exception: Exception): void {
  writeStateFile(join(privateFolder(folderName), fileOf(exception)), JSON.stringify(exception));
}

/** Usually there are none, and one look at the folder shows it. */
export function hasExceptions(): boolean {
  return namesIn(folderName).some((name) => callName.test(name) || ruleName.test(name));
}

export function openExceptions(now = Date.now()): readonly Exception[] {
  const names = namesIn(folderName);
  if (names.length === 0) return [];
  const folder = privateFolder(folderName);
  sweep(folder, names, now);
  return names
    .filter((name) => callName.test(name) || ruleName.test(name))
    .flatMap((name) => exceptionIn(folder, name) ?? [])
    .filter((exception) => isOpen(exception, now))
    .sort((one, other) => other.given - one.given);
}

export function openRules(now = Date.now()): readonly RuleException[] {
  return openExceptions(now).filter((exception) => exception.kind === 'rule');
}

/** Setting the clock back must not extend an exception. */
function isOpen({ kind, given, expires }: Exception, now: number): boolean {
  const lifeMs = kind === 'call' ? callLifeMs : maxRuleMs;
  return now < expires && now >= given - 1000 && expires - given <= lifeMs;
}

function exceptionIn(folder: string, name: string): Exception | null {
  try {
    const value = parsedJson(readStateFile(join(folder, name)) ?? '');
    return isException(value) && fileOf(value) === name ? value : null;
  } catch {
    return null;
  }
}

export interface TakenException {
  readonly exception: CallException;
  putBack(): void;
  use(): void;
}

/** Only one process gets it. One that is killed meanwhile has used it. */
export function takeException(fingerprint: string, now = Date.now()): TakenException | null {
  const folder = privateFolder(folderName);
  const file = join(folder, `call-${fingerprint}.json`);
  const own = nameBeside(file, 'taken');
  try {
    if (!lstatSync(file).isFile()) return null;
    renameSync(file, own);
  } catch (problem) {
    if (isMissing(problem)) return null;
    throw problem;
  }
  const value = parsedJson(readStateFile(own) ?? '');
  const use = (): void => rmSync(own, { force: true });
  if (
    !isException(value) ||
    value.kind !== 'call' ||
    value.call.fingerprint !== fingerprint ||
    !isOpen(value, now)
  ) {
    use();
    return null;
  }
  return {
    exception: value,
    use,
    putBack() {
      try {
        // Not over one that was given meanwhile.
        linkSync(own, file);
      } catch {
        // Then that one counts.
      }
      use();
    },
  };
}

export function revokeExceptions(id: string | null): number {
  const open = openExceptions().filter((exception) => id === null || exception.id === id);
  const folder = privateFolder(folderName);
  for (const exception of open) rmSync(join(folder, fileOf(exception)), { force: true });
  return open.length;
}

function sweep(folder: string, names: readonly string[], now: number): void {
  for (const name of names) {
    const isOwn = callName.test(name) || ruleName.test(name);
    if (!isOwn && !takenName.test(name)) continue;
    const exception = isOwn ? exceptionIn(folder, name) : null;
    const facts = lstatSync(join(folder, name), { throwIfNoEntry: false });
    const isOver = exception === null ? (facts?.mtimeMs ?? now) < now - maxRuleMs : exception.expires <= now;
    if (isOver) rmSync(join(folder, name), { force: true });
  }
}

const uses = new StateLog(folderName, 'uses');

/** Throws when the use can't be recorded: then the call must not pass. */
export function recordUse(use: ExceptionUse): void {
  uses.append(use);
}

export function exceptionUses(): readonly ExceptionUse[] {
  return uses.lines().filter(isExceptionUse).reverse();
}
