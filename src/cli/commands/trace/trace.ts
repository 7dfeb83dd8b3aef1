import { setTimeout as sleep } from 'node:timers/promises';
import { HooklineError } from '../../../engine/values/errors.ts';
import { lookUp } from '../../../engine/values/look-up.ts';
import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import { ocsfEvent } from '../../../trace/export/ocsf.ts';
import { otlpLogs } from '../../../trace/export/otlp-logs.ts';
import type { TraceLine } from '../../../trace/format/lines.ts';
import { textOfEvent } from '../../../trace/index/indexed-traces.ts';
import type { FoundFiring } from '../../../trace/read/find-firings.ts';
import { findTraces, traceFiles } from '../../../trace/read/find-traces.ts';
import { localTime } from '../../../trace/read/local-time.ts';
import { gatherFirings } from '../../../trace/read/read-firings.ts';
import { parseLine, rawLines } from '../../../trace/read/read-lines.ts';
import { selects } from '../../../trace/read/select.ts';
import { type StatsKey, statsKeys, TraceStats } from '../../../trace/read/stats.ts';
import { type Chains, type Verified, verifyFile } from '../../../trace/read/verify.ts';
import { type CommandCall, type CommandRun, textOption, wrongCall } from '../../command.ts';
import { counted } from '../../show/show-problem.ts';
import { jsonLine, showTraces } from './show.ts';
import { firingRow } from './show-firing.ts';
import {
  askedCount,
  askedEvents,
  askedFirings,
  filesOf,
  filterOf,
  filterOptions,
  folderOf,
  indexedTraces,
  tellGaps,
} from './source.ts';

const pollMs = 250;

async function showTail(call: CommandCall): Promise<number> {
  const { options, terminal, arguments: given } = call;
  const named = given.slice(1);
  const isFollowing = options['follow'] === true;
  const count = askedCount(options['lines'], 10);
  const files =
    isFollowing && named.length === 0 ? await traceFiles(folderOf(call)) : await filesOf(call, named);
  const ends = new Map(files.map(({ path, size }) => [path, size]));
  try {
    const { traces, events } = await askedEvents(call, named, count);
    const found = await Promise.all(events.map((event) => traces.firing(event)));
    const there = found.filter((firing) => firing !== null);
    printAll(call, there);
  } catch (problem) {
    // Events may still come.
    if (!isFollowing || !(problem instanceof HooklineError)) throw problem;
    terminal.tell(`waiting for events: ${problem.message}`);
  }
  if (isFollowing) await follow(call, ends, named);
  return 0;
}

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

async function* addedLines(path: string, read: { end: number }): AsyncGenerator<TraceLine> {
  for await (const { text, end, isTorn } of rawLines(path, read.end)) {
    if (isTorn) return;
    read.end = end;
    const line = parseLine(text);
    if (line !== null) yield line;
  }
}

function printAll({ terminal, isJson }: CommandCall, found: readonly FoundFiring[]): void {
  if (isJson) terminal.print(...found.map(jsonLine));
  else terminal.printTable(found.map((firing) => firingRow(firing, terminal.colors)));
}

const columns = [
  ...['at', 'session', 'product', 'agent', 'point', 'tool', 'decision', 'decidedBy', 'reason'],
  ...['code', 'durationMs', 'runs', 'folder', 'id'],
] as const;

const formats: Readonly<Record<string, (found: FoundFiring) => string>> = {
  jsonl: jsonLine,
  csv: csvRow,
  ocsf: (found) => JSON.stringify(ocsfEvent(found)),
  otlp: (found) => JSON.stringify(otlpLogs(found)),
};

async function exportTraces(call: CommandCall): Promise<number> {
  const { terminal } = call;
  const { [textOption(call, 'format') ?? 'jsonl']: lineOf = csvRow } = formats;
  if (lineOf === csvRow) terminal.print(columns.join(','));
  for await (const found of askedFirings(call, call.arguments.slice(1))) {
    if (terminal.closed.aborted) return 0;
    terminal.print(visible(lineOf(found)));
    await terminal.flush();
  }
  return 0;
}

function csvRow({ firing, runs }: FoundFiring): string {
  const { outcome, ...rest } = firing;
  const fields: Readonly<Record<string, unknown>> = { ...rest, ...outcome, runs: runs.length };
  return columns.map((name) => csvField(fields[name])).join(',');
}

