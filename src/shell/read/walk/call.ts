import { readCard } from '../../programs/card.ts';
import { cardOf } from '../../programs/cards.ts';
import { withoutStart } from '../options.ts';
import type { ShellWord } from '../reading.ts';
import { noteStartFiles, runWritten } from '../runs/code/written-files.ts';
import { runByCard } from '../runs/handlers.ts';
import { followEach } from '../state/branch.ts';
import type { AfterCommand, Frame } from '../state/frame.ts';
import type { Call } from '../state/program-call.ts';
import type { MutableCommand, Reader } from '../state/reader.ts';
import { runAliases } from './aliases.ts';
import { callFunctions } from './functions.ts';
import { baseName, programOf } from './program-name.ts';

const maxRenames = 16;

/** Runs words as a command. */
export function call(
  words: readonly ShellWord[],
  frame: Frame,
  reader: Reader,
  fields: Partial<MutableCommand> = {},
): AfterCommand {
  const [first, ...rest] = words;
  const goesOn: AfterCommand = { failed: frame.shell.state.folders, isEnd: false };
  if (first === undefined) return goesOn;
  if (first.choices.length > 0)
    return followEach(first.choices, frame, reader, (choice) =>
      call([choice, ...rest], frame, reader, fields),
    );
  const program = programOf(first);
  const span = fields.span ?? {
    start: first.span.start,
    end: Math.max(first.span.end, rest.at(-1)?.span.end ?? 0),
  };
  const shared = { ...fields, program: first, words: rest, span };
  if (program === null) {
    reader.note({ ...shared, kind: 'unknown' }, frame);
    // Of text that is only partly known, that has been said.
    if (!frame.isGuess) reader.doubt('command', unknownReason(first), first.span);
    runIfVanishing(first, rest, frame, reader);
    return goesOn;
  }
  const { name } = program;
  if (program.mayVanish) runIfVanishing(first, rest, frame, reader);
  const { functions } = frame.shell.state;
  const isFunction = functions.has(name) && first.value === name;
  const card = cardOf(name) ?? unknownCard;
  const kind = isFunction ? 'function' : 'program';
  const command = reader.note(
    { ...shared, name, kind, card: isFunction || card === unknownCard ? null : card },
    frame,
  );
  const made: Call = { name, card, program: first, words: rest, frame, reader, command };
  runAliases(made);
  runRenamed(made);
  if (isFunction) callFunctions(made);
  else runWritten(made);
  if (card === unknownCard && !isFunction) runTrailing(made);
  noteStartFiles(made);
  return reader.budget.nested(() => runByCard(made)) ?? { failed: frame.shell.state.folders, isEnd: false };
}

/** Stands for a program of which nothing is known. */
const unknownCard = readCard('');

/** The words of an unknown program may end in a command: `cpulimit -l 9 -- rm x`, `dtach -n s rm x`. */
function runTrailing({ name, words, frame, reader }: Call): void {
  // A wrapper whose command may begin at any word has them all run already.
  const outer = cardOf(frame.via.at(-1)?.name ?? '');
  if (outer?.takes === 'anywhere' || outer?.depth !== undefined) return;
  const dashes = words.findIndex(({ value }) => value === '--');
  const isOption = words[0]?.value?.startsWith('-') === true;
  const start =
    dashes >= 0
      ? dashes + 1
      : words.findIndex(({ value }, at) => isOption && at > 0 && at < words.length - 1 && isKnown(value));
  if (start < 1 || !isKnown(words[start]?.value)) return;
  const shell = { state: frame.shell.state.fork() };
  const via = [...frame.via, { name, wraps: 'plain' as const }];
  reader.run(words.slice(start), { ...frame, shell, via, isGuess: true });
}

function isKnown(name: string | null | undefined): boolean {
  return typeof name === 'string' && /^[\w./[][\w./[-]*$/.test(name) && cardOf(baseName(name)) !== null;
}

/** A word that comes to nothing leaves the next one to be the program. */
function runIfVanishing(first: ShellWord, rest: readonly ShellWord[], frame: Frame, reader: Reader): void {
  const [next] = rest;
  if (!first.splits || next === undefined || next.value?.startsWith('-') === true) return;
  const isNamed = next.choices.length > 0 || programOf(next) !== null;
  if (isNamed) reader.run(rest, frame);
  else if (!frame.isGuess) reader.doubt('command', unknownReason(next), next.span);
}

/** Follows a name that the line itself has given to another program: `hash -p`, a copy or a link, and zsh's `=name`. */
function runRenamed({ name, program, words, frame, reader }: Call): void {
  const follow = (others: readonly ShellWord[] | undefined, via: string): void => {
    const inner: Frame = { ...frame, via: [...frame.via, { name: via, wraps: 'plain' }] };
    for (const other of others ?? []) {
      if (other.value !== program.value && inner.via.length < maxRenames)
        reader.run([other, ...words], inner);
    }
  };
  follow(frame.shell.state.hashed.get(name), 'hash');
  follow(reader.files.sourcesOf(program), 'copy');
  if (/^=./.test(program.value ?? '')) follow([withoutStart(program, 1)], '=');
}

function unknownReason({ pieces }: ShellWord): string {
  const piece = pieces.find(({ kind }) => kind !== 'text');
  switch (piece?.kind) {
    case 'glob':
      return 'a program that is named by a pattern';
    case 'unknown':
      return piece.from === 'variable' && piece.name !== ''
        ? `a program that is only known at run time: $${piece.name}`
        : 'a program that is only known at run time';
    default:
      return 'a program that is only known at run time';
  }
}
