import { stripEnd } from '../../../bounds/strip-end.ts';
import type { Budget } from '../budget.ts';
import type { Piece, ShellWord, Span } from '../reading.ts';
import type { Part, SubstitutionPart, WordNode } from '../syntax/tree.ts';
import { expandBraces } from './braces.ts';
import { type Field, fieldsOf, type Stretch } from './fields.ts';
import { expandParameter, type Variables } from './parameters.ts';
import { knownText } from './value.ts';

const maxAlternatives = 32;
export const usualSeparators = ' \t\n';
/** Stands in code for what is only known at run time. Anyone may write it: then the word counts as unknown. */
export const unknownMark = '\uE000';

interface Source {
  readonly source: string;
  readonly span: Span;
}

/** Lists that grow by one of several continuations each; usually there is one. */
class Product<T> {
  lists: T[][] = [[]];

  /** False, and nothing changed, when there would be too many. */
  add(continuations: readonly (readonly T[])[]): boolean {
    const [only] = continuations;
    if (only !== undefined && continuations.length === 1) {
      for (const list of this.lists) for (const item of only) list.push(item);
      return true;
    }
    const count = this.lists.length * continuations.length;
    if (count === 0 || count > maxAlternatives) return false;
    this.lists = this.lists.flatMap((list) => continuations.map((items) => [...list, ...items]));
    return true;
  }
}

/** Turns the words of a line into the words that programs get, as far as the line says what those are. */
export class Expander {
  readonly #variables: Variables;
  readonly #budget: Budget;

  constructor(variables: Variables, budget: Budget) {
    this.#variables = variables;
    this.#budget = budget;
  }

  /** Every list of words that these may become: more than one where a value of several is taken apart. */
  words(nodes: readonly WordNode[]): readonly (readonly ShellWord[])[] {
    const product = new Product<ShellWord>();
    for (const node of nodes) {
      const added = merged(this.#alternatives(node, true), node);
      this.#budget.spend(1 + added.length);
      if (!product.add(added)) product.add([[wordOf(tooMany(node), node)]]);
    }
    return product.lists;
  }

  /** A word that stays one word: a value that is assigned, or the text of a here-document. */
  single(node: WordNode): ShellWord {
    const alternatives = this.#alternatives(node, false);
    return oneOf(
      alternatives.map((fields) => wordOf(joinFields(fields), node)),
      node,
    );
  }

  /** The target of a redirection: bash refuses one that becomes several words. */
  target(node: WordNode): ShellWord {
    const words = this.words([node]).map((list) => {
      const [only] = list;
      return only !== undefined && list.length === 1 ? only : wordOf(tooMany(node), node);
    });
    return oneOf(words, node);
  }

  #alternatives(node: WordNode, isSplit: boolean): readonly (readonly Field[])[] {
    this.#budget.spend(1 + node.parts.length);
    const words = isSplit ? expandBraces(node.parts) : [node.parts];
    if (words === null) return [[tooMany(node)]];
    const own = this.#fields(words, node, isSplit);
    // Only some shells expand braces.
    const isPlain = words.length === 1 && words[0] === node.parts;
    return isPlain || this.#variables.hasBraces
      ? own
      : [...own, ...this.#fields([node.parts], node, isSplit)];
  }

  #fields(
    words: readonly (readonly Part[])[],
    node: WordNode,
    isSplit: boolean,
  ): readonly (readonly Field[])[] {
    const separators = isSplit ? (this.#variables.separators ?? usualSeparators) : '';
    const product = new Product<Field>();
    for (const parts of words) {
      const runs = this.#runs(isSplit ? withTilde(parts) : withTildes(parts), isSplit);
      this.#budget.spend(parts.length);
      if (!product.add(runs.map((own) => fieldsOf(own, separators)))) return [[tooMany(node)]];
    }
    this.#count(product.lists, node);
    return product.lists;
  }

  /** What a word becomes may be longer than the word. */
  #count(lists: readonly (readonly Field[])[], node: WordNode): void {
    let pieces = -node.parts.length;
    let letters = -node.source.length;
    for (const fields of lists)
      for (const field of fields) {
        pieces += field.pieces.length;
        for (const piece of field.pieces) if ('text' in piece) letters += piece.text.length;
      }
    this.#budget.made(pieces, letters);
  }

