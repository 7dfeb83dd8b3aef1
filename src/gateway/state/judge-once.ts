import { lstatSync } from 'node:fs';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Outcome, quietOutcome } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { nameBeside, readIfThere } from '../../files/take-file.ts';
import type { AgentCall } from '../payload/read-call.ts';
import type { AfterAnswer } from './after-answer.ts';
import { type JudgedCalls, judgedElsewhere, type Restraint } from './judged-calls.ts';
import { keyName, stateFolder, stateRoot } from './state-folder.ts';

const folderName = 'calls';
const lifeMs = 60_000;

const pollMs = 20;

/** Who waits longer might answer too late, when the agent goes ahead. */
const maxWaitMs = 10_000;

/** Shorter ids can be guessed, and with them the name of a record, which somebody could then write beforehand. */
const minIdLength = 20;

/**
 * Judges a call once, though an agent may announce it twice: its user and a project may both have let it ask hookline. Whoever
 * comes second gets the same restraint, and tells nothing again. Where anything is unclear, each judges for itself.
 */
export async function judgeOnce(
  call: AgentCall,
  scope: string,
  judge: () => Promise<Outcome>,
  afterAnswer: AfterAnswer | null = null,
): Promise<Outcome> {
  const { tool_use_id: id } = call.input;
  if (typeof id !== 'string' || id.length < minIdLength) return judge();
  const key = keyName([call.agent.name, scope, JSON.stringify(call.payload)]);
  return afterAnswer === null || afterAnswer.calls === null
    ? onceAmongProcesses(call, key, judge)
    : onceHere(call, key, judge, afterAnswer, afterAnswer.calls);
}

/** A process that stays remembers. It looks whether another one has the call, and tells those that come later. */
async function onceHere(
  call: AgentCall,
  key: string,
  judge: () => Promise<Outcome>,
  afterAnswer: AfterAnswer,
  calls: JudgedCalls,
): Promise<Outcome> {
  const known = calls.get(key);
  if (known !== null) {
    const restraint = await soon(known).catch(() => null);
    return restraint === null ? judge() : restrained(call, restraint);
  }
  const file = join(stateRoot(), folderName, key);
  const claim = lstatSync(file, { throwIfNoEntry: false });
  if (claim !== undefined && claim.mtimeMs > Date.now() - lifeMs)
    return (await recorded(call, file).catch(() => null)) ?? judge();
  const judged = judge();
  calls.keep(key, judged.then(restraintOf));
  const outcome = await judged;
  afterAnswer.add(() => calls.note(key, restraintOf(outcome)));
  return outcome;
}

/** Null where it takes longer than an agent may wait. */
async function soon<Value>(promise: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), maxWaitMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function onceAmongProcesses(
  call: AgentCall,
  key: string,
  judge: () => Promise<Outcome>,
): Promise<Outcome> {
  const elsewhere = judgedElsewhere(key);
  if (isRestraint(elsewhere)) return restrained(call, elsewhere);
  const claim = await claimed(key).catch(() => null);
  if (claim === null) return judge();
  if (!claim.isFirst) return (await recorded(call, claim.file).catch(() => null)) ?? judge();
  try {
    const outcome = await judge();
    await record(claim.file, outcome).catch(() => rm(claim.file, { force: true }));
    return outcome;
  } catch (problem) {
    await rm(claim.file, { force: true }).catch(() => undefined);
    throw problem;
  }
}

/** The file of the call, and whether nobody had it before. */
async function claimed(key: string): Promise<{ readonly file: string; readonly isFirst: boolean }> {
  const folder = await stateFolder(folderName);
  await sweep(folder);
  const file = join(folder, key);
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(String(process.pid)).finally(() => handle.close());
    return { file, isFirst: true };
  } catch (problem) {
    if (isObject(problem) && problem['code'] === 'EEXIST') return { file, isFirst: false };
    throw problem;
  }
}

function restraintOf(outcome: Outcome): Restraint {
  const { decision, reason, decidedBy, value, modified, suppressed, resume, halted, haltReason } = outcome;
  return {
    // A grant that was given once is enough.
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

function restrained({ point, input }: AgentCall, restraint: Restraint): Outcome {
  return {
    ...quietOutcome(point, point.subject === null ? null : input[point.subject], []),
    ...restraint,
  };
}

async function record(file: string, outcome: Outcome): Promise<void> {
  const draft = nameBeside(file, 'draft');
  await writeFile(draft, JSON.stringify(restraintOf(outcome)), { mode: 0o600, flag: 'wx' });
  await rename(draft, `${file}.answer`);
}

/** What the first one found; null when that cannot be told. */
async function recorded(call: AgentCall, file: string): Promise<Outcome | null> {
  for (let waited = 0; waited < maxWaitMs; waited += pollMs) {
    const text = await readIfThere(`${file}.answer`);
    if (text !== null) {
      const restraint: unknown = JSON.parse(text);
      return isRestraint(restraint) ? restrained(call, restraint) : null;
    }
    const pid = await readIfThere(file);
    if (pid === null || (pid !== '' && !isAlive(Number(pid)))) return null;
    await wait(pollMs);
  }
  return null;
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

function isAlive(pid: number): boolean {
  try {
    return Number.isSafeInteger(pid) && pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Nothing else is removed: the folder may be a link to one with files of somebody else. */
const ownName = /^\.?[0-9a-f]{32}(?:$|\.)/;

/** Removes what is older than a call that is announced twice would be. */
async function sweep(folder: string): Promise<void> {
  const before = Date.now() - lifeMs;
  for (const name of (await readdir(folder)).filter((one) => ownName.test(one))) {
    const file = join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts !== null && facts.mtimeMs < before) await rm(file, { force: true });
  }
}
