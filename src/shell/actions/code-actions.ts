import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeAction } from '../code/code.ts';
import { readingOf } from '../code/read-code.ts';
import type { InterpreterCode, ShellCommand, ShellReading } from '../read/reading.ts';
import { shellQuoted } from '../read/words.ts';
import type { Action, ActionDoubt, CallActions, InnerLine } from './action.ts';
import { hostOf } from './tools/tool-contents.ts';

/** How deep lines of a shell in code are followed. */
const maxCodeDepth = 3;
const maxLines = 60;
/** Languages of tools, in which a part that only run time knows is usual: `sed "s/$a/$b/"`. */
const small = /^(?:sed|awk|jq|vim|sql|make|calculator|ed|gdb)$/;

export type CodeActions = Omit<CallActions, 'readings'>;

/** Where code runs, and how the lines that it runs are read and judged. */
export interface CodePlace {
  readonly folders: readonly (string | null)[];
  readonly depth: number;
  readonly read: (line: string) => ShellReading;
  readonly actionsIn: (reading: ShellReading, folder: string | null) => CodeActions;
}

/** What the code does that a command is given, with what the lines do that it has a shell run. */
export function codeActions(command: ShellCommand, place: CodePlace): CodeActions {
  const actions: Action[] = [];
  const doubts: ActionDoubt[] = [];
  const inner: InnerLine[] = [];
  let left = maxLines;
  const hidden = (): void => {
    inner.push({ command, folder: place.folders[0] ?? null, does: null });
  };
  const doubt = (reason: string): void => {
    doubts.push({ about: 'command', reason, command });
  };
  const follow = (line: string, folder: string | null): InnerLine & { readonly does: CallActions } => {
    const reading = place.read(folder === null ? `cd "$place" && ${line}` : line);
    return { command, folder, does: { ...place.actionsIn(reading, folder), readings: [reading] } };
  };
  for (const code of command.code) {
    if (isUnknown(code, command)) hidden();
    const reading = readingOf(code);
    for (const { kind, name } of reading.doubts) {
      if (kind === 'hidden') doubt(`code that runs what it computes: ${name}`);
      else if (kind !== 'module' || !isLocal(name, place.folders))
        doubts.push({ about: 'word', reason: `code with ${name}, which is unknown here`, command });
    }
    if (reading.doubts.some(({ kind }) => kind === 'hidden') && !isOnlyUnknown(code)) hidden();
    for (const action of reading.actions) {
      if (action.kind !== 'run') {
        actions.push(asAction(action, command, place.folders));
        // A statement that code sends to a database is one that a client of it is given.
        if (action.kind === 'change' && code.language !== 'sql')
          inner.push(follow(`psql -c ${shellQuoted(action.statement)}`, place.folders[0] ?? null));
        continue;
      }
      left -= 1;
      if (left < 0 || place.depth >= maxCodeDepth) {
        doubt('code that runs more lines than are followed');
        hidden();
        break;
      }
      for (const folder of place.folders) {
        const line = follow(action.line, folder);
        inner.push(line);
        const {
          does,
          does: { readings },
        } = line;
        doubts.push(
          ...readings.flatMap((one) => one.doubts.map(({ about, reason }) => ({ about, reason, command }))),
        );
        actions.push(
          ...(action.isSure ? does.actions : does.actions.map((one) => ({ ...one, isSure: false }))),
        );
        doubts.push(...does.doubts);
      }
    }
  }
  return { actions, doubts, inner };
}

function isOnlyUnknown({ text: { value, pieces } }: InterpreterCode): boolean {
  return value === null && pieces.every(({ kind }) => kind === 'unknown');
}

/** Whether only run time knows the code. `python < script.py` runs a file, as `python script.py` does. */
function isUnknown(code: InterpreterCode, { inside }: ShellCommand): boolean {
  const isInput = code.text.pieces.every((piece) => piece.kind === 'unknown' && piece.from === 'input');
  const isPiped = inside.some((one) => one.kind === 'pipe' && one.position > 0);
  return isOnlyUnknown(code) && !small.test(code.language) && (!isInput || isPiped);
}

/** Whether a module of this name lies in the folder: then it's the project's own. */
function isLocal(name: string, folders: readonly (string | null)[]): boolean {
  const [module = ''] = name.split('.', 1);
  return folders.every(
    (folder) => folder !== null && [module, `${module}.py`].some((file) => existsSync(join(folder, file))),
  );
}

function asAction(
  action: Exclude<CodeAction, { kind: 'run' }>,
  command: ShellCommand,
  folders: readonly (string | null)[],
): Action {
  const { isSure } = action;
  if (action.kind === 'change')
    return {
      kind: 'change',
      what: 'database',
      verb: action.statement.toLowerCase().split(/\s+/).slice(0, 2),
      isSure,
      command,
    };
  if ('address' in action)
    return {
      kind: action.kind,
      host: action.address && hostOf(action.address),
      address: action.address,
      isSure,
      command,
    };
  const { kind, path, isListed = false } = action;
  return {
    kind,
    path,
    below: action.below ? {} : null,
    folders,
    isSure,
    command,
    ...(isListed && { isListed }),
  };
}
