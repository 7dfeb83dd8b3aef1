import type { ShellCommand, ShellReading, ShellRedirection, ShellWord, Surrounding } from './reading.ts';
import { type Subcommand, subcommandIn } from './subcommand.ts';

/** Whether something holds; `unknown` when only run time tells. */
export type YesOrNo = 'yes' | 'no' | 'unknown';

/** Whether everything was read, every program is named, and every word is literal. */
export function isWholeAndLiteral({ commands, doubts }: ShellReading): boolean {
  return (
    doubts.length === 0 &&
    commands.every(({ words, redirections }) =>
      [...words, ...redirections.flatMap(({ target }) => target ?? [])].every(({ value }) => value !== null),
    )
  );
}

/** Whether anything about the line is so uncertain that any program may run. */
export function mayRunAnything({ doubts }: ShellReading): boolean {
  return doubts.length > 0;
}

/** The subcommand of a program that has any, such as `git` and `docker`; null for other programs. */
export function subcommandOf({ card, words }: ShellCommand): Subcommand | null {
  return subcommandIn(card, words);
}

/** Every word that a word may be. */
export function alternatives(word: ShellWord): readonly ShellWord[] {
  return word.choices.length > 0 ? word.choices.flatMap(alternatives) : [word];
}

/** A word without its quotes, with what is only known at run time as it is written. */
export function spelling({ value, pieces }: ShellWord): string {
  if (value !== null) return value;
  return pieces
    .map((piece) => {
      if (piece.kind === 'tilde') return `~${piece.user}`;
      return piece.kind === 'unknown' ? piece.source : piece.text;
    })
    .join('');
}

/** A pattern of the names that a word stands for, with what is literal escaped; null when it is no pattern of names. */
export function globOf({ pieces }: ShellWord): string | null {
  if (!pieces.some(({ kind }) => kind === 'glob')) return null;
  const parts = pieces.map((piece) => {
    if (piece.kind === 'text') return piece.text.replaceAll(/[\\*?[\]]/g, '\\$&');
    return piece.kind === 'glob' ? piece.text : null;
  });
  return parts.includes(null) ? null : parts.join('');
}

/** The files that a command's redirections write. */
export function writes({ redirections }: ShellCommand): readonly ShellWord[] {
  return targets(redirections, /^(?:>|>>|>\||&>|&>>|<>|>&)$/);
}

/** The files that a command's redirections read. */
export function reads({ redirections }: ShellCommand): readonly ShellWord[] {
  return targets(redirections, /^(?:<|<>|<&)$/);
}

/** `>&2` and `<&-` name descriptors, not files. */
function targets(redirections: readonly ShellRedirection[], operators: RegExp): readonly ShellWord[] {
  return redirections.flatMap(({ operator, target }) => {
    if (target === null || !operators.test(operator)) return [];
    const isDescriptor = operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target.value ?? '');
    return isDescriptor ? [] : [target];
  });
}

export function isInside({ inside }: ShellCommand, kind: Surrounding['kind']): boolean {
  return inside.some((surrounding) => surrounding.kind === kind);
}

/** The commands that this one writes to or reads from in a pipe. */
export function pipeNeighbours(
  { commands }: ShellReading,
  command: ShellCommand,
): { readonly before: readonly ShellCommand[]; readonly after: readonly ShellCommand[] } {
  const own = pipeOf(command);
  const at = (offset: number): readonly ShellCommand[] =>
    own === undefined
      ? []
      : commands.filter((other) => {
          const its = pipeOf(other);
          return its?.pipe === own.pipe && its.position === own.position + offset;
        });
  return { before: at(-1), after: at(1) };
}

function pipeOf({ inside }: ShellCommand): (Surrounding & { kind: 'pipe' }) | undefined {
  return inside.findLast((surrounding) => surrounding.kind === 'pipe');
}

/** Whether a command has one of these options: `-f` also among others as in `-rf`, `--force` also shortened. */
export function hasFlag({ words }: Pick<ShellCommand, 'words'>, ...names: readonly string[]): YesOrNo {
  let answer: YesOrNo = 'no';
  for (const word of words) {
    if (word.value === '--') break;
    const own = alternatives(word).map((one) => flagIn(one, names));
    if (own.includes('yes')) return 'yes';
    if (own.includes('unknown')) answer = 'unknown';
  }
  return answer;
}

function flagIn({ value, pieces, splits }: ShellWord, names: readonly string[]): YesOrNo {
  const [first] = pieces;
  const text = value ?? (first?.kind === 'text' ? first.text : null);
  if (text?.startsWith('-') === true && names.some((name) => isFlag(text, name))) return 'yes';
  if (value !== null) return 'no';
  return text === null || splits || text.startsWith('-') ? 'unknown' : 'no';
}

const minAbbreviation = 4;

function isFlag(text: string, name: string): boolean {
  if (!name.startsWith('--')) return /^-[^-]/.test(text) && text.slice(1).includes(name.slice(1));
  const given = text.split('=', 1)[0] ?? '';
  return (
    given === name || (given.length >= minAbbreviation && given.startsWith('--') && name.startsWith(given))
  );
}

/**
 * The ways in which rules may name a command, as words: as it is written, by its base name, and by its base name and
 * subcommand without the options between. A word that is only known at run time is null.
 */
export function commandTexts(command: ShellCommand): readonly (readonly (string | null)[])[] {
  const { name, program, words } = command;
  const behind = words.map(({ value }) => value);
  const texts: (readonly (string | null)[])[] = [[name, ...behind]];
  const written = program?.value ?? null;
  if (written !== null && written !== name) texts.unshift([written, ...behind]);
  const subcommand = subcommandOf(command);
  if (subcommand !== null && subcommand.options.length > 0)
    texts.push([name, ...subcommand.path, ...subcommand.words.map(({ value }) => value)]);
  return texts;
}
