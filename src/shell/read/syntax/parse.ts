import * as unbash from 'unbash';
import { expandedText, textParts } from './text-parts.ts';
import type {
  ArithmeticPart,
  AssignmentNode,
  LoopNode,
  Node,
  Operation,
  Part,
  RedirectNode,
  Span,
  SyntaxTree,
  WordNode,
} from './tree.ts';

/** Finds the place of an offset of the parsed text in the text that it was taken from. */
export type Locate = (start: number, end: number) => Span;

export function parse(text: string, locate: Locate): SyntaxTree {
  const problems: Problems = [];
  const nodes = new Adapter(text, locate, problems).script(unbash.parse(text));
  return { nodes, problems };
}

type Problems = SyntaxTree['problems'][number][];

interface WordPlace {
  readonly pos: number;
  readonly end: number;
}

const quoted = (text: string): Part => ({ kind: 'text', text, isQuoted: true });
const bare = (text: string): Part => ({ kind: 'text', text, isQuoted: false });

class Adapter {
  readonly #text: string;
  readonly #locate: Locate;
  readonly #problems: Problems;

  constructor(text: string, locate: Locate, problems: Problems) {
    this.#text = text;
    this.#locate = locate;
    this.#problems = problems;
  }

  script(script: unbash.ParsedScript): readonly Node[] {
    for (const { message, pos } of script.errors ?? []) this.#problem(message, { pos, end: pos + 1 });
    return this.#statements(script.commands);
  }

