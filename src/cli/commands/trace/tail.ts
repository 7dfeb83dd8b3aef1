import { setTimeout as sleep } from 'node:timers/promises';
import { HooklineError } from '../../../engine/values/errors.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import type { TraceLine } from '../../../trace/format/lines.ts';
import type { FoundFiring } from '../../../trace/read/find-firings.ts';
import { findTraces } from '../../../trace/read/find-traces.ts';
import { gatherFirings } from '../../../trace/read/read-firings.ts';
import { parseLine, rawLines } from '../../../trace/read/read-lines.ts';
import { selects } from '../../../trace/read/select.ts';
import { traceFiles } from '../../../trace/read/trace-files.ts';
import type { CommandCall } from '../../command.ts';
import { alignColumns } from '../../terminal/table.ts';
import { firingRow } from './show-firing.ts';
import { filesOf, filterOf, folderOf, toldFirings } from './source.ts';

const pollMs = 250;

/** Shows the last firings, and with --follow those that come. */
export async function showTail(call: CommandCall): Promise<number> {
  const { options, terminal, arguments: given } = call;
  const named = given.slice(1);
  const isFollowing = options['follow'] === true;
  const count = countOf(options['lines']);
  const files =
    isFollowing && named.length === 0 ? await traceFiles(folderOf(call)) : await filesOf(call, named);
  const ends = new Map(files.map(({ path, size }) => [path, size]));
  let last: FoundFiring[] = [];
  try {
    for await (const found of toldFirings(call, files, filterOf(call))) {
      last.push(found);
      if (last.length > 2 * count + 20) last = latest(last, count);
    }
  } catch (problem) {
    // What did not happen yet may come.
    if (!isFollowing || !(problem instanceof HooklineError)) throw problem;
    terminal.tell(`waiting for what comes: ${problem.message}`);
  }
  printAll(call, latest(last, count));
  if (isFollowing) await follow(call, ends, named);
  return 0;
}

function countOf(given: unknown): number {
  if (given === undefined) return 10;
  if (/^\d{1,9}$/.test(String(given))) return Number(given);
  throw new HooklineError('option-invalid', `-n takes a number, not "${String(given)}"`);
}

function latest(found: readonly FoundFiring[], count: number): FoundFiring[] {
  const sorted = found.toSorted((left, right) => (left.firing.at < right.firing.at ? -1 : 1));
  return count === 0 ? [] : sorted.slice(-count);
}

/** Reads what is added to the files, until it is interrupted or nobody reads. */
async function follow(call: CommandCall, ends: Map<string, number>, named: readonly string[]): Promise<void> {
  const { signal, terminal } = call;
  const filter = filterOf(call);
  while (!signal.aborted && !terminal.closed.aborted) {
    for (const { path, size } of await findTraces(named, folderOf(call))) {
      const from = ends.get(path) ?? 0;
      if (size <= from) continue;
      const read = { end: from };
      for await (const found of gatherFirings(addedLines(path, read)))
        if (selects(filter, found)) printAll(call, [{ ...found, file: path }]);
      ends.set(path, read.end);
    }
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The whole lines behind a place of a file. */
async function* addedLines(path: string, read: { end: number }): AsyncGenerator<TraceLine> {
  for await (const { text, end, isTorn } of rawLines(path, read.end)) {
    if (isTorn) return;
    read.end = end;
    const line = parseLine(text);
    if (line !== null) yield line;
  }
}

function printAll({ terminal, options }: CommandCall, found: readonly FoundFiring[]): void {
  if (options['json'] === true)
    for (const { firing, runs } of found) terminal.print(visible(JSON.stringify({ ...firing, runs })));
  else
    for (const line of alignColumns(found.map((one) => firingRow(one, terminal.colors))))
      terminal.print(line);
}
