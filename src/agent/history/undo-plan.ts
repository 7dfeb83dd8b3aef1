import type { FileVersion, HistoryEntry } from './entry.ts';

export interface UndoTarget {
  readonly steps?: number;
  readonly to?: string;
  readonly file?: string;
}

export interface UndoPlan {
  readonly undone: readonly HistoryEntry[];
  readonly to: string | null;
  readonly files: ReadonlyMap<string, FileVersion | null>;
  /** Nothing to record: the writes in effect stay the same. */
  readonly isNothing: boolean;
  readonly changedBetween: ReadonlySet<string>;
}

/** The writes that are not undone, the last on top. Records share their stacks, since most differ by one write. */
type Stack = { readonly entry: HistoryEntry; readonly below: Stack } | null;

export function planUndo(log: readonly HistoryEntry[], target: UndoTarget): UndoPlan | null {
  const stacks = stacksOf(log);
  const now = stacks.get(log.at(-1)?.id ?? '') ?? null;
  return target.to === undefined
    ? planSteps(log, now, target.steps ?? 1, target.file)
    : planReturn(log, stacks, now, target.to, target.file);
}

export function sameContent(left: FileVersion | null, right: FileVersion | null): boolean {
  return left?.blob === right?.blob;
}

function planSteps(
  log: readonly HistoryEntry[],
  now: Stack,
  steps: number,
  file: string | undefined,
): UndoPlan {
  const undone: HistoryEntry[] = [];
  for (let stack = now; stack !== null && undone.length < steps; stack = stack.below) {
    if (stack.entry.changes.some(({ path }) => file === undefined || path === file)) undone.push(stack.entry);
  }
  const files = new Map<string, FileVersion | null>();
  const from = new Map<string, string>();
  for (const { id, changes } of undone) {
    for (const { path, before } of changes) {
      files.set(path, before);
      from.set(path, id);
    }
  }
  return {
    undone,
    to: null,
    files,
    isNothing: undone.length === 0,
    changedBetween: changedSince(log, files, (path) => from.get(path)),
  };
}

function planReturn(
  log: readonly HistoryEntry[],
  stacks: ReadonlyMap<string, Stack>,
  now: Stack,
  to: string,
  file: string | undefined,
): UndoPlan | null {
  const at = log.findIndex(({ id }) => id === to);
  if (at < 0) return null;
  const then = new Map<string, FileVersion | null>();
  const latest = new Map<string, FileVersion | null>();
  for (const [index, { kind, changes }] of log.entries()) {
    for (const { path, before, after } of changes) {
      if (index <= at) then.set(path, after);
      // A file that was new to the history had the content that was found.
      else if (!then.has(path)) then.set(path, kind === 'found' ? after : before);
      latest.set(path, after);
    }
  }
  const files = new Map(
    [...then].filter(
      ([path, version]) =>
        !sameContent(version, latest.get(path) ?? null) && (file === undefined || path === file),
    ),
  );
  const standing = entriesOf(now);
  const wanted = entriesOf(stacks.get(to) ?? null);
  const kept = new Set(wanted);
  const undone = standing.filter(
    (entry) =>
      !kept.has(entry) && (file === undefined || entry.changes.some((change) => change.path === file)),
  );
  // Going back for one file leaves the writes to other files, so this is not the whole state of the record.
  return {
    undone,
    to: file === undefined ? to : null,
    files,
    isNothing: files.size === 0 && (file === undefined ? sameEntries(standing, wanted) : undone.length === 0),
    changedBetween: changedSince(log, files, () => to),
  };
}

function changedSince(
  log: readonly HistoryEntry[],
  files: ReadonlyMap<string, FileVersion | null>,
  since: (path: string) => string | undefined,
): ReadonlySet<string> {
  const found = new Set<string>();
  const begun = new Set<string>();
  for (const { id, kind, changes } of log) {
    for (const { path, after } of changes) {
      const version = files.get(path);
      if (version === undefined || (kind !== 'changed' && kind !== 'found') || !begun.has(path)) continue;
      if (sameContent(after, version)) found.delete(path);
      else found.add(path);
    }
    for (const path of files.keys()) if (since(path) === id) begun.add(path);
  }
  return found;
}

function stacksOf(log: readonly HistoryEntry[]): ReadonlyMap<string, Stack> {
  const stacks = new Map<string, Stack>();
  let stack: Stack = null;
  for (const entry of log) {
    // A write that changed nothing is no step: its undo would do nothing visible.
    const isStep = entry.changes.length > 0 && (entry.kind === 'write' || entry.kind === 'delete');
    if (isStep) stack = { entry, below: stack };
    else if (entry.to !== null) stack = stacks.get(entry.to) ?? null;
    else if (entry.undone.length > 0) stack = without(stack, new Set(entry.undone));
    stacks.set(entry.id, stack);
  }
  return stacks;
}

function without(stack: Stack, ids: ReadonlySet<string>): Stack {
  const kept = entriesOf(stack).filter(({ id }) => !ids.has(id));
  return kept.reduceRight<Stack>((below, entry) => ({ entry, below }), null);
}

function sameEntries(left: readonly HistoryEntry[], right: readonly HistoryEntry[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index]);
}

function entriesOf(stack: Stack): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (let rest = stack; rest !== null; rest = rest.below) entries.push(rest.entry);
  return entries;
}
