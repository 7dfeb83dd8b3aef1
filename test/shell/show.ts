import type { Piece, ShellCommand, ShellReading, ShellWord } from '../../src/shell/read/reading.ts';

/** A reading as the tables show it: what it would run, and what cannot be told. */
export function show({ commands, doubts }: ShellReading): { readonly runs: string; readonly doubts: string } {
  return {
    runs: commands.map(showCommand).join(' ¦ '),
    doubts: doubts.map(({ about, reason }) => `${about}: ${reason}`).join(' ¦ '),
  };
}

function showCommand({
  kind,
  name,
  via,
  words,
  assignments,
  redirections,
  code,
  folders,
}: ShellCommand): string {
  const own = { program: showText(name), function: `${name}()`, unknown: '?', syntax: name }[kind];
  const assigned = assignments.map((assignment) => {
    const value =
      assignment.value === null ? `(${showWords(assignment.elements)})` : showWord(assignment.value);
    return `${assignment.name}${assignment.isAppending ? '+' : ''}=${value}`;
  });
  const redirected = redirections.map(
    ({ descriptor, operator, target }) =>
      `${descriptor ?? ''}${operator}${target === null ? '' : showWord(target)}`,
  );
  const parts = [
    ...assigned,
    own,
    showWords(words),
    ...redirected,
    ...code.map(({ language }) => `«${language}»`),
  ];
  const isElsewhere = folders.length !== 1 || folders[0] !== '';
  const place = isElsewhere ? ` @${folders.map((folder) => folder ?? '?').join('|')}` : '';
  const path = via.map((step) => `${step.name}>`).join('');
  return path + parts.filter((part) => part !== '').join(' ') + place;
}

function showWords(words: readonly ShellWord[]): string {
  return words.map(showWord).join(' ');
}

function showWord({ value, pieces, splits, choices }: ShellWord): string {
  if (choices.length > 0) return `(${choices.map(showWord).join('|')})${splits ? '…' : ''}`;
  if (value !== null) return showText(value);
  return pieces.map(showPiece).join('') + (splits ? '…' : '');
}

function showPiece(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return showText(piece.text);
    case 'glob':
      return piece.text;
    case 'tilde':
      return `~${piece.user}`;
    case 'unknown':
      return `⟨${piece.source === '' ? piece.from : piece.source}⟩`;
  }
}

/** Text that could be taken for something else stands in quotes. */
function showText(text: string): string {
  return /^[\w./:=@%+,^-]+$/.test(text) ? text : `'${text}'`;
}
