import { type Budget, NeedsWatch } from '../budget.ts';
import { Expander } from '../expand/expand-word.ts';
import { scalar } from '../expand/value.ts';
import { printsNumber } from '../output/numbers.ts';
import { outputOf } from '../output/output.ts';
import type { Doubt, ShellWord, Span } from '../reading.ts';
import type { Frame } from '../state/frame.ts';
import { LineFiles } from '../state/line-files.ts';
import type { CodeOptions, Locals, MutableCommand, Reader, ReaderOptions } from '../state/reader.ts';
import { ShellState } from '../state/state.ts';
import { type Locate, parse } from '../syntax/parse.ts';
import type { FunctionNode, Node, Part, SyntaxTree } from '../syntax/tree.ts';
import { isOrdinary } from '../time-limit.ts';
import { arithmeticMayRun } from './arithmetic.ts';
import { call } from './call.ts';
import { codeText } from './code-text.ts';
import { checkDialect } from './dialects.ts';

import { walkList } from './nodes.ts';
import { visitParts } from './parts.ts';

/** The one who reads a whole line. */
export class ShellReader implements Reader {
  readonly commands: MutableCommand[] = [];
  readonly doubts: Doubt[] = [];
  readonly budget: Budget;
  readonly running: FunctionNode[] = [];
  readonly locals: Locals[] = [];
  readonly files = new LineFiles();
  readonly called = new Map<FunctionNode, number>();
  readonly defined = new Map<FunctionNode, Frame>();
  readonly evaluated = new Set<string>();
  readonly options: ReaderOptions;
  /** Whether the line holds text that runs a command where an expression counts with it. */
  #hasRunningData = false;
  readonly #seen = new Set<string>();
  #pipes = 0;

  constructor(budget: Budget, options: ReaderOptions = {}) {
    this.budget = budget;
    this.options = options;
  }

  /** What a shell knows when it starts. */
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
    this.budget.nested(() => {
      if (/[\0\r]/.test(text))
        this.doubt(
          'line',
          'a NUL or a carriage return, which shells read differently',
          locate(0, text.length),
        );
      const { nodes, problems } = this.parse(text, locate);
      if (!frame.isGuess)
        for (const { message, span } of problems)
          this.doubt('line', `text that cannot be read as the shell does: ${message}`, span);
      checkDialect(text, nodes, frame, this, locate(0, text.length));
      this.walk(nodes, frame);
    });
  }

  /** Functions that nothing in the line calls may still be called by what is not seen here. */
  readUncalled(): void {
    for (const [definition, frame] of this.defined) {
      if (this.called.has(definition)) continue;
      const shell = { state: this.startState() };
      shell.state.functions = new Map(frame.shell.state.functions);
      shell.state.folders = [null];
      this.running.push(definition);
      const surrounding = { kind: 'function', name: definition.name, isCalled: false } as const;
      this.walk([definition.body], { ...frame, shell, inside: [...frame.inside, surrounding] });
      this.running.pop();
    }
  }

  noteData(text: string): void {
    this.#hasRunningData ||= arithmeticMayRun(text);
  }

  /** What a variable holds that the line reads into it may be what the line itself says. */
  checkData(span: Span): void {
    if (this.#hasRunningData && this.evaluated.size > 0 && this.doubts.length === 0)
      this.doubt('command', 'an expression that may run a command', span);
  }

  walk(nodes: readonly Node[], frame: Frame): void {
    walkList(nodes, frame, this);
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
    call(words, frame, this, from);
  }

  runCode(word: ShellWord, frame: Frame, options: CodeOptions): void {
    for (const one of word.choices.length > 0 ? word.choices : [word]) {
      const inner = this.#codeFrame(frame, options);
      const { text, isWhole, locate } = codeText(one);
      if (!isWhole) this.doubt('command', 'code that is only known at run time', one.span);
      this.read(text, locate, isWhole ? inner : { ...inner, isGuess: true });
      if (options.isSame && !isWhole) frame.shell.state.forgetAll();
    }
  }

  #codeFrame(frame: Frame, { dialect, isSame, positional, zero }: CodeOptions): Frame {
    if (isSame) return frame;
    const state = frame.shell.state.child();
    const isList = positional?.some(({ splits }) => splits) ?? false;
    state.positional = isList ? null : (positional ?? []).map(({ pieces }) => pieces);
    if (zero !== undefined) state.assign('0', [scalar(zero.pieces)]);
    return { ...frame, dialect, shell: { state } };
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

  expander(frame: Frame): Expander {
    const { state } = frame.shell;
    return new Expander(
      {
        lookUp: (name) => state.lookUp(name),
        positional: state.positional,
        separators: state.separators,
        hasBraces: frame.dialect !== 'posix',
        assignDefault: (name, value) => state.assign(name, value),
        outputOf: (part) => outputOf(part.nodes, frame, this),
        isNumber: (part) => printsNumber(part.nodes, frame),
      },
      this.budget,
    );
  }

  visit(parts: readonly Part[], frame: Frame): void {
    visitParts(parts, frame, this);
  }
}
