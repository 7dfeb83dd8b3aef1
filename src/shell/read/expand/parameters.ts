import type { Piece, UnknownPiece } from '../reading.ts';
import type { ParameterPart, Part, ProcessPart, SubstitutionPart } from '../syntax/tree.ts';
import type { Stretch } from './fields.ts';
import { applyOperation } from './parameter-operations.ts';
import { type Choice, knownText, scalar, type Value } from './value.ts';

/** What the expansion of a word asks of the shell that reads it. */
export interface Variables {
  /** What a variable may hold; undefined when the line does not say. */
  lookUp(name: string): Value | undefined;
  /** `$1`, `$2`, …; null when they are not known. */
  readonly positional: readonly (readonly Piece[])[] | null;
  /** The letters of IFS; null when they are not known. */
  readonly separators: string | null;
  /** Whether the shell is sure to expand braces. */
  readonly hasBraces: boolean;
  /** `${name:=value}`. */
  assignDefault(name: string, value: Value): void;
  /** What a substitution prints, where that can be worked out. */
  outputOf(part: SubstitutionPart | ProcessPart): string | null;
  /** Whether what it prints is a number. */
  isNumber(part: SubstitutionPart): boolean;
}

type Alternatives = readonly (readonly Stretch[])[];

const numbers = /^(?:[#?$!]|RANDOM|SRANDOM|LINENO|SECONDS|EPOCHSECONDS|E?UID|PPID|BASHPID)$/;
/** Paths and names that hold no blanks on a system that anybody uses. */
const unsplit = /^(?:HOME|PWD|OLDPWD|USER|LOGNAME|TMPDIR|SHELL|HOSTNAME|-)$/;
const nothing: readonly Stretch[] = [];

/** Expands a parameter: every list of stretches that it may become. */
export function expandParameter(
  part: ParameterPart,
  variables: Variables,
  expandOperand: (parts: readonly Part[]) => Alternatives,
): Alternatives {
  const unknown = (): Alternatives => [[unknownRun(part)]];
  if (part.prefix === '#') return [[unknownRun(part, 'number')]];
  const target = part.prefix === '!' ? indirect(part, variables) : part.name;
  if (target === null) return unknown();
  const value = currentValue(part, target, variables);
  const { operation } = part;
  if (operation === null) return value === undefined ? unknown() : runsOf(value, part, variables);
  const { operator } = operation;
  const [operand] = operation.operands;
  if (/^:?[-=+?]$/.test(operator)) {
    const other = operand === undefined ? [nothing] : expandOperand(operand.parts);
    return withDefault(part, target, value, variables, other);
  }
  const texts = operation.operands.map(({ parts }) => literal(expandOperand(parts)));
  if (value === undefined || texts.includes(null)) return unknown();
  const results = value.map((choice) =>
    changed(
      choice,
      operator,
      texts.map((text) => text ?? ''),
    ),
  );
  if (results.includes(null)) return unknown();
  return runsOf(
    results.filter((choice) => choice !== null),
    part,
    variables,
  );
}

function changed(choice: Choice, operator: string, operands: readonly string[]): Choice | null {
  if (choice.isArray) return null;
  const [pieces = []] = choice.elements;
  const text = knownText(pieces);
  if (text === null) return changedEdge(pieces, operator, operands);
  const result = applyOperation(text, operator, operands);
  return result === null ? null : scalar([{ kind: 'text', text: result }]);
}

/** `${f%.ts}` of a name that ends in `.ts`, whatever is before it. */
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
  const own: readonly Piece[] = text === '' ? [] : [{ kind: 'text', text }];
  return scalar(isEnd ? [...pieces.slice(0, at), ...own] : [...own, ...pieces.slice(at + 1)]);
}

/** `${!name}`: the name that the variable holds. */
function indirect(part: ParameterPart, variables: Variables): string | null {
  if (part.operation?.operator === 'names' || part.index !== null) return null;
  const value = variables.lookUp(part.name);
  const [choice] = value ?? [];
  const name = choice === undefined ? null : knownText(choice.elements[0] ?? []);
  return value?.length === 1 && name !== null && /^[A-Za-z_]\w*$/.test(name) ? name : null;
}

function currentValue(part: ParameterPart, name: string, variables: Variables): Value | undefined {
  if (name === '@' || name === '*') {
    const { positional } = variables;
    return positional === null ? undefined : [{ elements: positional, isArray: true }];
  }
  if (/^[1-9]\d*$/.test(name)) {
    const { positional } = variables;
    return positional === null ? undefined : [scalar(positional[Number(name) - 1] ?? [])];
  }
  const value = variables.lookUp(name);
  if (value === undefined || part.index === null) return value;
  const index = knownText(part.index.parts.map((own) => (own.kind === 'text' ? own : unknownPiece(part))));
  if (index === '@' || index === '*') return value;
  if (index === null || !/^\d+$/.test(index)) return undefined;
  return value.map(({ elements }) => scalar(elements[Number(index)] ?? []));
}

function withDefault(
  part: ParameterPart,
  name: string,
  value: Value | undefined,
  variables: Variables,
  other: Alternatives,
): Alternatives {
  const operator = part.operation?.operator ?? '';
  const own = value === undefined ? [[unknownRun(part)]] : runsOf(value, part, variables);
  const texts = value?.map(({ elements }) => knownText(elements[0] ?? [])) ?? [null];
  const isSet = texts.every((text) => text !== null && text !== '');
  if (operator.endsWith('+')) return isSet ? other : [...other, nothing];
  if (isSet || operator.endsWith('?')) return own;
  if (operator.endsWith('=')) {
    const given = other.map((runs) => scalar(runs.map(pieceOf)));
    variables.assignDefault(name, [...(value ?? [scalar([unknownPiece(part)])]), ...given]);
  }
  return [...own, ...other];
}

function pieceOf(run: Stretch): Piece {
  if (run.kind === 'piece') return run.piece;
  return { kind: 'text', text: run.kind === 'break' ? ' ' : run.text };
}

function runsOf(value: Value, part: ParameterPart, variables: Variables): Alternatives {
  const listed =
    part.name === '@' || part.name === '*' || part.index?.source === '@' || part.index?.source === '*';
  return value.map(({ elements, isArray }) => {
    const shown = listed ? elements : elements.slice(0, 1);
    const isJoined = part.isQuoted && (part.name === '*' || part.index?.source === '*');
    const separator: Stretch = isJoined ? joint(variables.separators, part) : { kind: 'break' };
    const runs = shown.flatMap((pieces, at): readonly Stretch[] => {
      const own = valueRuns(pieces, part.isQuoted, variables.separators === null);
      return at === 0 ? own : [separator, ...own];
    });
    // Between quotes an empty value is still a word, but an empty list is none.
    const isNone = isArray && listed && elements.length === 0 && !isJoined;
    return part.isQuoted && !isNone ? [{ kind: 'text', text: '', isQuoted: true }, ...runs] : runs;
  });
}

/** What `"$*"` puts between two elements. */
function joint(separators: string | null, part: ParameterPart): Stretch {
  if (separators === null) return { kind: 'piece', piece: unknownPiece(part), splits: false };
  return { kind: 'text', text: separators.slice(0, 1), isQuoted: true };
}

/** A value as it is put into a word. */
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
    // A quoted star is no pattern, and what follows cannot tell.
    if (run.kind === 'text' && run.isQuoted && /[*?[\\]/.test(run.text)) return null;
    text += run.text;
  }
  return text;
}
