import { type Budget, NeedsWatch } from '../budget.ts';
import { scalar } from '../expand/value.ts';
import type { Doubt, Piece, ShellWord, Span } from '../reading.ts';
import { positionalOf } from '../runs/code/run-file.ts';
import type { CodeOptions, Frame, Locals, MutableCommand, Reader, ReaderOptions } from '../state/frame.ts';
import { LineFiles } from '../state/line-files.ts';
import { ShellState } from '../state/state.ts';
import { type Locate, parse } from '../syntax/parse.ts';
import type { FunctionNode, Node, SyntaxTree } from '../syntax/tree.ts';
import { isOrdinary } from '../time-limit.ts';
import { choicesOf, unknownMark } from '../words.ts';
import { arithmeticMayRun } from './arithmetic.ts';
import { call } from './call.ts';
import { checkDialect } from './dialects.ts';
import { walkList } from './nodes.ts';

export class ShellReader implements Reader {
  readonly commands: MutableCommand[] = [];
  readonly doubts: Doubt[] = [];
  readonly running: FunctionNode[] = [];
  readonly locals: Locals[] = [];
  readonly files = new LineFiles();
  readonly called = new Map<FunctionNode, number>();
  readonly defined = new Map<FunctionNode, Frame>();
  readonly evaluated = new Set<string>();
  readonly budget: Budget;
  readonly options: ReaderOptions;
  /** Whether the line holds text that runs a command where an expression counts with it. */
  #hasRunningData = false;
  readonly #seen = new Set<string>();
  #pipes = 0;

  constructor(budget: Budget, options: ReaderOptions = {}) {
    this.budget = budget;
    this.options = options;
  }

  startState(): ShellState {
    const state = new ShellState();
    for (const [name, text] of this.options.variables ?? []) {
      state.assign(name, [scalar([{ kind: 'text', text }])]);
      state.export(name);
    }
    return state;
  }

  parse(text: string, locate: Locate): SyntaxTree {
    this.budget.read(text);
    if (!this.budget.isWatched && !isOrdinary(text)) throw new NeedsWatch();
    return parse(text, locate);
  }

  read(text: string, locate: Locate, frame: Frame): void {
    const all = locate(0, text.length);
    this.budget.nested(() => {
      if (/[\0\r]/.test(text))
        this.doubt('line', 'a NUL or a carriage return, which shells read differently', all);
      const { nodes, problems } = this.parse(text, locate);
      if (!frame.isGuess)
        for (const { message, span } of problems)
          this.doubt('line', `text that cannot be read as the shell does: ${message}`, span);
      checkDialect(text, nodes, frame, all);
      this.walk(nodes, frame);
    });
  }

  /** Functions that nothing in the line calls may still be called by what isn't seen here. */
  readUncalled(): void {
    for (const [definition, frame] of this.defined) {
      if (this.called.has(definition)) continue;
      const state = this.startState();
      for (const [name, functions] of frame.shell.state.functions) state.functions.set(name, functions);
      state.folders = [null];
      this.running.push(definition);
      const surrounding = { kind: 'function', name: definition.name, isCalled: false } as const;
      this.walk([definition.body], { ...frame, shell: { state }, inside: [...frame.inside, surrounding] });
      this.running.pop();
    }
  }

  noteData(text: string): void {
    this.#hasRunningData ||= arithmeticMayRun(text);
  }

  /** A variable that the line reads may hold what the line itself says. */
  checkData(span: Span): void {
    if (this.#hasRunningData && this.evaluated.size > 0 && this.doubts.length === 0)
      this.doubt('command', 'an expression that may run a command', span);
  }

  walk(nodes: readonly Node[], frame: Frame): void {
    walkList(nodes, frame);
  }

  note(
    fields: Partial<MutableCommand> & Pick<MutableCommand, 'kind' | 'span'>,
    frame: Frame,
  ): MutableCommand {
    this.budget.command(fields.words?.length ?? 0);
    const command: MutableCommand = {
      name: '',
      card: null,
      program: null,
      words: [],
      assignments: [],
      redirections: [],
      code: [],
      inside: frame.inside,
      via: frame.via,
      wraps: null,
      folders: frame.shell.state.folders,
      input: frame.input.kind === 'text' ? frame.input.text : null,
      ...fields,
    };
    this.commands.push(command);
    return command;
  }

  run(words: readonly ShellWord[], frame: Frame, from: Partial<MutableCommand> = {}): void {
    call(words, frame, from);
  }

  runCode(word: ShellWord, frame: Frame, options: CodeOptions = {}): void {
    const { dialect = 'posix', isSame = false, positional = [], zero } = options;
    for (const choice of choicesOf(word)) {
      let inner = frame;
      if (!isSame) {
        const state = frame.shell.state.child();
        state.positional = positionalOf(positional);
        if (zero !== undefined) state.assign('0', [scalar(zero.pieces)]);
        inner = { ...frame, dialect, shell: { state } };
      }
      const isWhole = choice.value !== null;
      const text = choice.value ?? choice.pieces.map(codeText).join('');
      if (!isWhole) this.doubt('command', 'code that is only known at run time', choice.span);
      this.read(text, locator(text, choice), isWhole ? inner : { ...inner, isGuess: true });
      if (isSame && !isWhole) frame.shell.state.forgetAll();
    }
  }

  doubt(about: Doubt['about'], reason: string, span: Span): void {
    const key = `${about} ${reason} ${span.start} ${span.end}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.doubts.push({ about, reason, span });
  }

  newPipe(): number {
    this.#pipes += 1;
    return this.#pipes;
  }
}

function codeText(piece: Piece): string {
  if (piece.kind === 'unknown') return unknownMark;
  return piece.kind === 'tilde' ? `~${piece.user}` : piece.text;
}

/** Where the line has a word just as its code reads, places in the code are places in the line. */
function locator(text: string, { source, span }: ShellWord): Locate {
  const offset = text === '' ? -1 : source.indexOf(text);
  if (offset < 0 || span.end - span.start !== source.length) return () => span;
  const place = (at: number): number => Math.min(span.start + offset + at, span.end);
  return (start, end) => ({ start: place(start), end: place(end) });
}
