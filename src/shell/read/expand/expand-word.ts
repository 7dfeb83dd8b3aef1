import { stripEnd } from '../../../bounds/strip-end.ts';
import type { Piece, ShellWord } from '../reading.ts';
import type { Frame } from '../state/frame.ts';
import { usualSeparators } from '../state/state.ts';
import type { Node, Part, SubstitutionPart, WordNode } from '../syntax/tree.ts';
import { oneOf, unknownMark, type WordPlace, wordOf } from '../words.ts';
import { expandBraces } from './braces.ts';
import { type Field, fieldsOf, type Stretch } from './fields.ts';
import { expandParameter } from './parameters.ts';

const maxAlternatives = 32;

interface Outputs {
  outputOf(nodes: readonly Node[]): string | null;
  isNumber(nodes: readonly Node[]): boolean;
}

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

export class Expander {
  readonly #frame: Frame;
  readonly #outputs: Outputs;

  constructor(frame: Frame, outputs: Outputs) {
    this.#frame = frame;
    this.#outputs = outputs;
  }

  get #budget() {
    return this.#frame.reader.budget;
  }

  get #state() {
    return this.#frame.shell.state;
  }

  /** Every list of words that these may become: more than one where a value of several is taken apart. */
  words(nodes: readonly WordNode[]): readonly (readonly ShellWord[])[] {
    const product = new Product<ShellWord>();
    for (const node of nodes) {
      const added = merged(this.#alternatives(node, true), node);
      this.#budget.spend(1 + added.length);
      if (!product.add(added)) product.add([[tooManyWord(node)]]);
    }
    return product.lists;
  }

  /** A word that stays one word: a value that is assigned, or the text of a here-document. */
  single(node: WordNode): ShellWord {
    const alternatives = this.#alternatives(node, false);
    return oneOf(
      alternatives.map((fields) => wordOf(joinedFields(fields), node)),
      node,
    );
  }

  /** The target of a redirection: bash refuses one that becomes several words. */
  target(node: WordNode): ShellWord {
    const words = this.words([node]).map((list) => {
      const [only] = list;
      return only !== undefined && list.length === 1 ? only : tooManyWord(node);
    });
    return oneOf(words, node);
  }

  #alternatives(node: WordNode, isSplit: boolean): readonly (readonly Field[])[] {
    this.#budget.spend(1 + node.parts.length);
    const words = isSplit ? expandBraces(node.parts) : [node.parts];
    if (words === null) return [[tooMany(node)]];
    const expanded = this.#fields(words, node, isSplit);
    const isPlain = words.length === 1 && words[0] === node.parts;
    return isPlain || this.#frame.dialect !== 'posix'
      ? expanded
      : [...expanded, ...this.#fields([node.parts], node, isSplit)];
  }

  #fields(
    words: readonly (readonly Part[])[],
    node: WordNode,
    isSplit: boolean,
  ): readonly (readonly Field[])[] {
    const separators = isSplit ? (this.#state.separators ?? usualSeparators) : '';
    const product = new Product<Field>();
    for (const parts of words) {
      const runs = this.#runs(isSplit ? withTilde(parts) : withTildes(parts), isSplit);
      this.#budget.spend(parts.length);
      if (!product.add(runs.map((run) => fieldsOf(run, separators)))) return [[tooMany(node)]];
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
        const parameter = isSplit ? part : { ...part, isQuoted: true };
        // Between quotes, too, a pattern is a pattern.
        const isPattern = /^(?:##?|%%?|\/[/#%]?)$/.test(parameter.operation?.operator ?? '');
        const operand = (parts: readonly Part[]): readonly (readonly Stretch[])[] =>
          this.#runs(parameter.isQuoted && !isPattern ? parts.map(quoted) : parts, isSplit || isPattern);
        return expandParameter(parameter, this.#state, operand).map((runs) =>
          runs.map((run) => this.#split(run, parameter.isQuoted)),
        );
      }
      case 'substitution':
        return [this.#substitution(part, part.isQuoted || !isSplit)];
      case 'arithmetic':
        return [[unknownRun('number', part.source, false)]];
      case 'process': {
        const output = part.operator === '<' ? this.#outputs.outputOf(part.nodes) : null;
        const piece = { kind: 'unknown', from: 'process', name: '', source: part.source } as const;
        return [[{ kind: 'piece', piece: output === null ? piece : { ...piece, output }, splits: false }]];
      }
      case 'pattern':
        return [[{ kind: 'piece', piece: { kind: 'glob', text: part.text, isMatch: false }, splits: false }]];
    }
  }

  /** With another IFS, a line may split what it otherwise never does. */
  #split(run: Stretch, isQuoted: boolean): Stretch {
    const isUsual = this.#state.separators === usualSeparators;
    if (isUsual || isQuoted || run.kind !== 'piece') return run;
    return { ...run, splits: true };
  }

  #substitution(part: SubstitutionPart, isQuoted: boolean): readonly Stretch[] {
    const output = this.#outputs.outputOf(part.nodes);
    if (output === null) {
      const from = this.#outputs.isNumber(part.nodes) ? 'number' : 'output';
      return [unknownRun(from, part.source, !isQuoted)];
    }
    const text = stripEnd(output, '\n');
    if (isQuoted) return [{ kind: 'text', text, isQuoted: true }];
    return this.#state.separators === null
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
    .flatMap((known, at): readonly Stretch[] => [
      ...(at === 0 ? [] : [unknown]),
      { kind: 'text', text: known, isQuoted },
    ]);
}

interface TildePart {
  readonly kind: 'tilde';
  readonly user: string;
}

function quoted(part: Part): Part {
  return 'isQuoted' in part ? { ...part, isQuoted: true } : part;
}

function withTilde(parts: readonly Part[]): readonly (Part | TildePart)[] {
  const [first, ...rest] = parts;
  if (first?.kind !== 'text' || first.isQuoted || !first.text.includes('~')) return parts;
  const [whole, before, user] = /^([A-Za-z_]\w*=)?~([^/:'"\\]*)/.exec(first.text) ?? [];
  if (whole === undefined || user === undefined) return parts;
  const behind = first.text.slice(whole.length);
  if (behind === '' && rest.length > 0) return parts;
  const bare = (text: string): readonly Part[] =>
    text === '' ? [] : [{ kind: 'text', text, isQuoted: false }];
  return [...bare(before ?? ''), { kind: 'tilde', user }, ...bare(behind), ...rest];
}

function withTildes(parts: readonly Part[]): readonly (Part | TildePart)[] {
  return parts.flatMap((part, at): readonly (Part | TildePart)[] => {
    if (part.kind !== 'text' || part.isQuoted || !part.text.includes('~')) return [part];
    const expanded: (Part | TildePart)[] = [];
    let from = 0;
    for (const match of part.text.matchAll(/(^|:)~([^/:]*)/g)) {
      if (match[1] === '' && at > 0) continue;
      const start = match.index + (match[1]?.length ?? 0);
      expanded.push({ ...part, text: part.text.slice(from, start) }, { kind: 'tilde', user: match[2] ?? '' });
      from = match.index + match[0].length;
    }
    return [...expanded, { ...part, text: part.text.slice(from) }];
  });
}

function unknownRun(from: 'number' | 'output' | 'braces', source: string, splits: boolean): Stretch {
  return { kind: 'piece', piece: { kind: 'unknown', from, name: '', source }, splits };
}

function tooMany({ source }: WordPlace): Field {
  return { pieces: [{ kind: 'unknown', from: 'braces', name: '', source }], splits: true };
}

function tooManyWord(node: WordNode): ShellWord {
  return wordOf(tooMany(node).pieces, node, true);
}

function joinedFields(fields: readonly Field[]): readonly Piece[] {
  const blank: Piece = { kind: 'text', text: ' ' };
  return fields.flatMap(({ pieces }, at) => (at === 0 ? pieces : [blank, ...pieces]));
}

function merged(
  alternatives: readonly (readonly Field[])[],
  at: WordPlace,
): readonly (readonly ShellWord[])[] {
  const lists = alternatives.map((fields) => fields.map(({ pieces, splits }) => wordOf(pieces, at, splits)));
  if (lists.length === 1) return lists;
  const singles = lists.flatMap((list) => (list.length === 1 ? list : []));
  return singles.length === lists.length ? [[oneOf(singles, at)]] : lists;
}
