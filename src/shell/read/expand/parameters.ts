import type { Piece, UnknownPiece } from '../reading.ts';
import type { ShellState } from '../state/state.ts';
import { partsText } from '../syntax/text-parts.ts';
import type { ParameterPart, Part } from '../syntax/tree.ts';
import type { Stretch } from './fields.ts';
import { applyOperation } from './parameter-operations.ts';
import { type Choice, knownText, scalar, type Value } from './value.ts';

type Alternatives = readonly (readonly Stretch[])[];

const numbers = /^(?:[#?$!]|RANDOM|SRANDOM|LINENO|SECONDS|EPOCHSECONDS|E?UID|PPID|BASHPID)$/;
/** Paths and names without blanks, on any usual system. */
const unsplit = /^(?:HOME|PWD|OLDPWD|USER|LOGNAME|TMPDIR|SHELL|HOSTNAME|-)$/;
const nothing: readonly Stretch[] = [];

export function expandParameter(
  part: ParameterPart,
  state: ShellState,
  expandOperand: (parts: readonly Part[]) => Alternatives,
): Alternatives {
  const unknown = (): Alternatives => [[unknownRun(part)]];
  if (part.prefix === '#') return [[unknownRun(part, 'number')]];
  const target = part.prefix === '!' ? indirect(part, state) : part.name;
  if (target === null) return unknown();
  const value = currentValue(part, target, state);
  const { operation } = part;
  if (operation === null) return value === undefined ? unknown() : runsOf(value, part, state);
  const { operator } = operation;
  const [operand] = operation.operands;
  if (/^:?[-=+?]$/.test(operator)) {
    const other = operand === undefined ? [nothing] : expandOperand(operand.parts);
    return withDefault(part, target, value, state, other);
  }
  const texts = operation.operands.flatMap(({ parts }) => literal(expandOperand(parts)) ?? []);
  if (value === undefined || texts.length < operation.operands.length) return unknown();
  const changed = value.flatMap((choice) => changedChoice(choice, operator, texts) ?? []);
  return changed.length < value.length ? unknown() : runsOf(changed, part, state);
}

function changedChoice(choice: Choice, operator: string, operands: readonly string[]): Choice | null {
  if (choice.isArray) return null;
  const [pieces = []] = choice.elements;
  const text = knownText(pieces);
  if (text === null) return changedEdge(pieces, operator, operands);
  const result = applyOperation(text, operator, operands);
  return result === null ? null : scalar([{ kind: 'text', text: result }]);
}

function changedEdge(pieces: readonly Piece[], operator: string, operands: readonly string[]): Choice | null {
  const isEnd = operator === '%' || operator === '%%';
  const edge = isEnd ? pieces.at(-1) : operator === '#' || operator === '##' ? pieces[0] : undefined;
  const [pattern = ''] = operands;
  if (/[*]/.test(pattern)) return cutPieces(pieces, operator, pattern);
  if (isEnd && edge?.kind === 'unknown' && edge.cut === undefined && /^\.[\w.]+$/.test(pattern))
    return scalar([...pieces.slice(0, -1), { ...edge, cut: pattern }]);
  if (edge?.kind !== 'text' || /[*?[\]\\]/.test(pattern)) return null;
  const isThere = isEnd ? edge.text.endsWith(pattern) : edge.text.startsWith(pattern);
  const text = isThere ? applyOperation(edge.text, operator, operands) : null;
  if (text === null) return null;
  const piece: Piece = { kind: 'text', text };
  return scalar(isEnd ? [...pieces.slice(0, -1), piece] : [piece, ...pieces.slice(1)]);
}

// `${f##*/}`, `${f%/*}` and `${f%.*}` of names that a pattern matches, where it shows what is cut off.
function cutPieces(pieces: readonly Piece[], operator: string, pattern: string): Choice | null {
  const isPath = pieces.every(
    (piece) => piece.kind === 'text' || (piece.kind === 'glob' && !/\*\*|\(/.test(piece.text)),
  );
  const sign = pattern.replace('*', '');
  const isEnd = operator === '%' && /^[/.]\*$/.test(pattern);
  if (!isPath || !(isEnd || (operator === '##' && pattern === '*/'))) return null;
  // What a pattern matches has no slash in it, but may have dots.
  const at = pieces.findLastIndex((piece) => piece.kind === 'text' && piece.text.includes(sign));
  const piece = pieces[at];
  if (piece?.kind !== 'text' || (sign === '.' && at < pieces.length - 1))
    return sign === '/' ? scalar(pieces) : null;
  const cut = piece.text.lastIndexOf(sign);
  const text = isEnd ? piece.text.slice(0, cut) : piece.text.slice(cut + 1);
  const rest: readonly Piece[] = text === '' ? [] : [{ kind: 'text', text }];
  return scalar(isEnd ? [...pieces.slice(0, at), ...rest] : [...rest, ...pieces.slice(at + 1)]);
}

function indirect(part: ParameterPart, state: ShellState): string | null {
  if (part.operation?.operator === 'names' || part.index !== null) return null;
  const value = state.lookUp(part.name);
  const [choice] = value ?? [];
  const name = choice === undefined ? null : knownText(choice.elements[0] ?? []);
  return value?.length === 1 && name !== null && /^[A-Za-z_]\w*$/.test(name) ? name : null;
}

function currentValue(part: ParameterPart, name: string, state: ShellState): Value | undefined {
  if (name === '@' || name === '*') {
    const { positional } = state;
    return positional === null ? undefined : [{ elements: positional, isArray: true }];
  }
  if (/^[1-9]\d*$/.test(name)) {
    const { positional } = state;
    return positional === null ? undefined : [scalar(positional[Number(name) - 1] ?? [])];
  }
  const value = state.lookUp(name);
  if (value === undefined || part.index === null) return value;
  const index = partsText(part.index.parts);
  if (index === '@' || index === '*') return value;
  if (index === null || !/^\d+$/.test(index)) return undefined;
  return value.map(({ elements }) => scalar(elements[Number(index)] ?? []));
}

function withDefault(
  part: ParameterPart,
  name: string,
  value: Value | undefined,
  state: ShellState,
  other: Alternatives,
): Alternatives {
  const operator = part.operation?.operator ?? '';
  const held = value === undefined ? [[unknownRun(part)]] : runsOf(value, part, state);
  const texts = value?.map(({ elements }) => knownText(elements[0] ?? [])) ?? [null];
  const isSet = texts.every((text) => text !== null && text !== '');
  if (operator.endsWith('+')) return isSet ? other : [...other, nothing];
  if (isSet || operator.endsWith('?')) return held;
  if (operator.endsWith('=')) {
    const given = other.map((runs) => scalar(runs.map(pieceOf)));
    state.assign(name, [...(value ?? [scalar([unknownPiece(part)])]), ...given]);
  }
  return [...held, ...other];
}

function pieceOf(run: Stretch): Piece {
  if (run.kind === 'piece') return run.piece;
  return { kind: 'text', text: run.kind === 'break' ? ' ' : run.text };
}

function runsOf(value: Value, part: ParameterPart, state: ShellState): Alternatives {
  const listed =
    part.name === '@' || part.name === '*' || part.index?.source === '@' || part.index?.source === '*';
  return value.map(({ elements, isArray }) => {
    const shown = listed ? elements : elements.slice(0, 1);
    const isJoined = part.isQuoted && (part.name === '*' || part.index?.source === '*');
    const separator: Stretch = isJoined ? joint(state.separators, part) : { kind: 'break' };
    const runs = shown.flatMap((pieces, at): readonly Stretch[] => {
      const stretches = valueRuns(pieces, part.isQuoted, state.separators === null);
      return at === 0 ? stretches : [separator, ...stretches];
    });
    // Between quotes an empty value is still a word; an empty list isn't.
    const isNone = isArray && listed && elements.length === 0 && !isJoined;
    return part.isQuoted && !isNone ? [{ kind: 'text', text: '', isQuoted: true }, ...runs] : runs;
  });
}

function joint(separators: string | null, part: ParameterPart): Stretch {
  if (separators === null) return { kind: 'piece', piece: unknownPiece(part), splits: false };
  return { kind: 'text', text: separators.slice(0, 1), isQuoted: true };
}

function valueRuns(pieces: readonly Piece[], isQuoted: boolean, isSplitUnknown: boolean): readonly Stretch[] {
  return pieces.map((piece): Stretch => {
    if (piece.kind === 'text') {
      if (isQuoted) return { kind: 'text', text: piece.text, isQuoted };
      return isSplitUnknown
        ? { kind: 'piece', piece: { ...nameless, source: piece.text }, splits: true }
        : { kind: 'value', text: piece.text };
    }
    if (piece.kind === 'glob')
      return { kind: 'piece', piece: { ...piece, isMatch: true }, splits: !isQuoted };
    return { kind: 'piece', piece, splits: !isQuoted && piece.kind === 'unknown' && splitsApart(piece) };
  });
}

const nameless = { kind: 'unknown', from: 'variable', name: '' } as const;

function splitsApart({ from, name }: UnknownPiece): boolean {
  return from !== 'number' && from !== 'process' && !(from === 'variable' && unsplit.test(name));
}

function unknownPiece(part: ParameterPart, from?: 'number'): UnknownPiece {
  const isNumber = from === 'number' || (part.operation === null && numbers.test(part.name));
  return {
    kind: 'unknown',
    from: isNumber ? 'number' : 'variable',
    name: part.name,
    source: part.source,
  };
}

function unknownRun(part: ParameterPart, from?: 'number'): Stretch {
  const piece = unknownPiece(part, from);
  const isList = part.name === '@' || part.index?.source === '@';
  return { kind: 'piece', piece, splits: isList || (!part.isQuoted && splitsApart(piece)) };
}

function literal(alternatives: Alternatives): string | null {
  const [runs, ...others] = alternatives;
  if (runs === undefined || others.length > 0) return null;
  let text = '';
  for (const run of runs) {
    if (run.kind === 'piece' || run.kind === 'break') return null;
    // A quoted star isn't a pattern, which is unknown from here on.
    if (run.kind === 'text' && run.isQuoted && /[*?[\\]/.test(run.text)) return null;
    text += run.text;
  }
  return text;
}
