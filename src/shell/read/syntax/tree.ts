export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Part = TextPart | ParameterPart | SubstitutionPart | ArithmeticPart | ProcessPart | PatternPart;

/** Text that stands for itself; where it is not quoted, braces, tildes and patterns in it mean something. */
export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
  readonly isQuoted: boolean;
}

/** `$name`, `${name}`, and `${name` with an operation. */
export interface ParameterPart {
  readonly kind: 'parameter';
  readonly name: string;
  readonly prefix: '!' | '#' | null;
  readonly index: WordNode | null;
  readonly operation: Operation | null;
  readonly isQuoted: boolean;
  readonly source: string;
  readonly span: Span;
}

/** What `${name…}` does with the value: its operator, and the words behind it. */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly WordNode[];
}

/** `$(…)` and backticks. */
export interface SubstitutionPart {
  readonly kind: 'substitution';
  readonly nodes: readonly Node[];
  readonly isQuoted: boolean;
  readonly source: string;
  readonly span: Span;
}

/** `$((…))`; the parts are what is expanded in it. */
export interface ArithmeticPart {
  readonly kind: 'arithmetic';
  readonly text: string;
  readonly parts: readonly Part[];
  readonly isQuoted: boolean;
  readonly source: string;
  readonly span: Span;
}

/** `<(…)` and `>(…)`. */
export interface ProcessPart {
  readonly kind: 'process';
  readonly operator: '<' | '>';
  readonly nodes: readonly Node[];
  readonly source: string;
  readonly span: Span;
}

/** `!(a|b)` and its like; the parts are what is expanded in it. */
export interface PatternPart {
  readonly kind: 'pattern';
  readonly text: string;
  readonly parts: readonly Part[];
  readonly span: Span;
}

export interface WordNode {
  readonly parts: readonly Part[];
  readonly source: string;
  readonly span: Span;
  /** Set where the word assigns, as in `export NAME=value`. */
  readonly assignment: AssignmentNode | null;
}

export interface AssignmentNode {
  readonly name: string;
  readonly index: WordNode | null;
  readonly isAppending: boolean;
  readonly value: WordNode | readonly WordNode[];
  readonly source: string;
  readonly span: Span;
}

export interface RedirectNode {
  readonly operator: string;
  /** The descriptor that is written before the operator: its number, or the name in `{name}`. */
  readonly descriptor: number | string | null;
  readonly target: WordNode | null;
  readonly body: WordNode | null;
  readonly span: Span;
}

export type Node =
  | SimpleNode
  | PipeNode
  | ChainNode
  | BackgroundNode
  | GroupNode
  | IfNode
  | LoopNode
  | CaseNode
  | FunctionNode
  | CoprocNode
  | TestNode
  | ArithmeticNode;

export interface SimpleNode {
  readonly kind: 'simple';
  readonly assignments: readonly AssignmentNode[];
  readonly words: readonly WordNode[];
  readonly redirects: readonly RedirectNode[];
  readonly span: Span;
}

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

export interface BackgroundNode {
  readonly kind: 'background';
  readonly node: Node;
}

export interface GroupNode {
  readonly kind: 'group';
  readonly isSubshell: boolean;
  readonly body: readonly Node[];
  readonly redirects: readonly RedirectNode[];
  readonly span: Span;
}

export interface IfNode {
  readonly kind: 'if';
  readonly branches: readonly { readonly condition: readonly Node[]; readonly body: readonly Node[] }[];
  readonly otherwise: readonly Node[];
  readonly redirects: readonly RedirectNode[];
  readonly span: Span;
}

export interface LoopNode {
  readonly kind: 'loop';
  readonly variable: string | null;
  /** The words that the variable goes through; null where there is no such list. */
  readonly words: readonly WordNode[] | null;
  /** Whether the variable goes through the positional parameters: `for x do …`. */
  readonly isPositional: boolean;
  readonly condition: readonly Node[];
  /** The three expressions of `for ((…))`. */
  readonly arithmetic: readonly ArithmeticPart[];
  readonly body: readonly Node[];
  readonly redirects: readonly RedirectNode[];
  readonly span: Span;
}

export interface CaseNode {
  readonly kind: 'case';
  readonly word: WordNode;
  readonly items: readonly { readonly patterns: readonly WordNode[]; readonly body: readonly Node[] }[];
  readonly redirects: readonly RedirectNode[];
  readonly span: Span;
}

export interface FunctionNode {
  readonly kind: 'function';
  readonly name: string;
  readonly body: Node;
}

export interface CoprocNode {
  readonly kind: 'coproc';
  readonly name: string;
  readonly body: Node;
}

/** `[[ … ]]`, as the words between the brackets. */
export interface TestNode {
  readonly kind: 'test';
  readonly words: readonly WordNode[];
  readonly redirects: readonly RedirectNode[];
  readonly span: Span;
}

export interface ArithmeticNode {
  readonly kind: 'arithmetic-command';
  readonly expression: ArithmeticPart;
  readonly redirects: readonly RedirectNode[];
  readonly span: Span;
}

/** Where the text cannot be read as the shell would. */
export interface SyntaxProblem {
  readonly message: string;
  readonly span: Span;
}

export interface SyntaxTree {
  readonly nodes: readonly Node[];
  readonly problems: readonly SyntaxProblem[];
}
