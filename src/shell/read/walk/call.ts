import { readCard } from '../../programs/card.ts';
import { cardOf } from '../../programs/cards.ts';
import type { ShellWord, WrapKind } from '../reading.ts';
import { noteStartFiles, runWritten } from '../runs/code/written-files.ts';
import { runByCard } from '../runs/handlers.ts';
import {
  type AfterCommand,
  type Call,
  type Frame,
  followEach,
  goesOn,
  type MutableCommand,
  subshell,
  through,
} from '../state/frame.ts';
import { withoutStart } from '../words.ts';
import { callFunctions, runAliases, runRenamed } from './named.ts';

const unknownCard = readCard('');

export function call(
  words: readonly ShellWord[],
  frame: Frame,
  fields: Partial<MutableCommand> = {},
): AfterCommand {
  const [first, ...rest] = words;
  const { reader, shell } = frame;
  if (first === undefined) return goesOn(frame);
  if (first.choices.length > 0)
    return followEach(first.choices, frame, (choice) => call([choice, ...rest], frame, fields));
  const after = goesOn(frame);
  const program = programOf(first);
  const span = fields.span ?? {
    start: first.span.start,
    end: Math.max(first.span.end, rest.at(-1)?.span.end ?? 0),
  };
  const shared = { ...fields, program: first, words: rest, span };
  if (program === null) {
    reader.note({ ...shared, kind: 'unknown' }, frame);
    doubtUnknown(first, frame);
    runIfVanishing(first, rest, frame);
    return after;
  }
  const { name } = program;
  if (program.mayVanish) runIfVanishing(first, rest, frame);
  const isFunction = shell.state.functions.has(name) && first.value === name;
  const known = cardOf(name);
  const kind = isFunction ? 'function' : 'program';
  const command = reader.note({ ...shared, name, kind, card: isFunction ? null : known }, frame);
  const made: Call = { name, card: known ?? unknownCard, program: first, words: rest, frame, command };
  runAliases(made);
  runRenamed(made);
  if (isFunction) callFunctions(made);
  else runWritten(made);
  if (known === null && !isFunction) runTrailing(made);
  noteStartFiles(made);
  const { folders } = shell.state;
  reader.budget.nested(() => runByCard(made));
  const failed = known?.runs === 'changeFolder' ? folders : shell.state.folders;
  return { failed, isEnd: known?.runs === 'end' };
}

/** The words of an unknown program may end in a command: `cpulimit -l 9 -- rm x`, `dtach -n s rm x`, `run sh -c 'rm x'`. */
function runTrailing({ name, words, frame }: Call): void {
  // A wrapper whose command may begin at any word has run them all already.
  const outer = cardOf(frame.via.at(-1)?.name ?? '');
  if (outer?.takes === 'anywhere' || outer?.depth !== undefined) return;
  const inner = (wraps: WrapKind): Frame => ({ ...through(subshell(frame), name, wraps), isGuess: true });
  const values = words.map(({ value }) => value);
  for (const [at, word] of words.entries()) {
    if (isGivenCode(values[at - 2], values[at - 1])) continue;
    const [, attached] = /^(?:--?\w[\w-]*=)?(\S+)\s+\S/s.exec(word.value ?? '') ?? [];
    if (attached !== undefined && isKnown(attached) && isCodeOption(values[at - 1] ?? '', word.value ?? ''))
      frame.reader.runCode(withoutStart(word, (word.value ?? '').indexOf(attached)), inner('shell'));
  }
  const dashes = values.indexOf('--');
  const isOption = values[0]?.startsWith('-') === true;
  const start =
    dashes >= 0
      ? dashes + 1
      : values.findIndex(
          (value, at) =>
            isKnown(value) &&
            (isGivenCode(value, values[at + 1]) || (isOption && at > 0 && at < values.length - 1)),
        );
  if (start < 0 || (start === 0 && !isGivenCode(values[0], values[1])) || !isKnown(values[start])) return;
  frame.reader.run(words.slice(start), inner('plain'));
}

/** The option before the word, or the one that it is attached to, takes code or a command. */
function isCodeOption(before: string, word: string): boolean {
  const option = /^(--?\w[\w-]*)=/.exec(word)?.[1] ?? before;
  return /^(?:-[cex]|--(?:exec|execute|command|cmd|run|eval|shell)|exec|run)$/.test(option);
}

/** `sh -c`, `python -c`, `node -e`. */
function isGivenCode(name: string | null | undefined, option: string | null | undefined): boolean {
  const card = cardOf(baseName(name ?? ''));
  return /^-\w*[ce]$/.test(option ?? '') && (card?.runs === 'shell' || card?.language !== undefined);
}

function isKnown(name: string | null | undefined): boolean {
  return typeof name === 'string' && /^[\w./[][\w./[-]*$/.test(name) && cardOf(baseName(name)) !== null;
}

/** A word that comes to nothing leaves the next one to be the program. */
function runIfVanishing(first: ShellWord, rest: readonly ShellWord[], frame: Frame): void {
  const [next] = rest;
  if (!first.splits || next === undefined || next.value?.startsWith('-') === true) return;
  if (next.choices.length > 0 || programOf(next) !== null) frame.reader.run(rest, frame);
  else doubtUnknown(next, frame);
}

function doubtUnknown({ pieces, span }: ShellWord, { reader, isGuess }: Frame): void {
  if (isGuess) return;
  const piece = pieces.find(({ kind }) => kind !== 'text');
  const isVariable = piece?.kind === 'unknown' && piece.from === 'variable' && piece.name !== '';
  const name = isVariable ? `: $${piece.name}` : '';
  reader.doubt(
    'command',
    piece?.kind === 'glob'
      ? 'a program that is named by a pattern'
      : `a program that is only known at run time${name}`,
    span,
  );
}

const lookup =
  /^(?:\$\(|`)\s*(?:which|command\s+-v|type\s+-[pP])\s+([\w.+-]+)\s*(?:2>\s*\/dev\/null\s*)?[)`]$/;

/**
 * The base name of the program that a word names; null when only run time knows it. `mayVanish`: the word may come to nothing,
 * and then the next one is the program.
 */
function programOf({
  value,
  pieces,
  splits,
}: ShellWord): { readonly name: string; readonly mayVanish: boolean } | null {
  if (value !== null) return { name: baseName(value), mayVanish: false };
  const [only] = pieces;
  if (only?.kind === 'unknown' && only.from === 'output' && pieces.length === 1) {
    const name = lookup.exec(only.source)?.[1];
    return name === undefined ? null : { name, mayVanish: splits };
  }
  const versioned = only?.kind === 'text' ? /^((?:@[\w-]+\/)?[\w.-]+)@/.exec(only.text)?.[1] : undefined;
  if (versioned !== undefined) return { name: baseName(versioned), mayVanish: false };
  if (splits) return null;
  // In any folder, the name behind the last slash is known.
  const last = pieces.at(-1);
  const isName = last?.kind === 'text' && last.text.includes('/') && !last.text.endsWith('/');
  const isPath = pieces.every(({ kind }) => kind !== 'glob');
  return isName && isPath ? { name: baseName(last.text), mayVanish: false } : null;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/', path.endsWith('/') ? path.length - 2 : path.length) + 1);
}
