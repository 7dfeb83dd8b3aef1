/** The offsets of the first character and of the one behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Written {
  readonly source: string;
  readonly span: Span;
}

export type Part = TextPart | ParameterPart | SubstitutionPart | ArithmeticPart | ProcessPart | PatternPart;

/** Text. Where it isn't quoted, braces, tildes and patterns in it mean something. */
export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
  readonly isQuoted: boolean;
}

/** `$name`, `${name}`, and `${name` with an operation. */
export interface ParameterPart extends Written {
  readonly kind: 'parameter';
  readonly name: string;
  readonly prefix: '!' | '#' | null;
  readonly index: WordNode | null;
  readonly operation: Operation | null;
  readonly isQuoted: boolean;
}

/** What `${name…}` does with the value: its operator, and the words behind it. */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly WordNode[];
}

export interface SubstitutionPart extends Written {
  readonly kind: 'substitution';
  readonly nodes: readonly Node[];
  readonly isQuoted: boolean;
}

/** `$((…))`; the parts are what is expanded in it. */
export interface ArithmeticPart extends Written {
  readonly kind: 'arithmetic';
  readonly text: string;
  readonly parts: readonly Part[];
  readonly isQuoted: boolean;
}

export interface ProcessPart extends Written {
  readonly kind: 'process';
  readonly operator: '<' | '>';
  readonly nodes: readonly Node[];
}

/** `!(a|b)` and its like; the parts are what is expanded in it. */
export interface PatternPart {
  readonly kind: 'pattern';
  readonly text: string;
  readonly parts: readonly Part[];
  readonly span: Span;
}

export interface WordNode extends Written {
  readonly parts: readonly Part[];
  /** Set where the word assigns, as in `export NAME=value`. */
  readonly assignment: AssignmentNode | null;
}

export interface AssignmentNode extends Written {
  readonly name: string;
  readonly index: WordNode | null;
  readonly isAppending: boolean;
  /** A value, or the elements of an array. */
  readonly value: WordNode | readonly WordNode[];
}

export interface RedirectNode {
  readonly operator: string;
  /** The number before the operator, or the name in `{name}`. */
  readonly descriptor: number | string | null;
  readonly target: WordNode | null;
  /** The text of a here-document. */
  readonly body: WordNode | null;
  readonly span: Span;
}

export type Node =
  | SimpleNode
  | PipeNode
  | ChainNode
  | GroupNode
  | IfNode
  | LoopNode
  | CaseNode
  | FunctionNode
  | TestNode
  | ArithmeticNode
  | { readonly kind: 'background'; readonly node: Node }
  | { readonly kind: 'coproc'; readonly name: string; readonly body: Node };

interface Redirected {
  readonly redirects: readonly RedirectNode[];
  readonly span: Span;
}

export interface SimpleNode extends Redirected {
  readonly kind: 'simple';
  readonly assignments: readonly AssignmentNode[];
  readonly words: readonly WordNode[];
}

/** Each command reads what the one before it writes. */
export interface PipeNode {
  readonly kind: 'pipe';
  readonly nodes: readonly Node[];
  readonly isNegated: boolean;
}

export interface ChainNode {
  readonly kind: 'chain';
  readonly first: Node;
  readonly rest: readonly { readonly operator: '&&' | '||'; readonly node: Node }[];
}

interface GroupNode extends Redirected {
  readonly kind: 'group';
  readonly isSubshell: boolean;
  readonly body: readonly Node[];
}

export interface IfNode extends Redirected {
  readonly kind: 'if';
  readonly branches: readonly { readonly condition: readonly Node[]; readonly body: readonly Node[] }[];
  readonly otherwise: readonly Node[];
}

export interface LoopNode extends Redirected {
  readonly kind: 'loop';
  readonly variable: string | null;
  /** The words that the variable goes through; null without such a list. */
  readonly words: readonly WordNode[] | null;
  /** Whether the variable goes through the positional parameters: `for x do …`. */
  readonly isPositional: boolean;
  readonly condition: readonly Node[];
  readonly arithmetic: readonly ArithmeticPart[];
  readonly body: readonly Node[];
}

export interface CaseNode extends Redirected {
  readonly kind: 'case';
  readonly word: WordNode;
  readonly items: readonly { readonly patterns: readonly WordNode[]; readonly body: readonly Node[] }[];
}

export interface FunctionNode {
  readonly kind: 'function';
  readonly name: string;
  readonly body: Node;
}

export interface TestNode extends Redirected {
  readonly kind: 'test';
  readonly words: readonly WordNode[];
}

interface ArithmeticNode extends Redirected {
  readonly kind: 'arithmetic-command';
  readonly expression: ArithmeticPart;
}

export interface SyntaxTree {
  readonly nodes: readonly Node[];
  readonly problems: readonly { readonly message: string; readonly span: Span }[];
}