/** Unquoted, a spreadsheet would read some values as a formula. */
function csvField(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const actions: Readonly<Record<string, (call: CommandCall) => Promise<number>>> = {
  list: listSessions,
  show: showTraces,
  tail: showTail,
  stats: showStats,
  export: exportTraces,
  verify: verifyTraces,
};

const asking = ['list', 'show', 'tail', 'stats', 'export'];

/** The actions that take an option: others would ignore it silently. */
const optionActions: Readonly<Record<string, readonly string[]>> = {
  follow: ['tail'],
  lines: ['tail', 'show'],
  format: ['export'],
  by: ['stats'],
  ...Object.fromEntries(filterOptions.map((name) => [name, asking])),
};

export const runTrace: CommandRun = async (call) => {
  const [action = 'list'] = call.arguments;
  for (const [name, known] of Object.entries(optionActions))
    if (call.options[name] !== undefined && !known.includes(action))
      throw wrongCall(`hookline trace ${action} doesn't take --${name}; it is for ${known.join(', ')}`);
  return lookUp(actions, action)?.(call) ?? 1;
};

interface Session {
  readonly session: string;
  readonly first: string;
  last: string;
  product: string | null;
  folder: string | null;
  events: number;
  denies: number;
  asks: number;
}

async function listSessions(call: CommandCall): Promise<number> {
  const sessions = new Map<string, Session>();
  for (const event of (await askedEvents(call, call.arguments.slice(1))).events) {
    const [session, product, folder] = (['session', 'product', 'folder'] as const).map((column) =>
      textOfEvent(event, column),
    );
    const at = new Date(event.at).toISOString();
    const decision = textOfEvent(event, 'decision');
    const known = sessions.get(session ?? '') ?? {
      ...{ session: session ?? '', first: at, last: at, product: product || null, folder: folder || null },
      ...{ events: 0, denies: 0, asks: 0 },
    };
    sessions.set(known.session, known);
    known.last = at;
    known.events += 1;
    if (decision === 'deny') known.denies += 1;
    if (decision === 'ask') known.asks += 1;
  }
  const rows = [...sessions.values()].sort((left, right) => (left.last < right.last ? -1 : 1));
  const { terminal } = call;
  if (call.isJson) return terminal.printJson(rows);
  const { red, yellow } = terminal.colors;
  const head = ['session', 'agent', 'last event', 'events', 'denied', 'asked', 'folder'];
  const table = rows.map(({ session, product, last, events, denies, asks, folder }) => [
    oneLine(session, 40),
    oneLine(product ?? '–', 20),
    oneLine(localTime(last)),
    String(events),
    denies === 0 ? '0' : red(String(denies)),
    asks === 0 ? '0' : yellow(String(asks)),
    oneLine(folder ?? '', 60),
  ]);
  terminal.printTable(table, { head });
  return 0;
}

async function showStats(call: CommandCall): Promise<number> {
  const { terminal } = call;
  const by = statsKeys.find((key) => key === call.options['by']) ?? 'hook';
  const stats = await countAsked(call, by);
  if (call.isJson)
    return terminal.printJson(stats.rows().map(({ name, ...row }) => ({ [by]: name, ...row })));
  const head = [by, 'fires', 'denied', 'asked', 'allowed', 'failed', 'p50', 'p95', 'total', 'last'];
  const rows = stats
    .rows()
    .map(({ name, fires, denies, asks, allowed, failures, p50, p95, total, last }) => [
      oneLine(name, 36),
      ...[fires, denies, asks, allowed, failures].map(String),
      ...[p50, p95, total].map(duration),
      localTime(last).slice(5, 16),
    ]);
  terminal.printTable(rows, { head });
  if (rows.length === 0) terminal.tell(`no event has a ${by}`);
  return 0;
}

async function countAsked(call: CommandCall, by: StatsKey): Promise<TraceStats> {
  const named = call.arguments.slice(1);
  const filter = filterOf(call);
  if (Object.keys(filter).length === 0) {
    const traces = await indexedTraces(call, named);
    const stats = traces.stats(by);
    tellGaps(call, traces.gaps);
    if (stats.rows().length > 0) return stats;
  }
  const stats = new TraceStats(by, filter.hook ?? null);
  for await (const found of askedFirings(call, named)) stats.add(found);
  return stats;
}

function duration(ms: number): string {
  return ms >= 100_000 ? `${(ms / 1000).toFixed(0)} s` : `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
}

async function verifyTraces(call: CommandCall): Promise<number> {
  const { terminal } = call;
  const files = await filesOf(call, call.arguments.slice(1));
  const chains: Chains = new Map();
  const results: (Verified & { readonly file: string })[] = [];
  for (const { path: file } of files) results.push({ file, ...(await verifyFile(file, chains)) });
  const isWhole = results.every(({ problems }) => problems.length === 0);
  const exitCode = isWhole ? 0 : 1;
  if (call.isJson) return terminal.printJson({ ok: isWhole, files: results }, exitCode);
  const { red, dim, green } = terminal.colors;
  for (const { file, problems, torn } of results) {
    for (const { line, what } of problems) terminal.print(red(visible(`${file}:${line}: ${what}`)));
    if (torn > 0) terminal.print(dim(visible(`${file}: ${torn} torn lines were skipped`)));
  }
  const lines = results.reduce((sum, result) => sum + result.lines, 0);
  if (isWhole)
    terminal.print(
      green(`${counted(lines, 'line')} in ${counted(results.length, 'file')}: none was changed or removed`),
    );
  terminal.print(
    dim("It can't detect a file that was truncated, deleted or rewritten as a whole, or an invented writer."),
  );
  return exitCode;
}
