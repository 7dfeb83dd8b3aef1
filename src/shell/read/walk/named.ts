import { joinValues } from '../expand/value.ts';
import { expanderOf } from '../output/output.ts';
import type { ShellWord } from '../reading.ts';
import { type Call, enclosed, type Frame, followEach, goesOn, type Locals, through } from '../state/frame.ts';
import type { FunctionNode, SimpleNode } from '../syntax/tree.ts';
import { withoutStart, wordOf } from '../words.ts';
import { visitWord } from './parts.ts';

const maxRenames = 16;

/** Follows what an alias of this name means. Shells don't always expand aliases, so both count. */
export function runAliases({ name, program, words, frame }: Call): void {
  const { reader, shell } = frame;
  const texts = shell.state.aliases.get(name);
  if (texts === undefined || program.source !== name) return;
  const inner = through(frame, 'alias');
  // While an alias is followed, its own name in it is the program.
  shell.state.aliases.delete(name);
  for (const text of texts) {
    const { nodes, problems } = reader.parse(text, () => program.span);
    const last = nodes.at(-1);
    if (problems.length > 0 || (words.length > 0 && last?.kind !== 'simple'))
      reader.doubt('line', `the alias ${name}, which is not a command of its own`, program.span);
    // Behind a blank at its end, the next word may be an alias too.
    if (/\s$/.test(text) && words[0] !== undefined && shell.state.aliases.has(words[0].source))
      reader.doubt('line', `the alias ${name}, behind which comes another`, program.span);
    reader.walk(nodes.slice(0, -1), inner);
    if (last?.kind === 'simple' && last.words.length > 0) runWith(last, inner, words);
    else if (last !== undefined) reader.walk([last], inner);
  }
  shell.state.aliases.set(name, texts);
}

function runWith(node: SimpleNode, frame: Frame, words: readonly ShellWord[]): void {
  for (const word of node.words) visitWord(word, frame);
  if (node.assignments.length > 0 || node.redirects.length > 0) frame.reader.walk([node], frame);
  followEach(expanderOf(frame).words(node.words), frame, (expanded) => {
    const placed = expanded.map((word) => wordOf(word.pieces, word, word.splits));
    frame.reader.run([...placed, ...words], frame);
    return goesOn(frame);
  });
}

/** How often one function is followed with its arguments; then once with nothing known, which covers the rest. */
const maxCalls = 8;

/** Follows every function that this name may mean by now. */
export function callFunctions({ name, words, frame }: Call): void {
  const { shell, reader } = frame;
  const before = shell.state.positional;
  for (const definition of shell.state.functions.get(name) ?? []) {
    const depth = reader.running.filter((running) => running === definition).length;
    const count = reader.called.get(definition) ?? 0;
    if (depth > 1 || count > maxCalls) continue;
    reader.called.set(definition, count + 1);
    const isGeneral = depth > 0 || count === maxCalls;
    const isList = words.some(({ splits }) => splits);
    shell.state.positional = isGeneral || isList ? null : words.map(({ pieces }) => pieces);
    if (isGeneral) shell.state.forgetAll();
    follow(definition, frame);
    shell.state.positional = before;
  }
}

function follow(definition: FunctionNode, frame: Frame): void {
  const { reader, shell } = frame;
  const locals: Locals = new Map();
  reader.running.push(definition);
  reader.locals.push(locals);
  const surrounding = { kind: 'function', name: definition.name, isCalled: true } as const;
  reader.budget.nested(() => reader.walk([definition.body], enclosed(frame, surrounding)));
  reader.locals.pop();
  reader.running.pop();
  for (const [name, value] of locals) {
    const now = shell.state.lookUp(name);
    shell.state.assign(name, value === undefined || now === undefined ? null : joinValues(value, now));
  }
}

/** Follows a name that the line itself has given to another program: `hash -p`, a copy or a link, and zsh's `=name`. */
export function runRenamed({ name, program, words, frame }: Call): void {
  const follow = (others: readonly ShellWord[] | undefined, via: string): void => {
    const inner = through(frame, via, 'plain');
    for (const other of others ?? [])
      if (other.value !== program.value && inner.via.length < maxRenames)
        frame.reader.run([other, ...words], inner);
  };
  follow(frame.shell.state.hashed.get(name), 'hash');
  follow(frame.reader.files.sourcesOf(program), 'copy');
  if (/^=./.test(program.value ?? '')) follow([withoutStart(program, 1)], '=');
}