  /** The stretches that parts may become; outside quotes, values are taken apart unless the word stays one. */
  #runs(parts: readonly (Part | TildePart)[], isSplit: boolean): readonly (readonly Stretch[])[] {
    const product = new Product<Stretch>();
    for (const part of parts) {
      if (!product.add(this.#part(part, isSplit))) return [[unknownRun('braces', '', isSplit)]];
    }
    return product.lists;
  }

  #part(part: Part | TildePart, isSplit: boolean): readonly (readonly Stretch[])[] {
    switch (part.kind) {
      case 'tilde':
        return [[{ kind: 'piece', piece: part, splits: false }]];
      case 'text':
        if (part.text.includes(unknownMark)) return [markedRuns(part.text, part.isQuoted || !isSplit)];
        return [[isSplit ? part : { ...part, isQuoted: true }]];
      case 'parameter': {
        const own = isSplit ? part : { ...part, isQuoted: true };
        // A pattern is one between quotes too.
        const isPattern = /^(?:##?|%%?|\/[/#%]?)$/.test(own.operation?.operator ?? '');
        const operand = (parts: readonly Part[]): readonly (readonly Stretch[])[] =>
          this.#runs(own.isQuoted && !isPattern ? parts.map(quoted) : parts, isSplit || isPattern);
        return expandParameter(own, this.#variables, operand).map((runs) =>
          runs.map((run) => this.#split(run, own.isQuoted)),
        );
      }
      case 'substitution':
        return [this.#substitution(part, part.isQuoted || !isSplit)];
      case 'arithmetic':
        return [[unknownRun('number', part.source, false)]];
      case 'process': {
        const output = part.operator === '<' ? this.#variables.outputOf(part) : null;
        const piece = { kind: 'unknown', from: 'process', name: '', source: part.source } as const;
        return [[{ kind: 'piece', piece: output === null ? piece : { ...piece, output }, splits: false }]];
      }
      case 'pattern':
        return [[{ kind: 'piece', piece: { kind: 'glob', text: part.text, isMatch: false }, splits: false }]];
    }
  }

  /** With an IFS of its own, a line may take apart what otherwise never is. */
  #split(run: Stretch, isQuoted: boolean): Stretch {
    const isUsual = this.#variables.separators === usualSeparators;
    if (isUsual || isQuoted || run.kind !== 'piece') return run;
    return { ...run, splits: true };
  }

  #substitution(part: SubstitutionPart, isQuoted: boolean): readonly Stretch[] {
    const output = this.#variables.outputOf(part);
    if (output === null) {
      const from = this.#variables.isNumber(part) ? 'number' : 'output';
      return [unknownRun(from, part.source, !isQuoted)];
    }
    const text = stripEnd(output, '\n');
    if (isQuoted) return [{ kind: 'text', text, isQuoted: true }];
    return this.#variables.separators === null
      ? [unknownRun('output', part.source, true)]
      : [{ kind: 'value', text }];
  }
}

function markedRuns(text: string, isQuoted: boolean): readonly Stretch[] {
  const unknown: Stretch = {
    kind: 'piece',
    piece: { kind: 'unknown', from: 'variable', name: '', source: '' },
    splits: !isQuoted,
  };
  return text
    .split(unknownMark)
    .flatMap((own, at): readonly Stretch[] => [
      ...(at === 0 ? [] : [unknown]),
      { kind: 'text', text: own, isQuoted },
    ]);
}

/** A tilde that stands for a home folder. */
interface TildePart {
  readonly kind: 'tilde';
  readonly user: string;
}

function quoted(part: Part): Part {
  return 'isQuoted' in part ? { ...part, isQuoted: true } : part;
}

/** `~/x`, and `name=~/x`, which bash expands too. */
function withTilde(parts: readonly Part[]): readonly (Part | TildePart)[] {
  const [first, ...rest] = parts;
  if (first?.kind !== 'text' || first.isQuoted || !first.text.includes('~')) return parts;
  const [whole, before, user] = /^([A-Za-z_]\w*=)?~([^/:'"\\]*)/.exec(first.text) ?? [];
  if (whole === undefined || user === undefined) return parts;
  const behind = first.text.slice(whole.length);
  if (behind === '' && rest.length > 0) return parts;
  const text = (own: string): readonly Part[] =>
    own === '' ? [] : [{ kind: 'text', text: own, isQuoted: false }];
  return [...text(before ?? ''), { kind: 'tilde', user }, ...text(behind), ...rest];
}

/** The tildes of a value that is assigned: at its start, and behind each colon. */
function withTildes(parts: readonly Part[]): readonly (Part | TildePart)[] {
  return parts.flatMap((part, at): readonly (Part | TildePart)[] => {
    if (part.kind !== 'text' || part.isQuoted || !part.text.includes('~')) return [part];
    const found: (Part | TildePart)[] = [];
    let from = 0;
    for (const match of part.text.matchAll(/(^|:)~([^/:]*)/g)) {
      if (match[1] === '' && at > 0) continue;
      const start = match.index + (match[1]?.length ?? 0);
      found.push({ ...part, text: part.text.slice(from, start) }, { kind: 'tilde', user: match[2] ?? '' });
      from = match.index + match[0].length;
    }
    return [...found, { ...part, text: part.text.slice(from) }];
  });
}

function unknownRun(from: 'number' | 'output' | 'braces', source: string, splits: boolean): Stretch {
  return { kind: 'piece', piece: { kind: 'unknown', from, name: '', source }, splits };
}

function tooMany({ source }: Source): Field {
  return { pieces: [{ kind: 'unknown', from: 'braces', name: '', source }], splits: true };
}

function joinFields(fields: readonly Field[]): Field {
  const [only = { pieces: [], splits: false }, ...others] = fields;
  if (others.length === 0) return { ...only, splits: false };
  const blank: Piece = { kind: 'text', text: ' ' };
  return {
    pieces: fields.flatMap(({ pieces }, at) => (at === 0 ? pieces : [blank, ...pieces])),
    splits: false,
  };
}

export function wordOf({ pieces, splits }: Field, { source, span }: Source): ShellWord {
  return { value: splits ? null : knownText(pieces), pieces, splits, choices: [], source, span };
}

/** Where every alternative is one word, one word with choices stands for them. */
function merged(alternatives: readonly (readonly Field[])[], at: Source): readonly (readonly ShellWord[])[] {
  const lists = alternatives.map((fields) => fields.map((field) => wordOf(field, at)));
  if (lists.length === 1) return lists;
  const singles = lists.flatMap((list) => (list.length === 1 ? list : []));
  return singles.length === lists.length ? [[oneOf(singles, at)]] : lists;
}

/** One word that is any of these. */
export function oneOf(words: readonly ShellWord[], { source, span }: Source): ShellWord {
  const [single, ...more] = words;
  if (single !== undefined && more.length === 0) return single;
  const distinct = [...new Map(words.map((word) => [JSON.stringify(word.pieces), word])).values()];
  const [only, ...others] = distinct;
  if (only !== undefined && others.length === 0) return only;
  return {
    value: null,
    pieces: [{ kind: 'unknown', from: 'variable', name: '', source }],
    splits: distinct.some(({ splits }) => splits),
    choices: distinct,
    source,
    span,
  };
}