  #problem(message: string, at: WordPlace): void {
    this.#problems.push({ message, span: this.#span(at) });
  }

  #span({ pos, end }: WordPlace): Span {
    return this.#locate(pos, end);
  }

  #statements(statements: readonly unbash.Statement[]): readonly Node[] {
    return statements.map(({ command, background }) => {
      const node = this.#node(command);
      return background === true ? { kind: 'background', node } : node;
    });
  }

  #list(list: unbash.CompoundList | undefined): readonly Node[] {
    return list === undefined ? [] : this.#statements(list.commands);
  }

  #words(words: readonly unbash.Word[]): readonly WordNode[] {
    return words.map((word) => this.#word(word));
  }

  #node(node: unbash.PipelineNode | unbash.AndOr | unbash.CompoundList): Node {
    switch (node.type) {
      case 'Command':
        return this.#simple(node);
      case 'Pipeline':
        return {
          kind: 'pipe',
          nodes: node.commands.map((command) => this.#node(command)),
          isNegated: node.prefixes.some(({ type }) => type === 'Negation'),
        };
      case 'AndOr': {
        const [first, ...rest] = node.commands.map((command) => this.#node(command));
        if (first === undefined) return this.#group(node, []);
        const steps = rest.map((next, at) => ({ operator: node.operators[at] ?? '&&', node: next }));
        return { kind: 'chain', first, rest: steps };
      }
      case 'Redirected': {
        const inner = this.#node(node.command);
        const redirects = node.redirects.map((redirect) => this.#redirect(redirect));
        return 'redirects' in inner ? { ...inner, redirects } : inner;
      }
      case 'Function':
        return { kind: 'function', name: node.name.value, body: this.#node(node.body) };
      case 'Coproc':
        return { kind: 'coproc', name: node.name?.value ?? 'COPROC', body: this.#node(node.body) };
      case 'Subshell':
        return { ...this.#group(node, this.#list(node.body)), isSubshell: true };
      case 'BraceGroup':
        return this.#group(node, this.#list(node.body));
      case 'CompoundList':
        return this.#group(node, this.#list(node));
      default:
        return this.#compound(node);
    }
  }

  #group(at: WordPlace, body: readonly Node[]) {
    return { kind: 'group', isSubshell: false, body, redirects: [], span: this.#span(at) } as const;
  }

  #compound(node: Exclude<unbash.CompoundCommand, unbash.Subshell | unbash.BraceGroup>): Node {
    const shared = { redirects: [], span: this.#span(node) };
    switch (node.type) {
      case 'If': {
        const branches = [node, ...node.elif].map(({ clause, then }) => ({
          condition: this.#list(clause),
          body: this.#list(then),
        }));
        return { kind: 'if', branches, otherwise: this.#list(node.else), ...shared };
      }
      case 'While':
        return this.#loop(node, { condition: this.#list(node.clause) });
      case 'For':
      case 'Select':
        return this.#loop(node, {
          variable: node.name.value,
          words: node.wordlist === undefined ? null : this.#words(node.wordlist),
          isPositional: node.wordlist === undefined,
        });
      case 'ArithmeticFor': {
        const head = this.#text.slice(node.pos, node.body.pos);
        return this.#loop(node, { arithmetic: [this.#arithmetic(head, node.pos, node, false)] });
      }
      case 'Case': {
        const items = node.items.map(({ pattern, body }) => ({
          patterns: this.#words(pattern),
          body: this.#list(body),
        }));
        return { kind: 'case', word: this.#word(node.word), items, ...shared };
      }
      case 'TestCommand':
        return { kind: 'test', words: this.#test(node.expression), ...shared };
      case 'ArithmeticCommand': {
        const expression = this.#arithmetic(node.body, node.pos + 2, node, false);
        return { kind: 'arithmetic-command', expression, ...shared };
      }
    }
  }

  #loop(node: WordPlace & { readonly body: unbash.CompoundList }, fields: Partial<LoopNode>): LoopNode {
    return {
      kind: 'loop',
      variable: null,
      words: null,
      isPositional: false,
      condition: [],
      arithmetic: [],
      body: this.#list(node.body),
      redirects: [],
      span: this.#span(node),
      ...fields,
    };
  }

  #simple(command: unbash.Command): Node {
    const words = command.args.map((word) =>
      word.type === 'Word' ? this.#word(word) : this.#assignmentWord(word),
    );
    return {
      kind: 'simple',
      assignments: command.prefix.flatMap((item) =>
        item.type === 'Assignment' ? [this.#assignment(item)] : [],
      ),
      words: command.name === undefined ? words : [this.#word(command.name), ...words],
      redirects: command.redirects.map((redirect) => this.#redirect(redirect)),
      span: this.#span(command),
    };
  }

  #assignment(node: unbash.Assignment): AssignmentNode {
    const { value } = node;
    return {
      name: node.name,
      index: node.index === undefined ? null : this.#word(node.index),
      isAppending: node.append === true,
      value: value.type === 'ArrayValue' ? this.#words(value.elements) : this.#word(value),
      source: node.text,
      span: this.#span(node),
    };
  }

  #assignmentWord(node: unbash.Assignment): WordNode {
    const assignment = this.#assignment(node);
    const { value, span } = assignment;
    const name = node.text.slice(0, node.value.pos - node.pos);
    const parts = 'parts' in value ? [bare(name), ...value.parts] : [quoted(node.text)];
    return { parts, source: node.text, span, assignment };
  }

  #redirect(node: unbash.Redirection): RedirectNode {
    const { operator, descriptor } = node;
    const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : descriptor?.name;
    const shared = { operator, descriptor: number ?? null, span: this.#span(node) };
    if (node.type === 'HereDoc') return { ...shared, target: null, body: this.#hereDocument(node) };
    return { ...shared, target: node.target === undefined ? null : this.#word(node.target), body: null };
  }

  #hereDocument(node: unbash.HereDoc): WordNode {
    const { body, delimiter, operator, closing } = node;
    // A shell takes the rest of its input for the text; what that is, only the shell knows.
    if (closing === undefined) this.#problem('a here-document without its end', node);
    const trimmed = (text: string, isFirst = true): string =>
      operator === '<<-' ? text.replaceAll(isFirst ? /(^|\n)\t+/g : /(\n)\t+/g, '$1') : text;
    const parts =
      delimiter?.quoted === true
        ? [quoted(trimmed(body.text))]
        : this.#hereParts(body.parts ?? [], body.text, trimmed);
    return { parts, source: body.text, span: this.#span(body), assignment: null };
  }

  #hereParts(
    parts: readonly unbash.WordPart[],
    text: string,
    trimmed: (text: string, isFirst?: boolean) => string,
  ): readonly Part[] {
    if (parts.length === 0) return [quoted(trimmed(expandedText(text)))];
    return parts.flatMap((part, at) =>
      part.type === 'Literal' ? [quoted(trimmed(part.value, at === 0))] : this.#part(part, true),
    );
  }

  #word(node: unbash.Word): WordNode {
    const { parts, text } = node;
    return {
      parts: parts === undefined ? textParts(text) : this.#parts(parts, false),
      source: text,
      span: this.#span(node),
      assignment: null,
    };
  }

  #parts(parts: readonly unbash.WordPart[], isQuoted: boolean): readonly Part[] {
    return parts.flatMap((part) => this.#part(part, isQuoted));
  }

  #part(part: unbash.WordPart, isQuoted: boolean): readonly Part[] {
    const shared = { isQuoted, source: part.text, span: this.#span(part) };
    switch (part.type) {
      case 'Literal':
        return isQuoted ? [quoted(part.value)] : textParts(part.text);
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        return [quoted(part.value)];
      case 'DoubleQuoted':
      case 'LocaleString':
        return part.parts.length === 0 ? [quoted('')] : this.#parts(part.parts, true);
      case 'Glob':
        return part.kind === 'bracket' ? this.#bracketed(part.text, part.parts) : [bare(part.text)];
      case 'BraceExpansion':
        return this.#bracketed(part.text, part.parts);
      case 'ExtendedGlob': {
        const parts = this.#parts(part.parts ?? [], false);
        return [{ kind: 'pattern', text: part.text, parts, span: shared.span }];
      }
      case 'SimpleExpansion': {
        const name = part.text.replaceAll('\\\n', '').slice(1);
        return [{ kind: 'parameter', name, prefix: null, index: null, operation: null, ...shared }];
      }
      case 'ParameterExpansion': {
        const { parameter: name, prefix = null, index, operation } = part;
        return [
          {
            kind: 'parameter',
            name,
            prefix,
            index: index === undefined ? null : this.#word(index),
            operation: operation === undefined ? null : this.#operation(operation),
            ...shared,
          },
        ];
      }
      case 'CommandExpansion':
        return [{ kind: 'substitution', nodes: this.#nested(part), ...shared }];
      case 'ProcessSubstitution':
        return [{ kind: 'process', operator: part.operator, nodes: this.#nested(part), ...shared }];
      case 'ArithmeticExpansion': {
        const open = part.text.startsWith('$[') ? 2 : 3;
        return [this.#arithmetic(part.text.slice(open, 1 - open), part.pos + open, part, isQuoted)];
      }
    }
  }

  /** What stands in braces or brackets, as plain text around whatever is expanded there. */
  #bracketed(text: string, parts: readonly unbash.WordPart[] | undefined): readonly Part[] {
    if (parts === undefined) return textParts(text);
    return [bare(text.slice(0, 1)), ...this.#parts(parts, false), bare(text.slice(-1))];
  }

  /** A nested script reports its own errors; one whose text had to be decoded has places of its own too. */
  #nested(part: unbash.CommandExpansionPart | unbash.ProcessSubstitutionPart): readonly Node[] {
    const { script } = part;
    if (script === undefined) {
      this.#problem('a substitution that cannot be read', part);
      return [];
    }
    if (script.source === undefined) return this.script(script);
    const span = this.#span(part);
    return new Adapter(script.source, () => span, this.#problems).script(script);
  }

  #operation(node: unbash.ParameterOperation): Operation {
    const { operator } = node;
    switch (node.type) {
      case 'Default':
      case 'Remove':
      case 'Transform':
        return { operator, operands: [this.#word(node.operand)] };
      case 'Replace':
        return { operator, operands: this.#words([node.pattern, node.replacement]) };
      case 'Slice':
        return { operator, operands: this.#words([node.offset, node.length].filter(isThere)) };
      case 'CaseModification':
        return { operator, operands: this.#words([node.operand].filter(isThere)) };
      case 'Names':
        return { operator: 'names', operands: [] };
      case 'Unknown':
        this.#problem('an expansion that bash does not have', node);
        return { operator: 'unknown', operands: [] };
    }
  }

  /**
   * An expression. The shell expands everything in it before it looks at the numbers, also in quotes and in what is no
   * expression, so it is read as the text of a here-document is.
   */
  #arithmetic(text: string, start: number, at: WordPlace, isQuoted: boolean): ArithmeticPart {
    return {
      kind: 'arithmetic',
      text,
      parts: /[$`]/.test(text) ? this.#expansionsIn(text, start) : [],
      isQuoted,
      source: this.#text.slice(at.pos, at.end),
      span: this.#span(at),
    };
  }

  #expansionsIn(text: string, start: number): readonly Part[] {
    const end = text.includes('expression') ? `${text.replaceAll(/\W/g, '')}_` : 'expression';
    const before = `: <<${end}\n`;
    // A problem in the lines that were added around the text is placed at its edge.
    const placed = (offset: number): number =>
      start + Math.min(Math.max(offset - before.length, 0), text.length);
    const inner = new Adapter(
      `${before}${text}\n${end}\n`,
      (from, to) => this.#locate(placed(from), placed(to)),
      this.#problems,
    );
    const [node] = inner.script(unbash.parse(inner.#text));
    return node?.kind === 'simple' ? (node.redirects[0]?.body?.parts ?? []) : [];
  }

  #test(node: unbash.TestExpression): readonly WordNode[] {
    const sign = (text: string): WordNode => ({
      parts: [quoted(text)],
      source: text,
      span: this.#span(node),
      assignment: null,
    });
    switch (node.type) {
      case 'TestUnary':
        // `[[ x ]]` is read as `[[ -n x ]]`.
        if (node.operand.pos === node.pos) return [this.#word(node.operand)];
        return [sign(node.operator), this.#word(node.operand)];
      case 'TestBinary':
        return [this.#word(node.left), sign(node.operator), this.#word(node.right)];
      case 'TestLogical':
        return node.operands.flatMap((operand, at) =>
          at === 0 ? this.#test(operand) : [sign(node.operator), ...this.#test(operand)],
        );
      case 'TestNot':
        return [...node.negations.map(() => sign('!')), ...this.#test(node.operand)];
      case 'TestGroup':
        return [sign('('), ...this.#test(node.expression), sign(')')];
    }
  }
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}
