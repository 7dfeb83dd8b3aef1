import { wordOf } from '../expand/expand-word.ts';
import { followEach } from '../state/branch.ts';
import type { Call } from '../state/program-call.ts';
import type { SimpleNode } from '../syntax/tree.ts';
import { visitWord } from './parts.ts';

/** Follows what an alias of this name stands for. Whether the shell expands aliases cannot be told, so both count. */
export function runAliases({ name, program, words, frame, reader }: Call): void {
  const { state } = frame.shell;
  const texts = state.aliases.get(name);
  if (texts === undefined || program.source !== name) return;
  const inner = { ...frame, via: [...frame.via, { name: 'alias', wraps: 'shell' as const }] };
  // While an alias is followed, its own name in it is the program.
  state.aliases.delete(name);
  for (const text of texts) {
    const { nodes, problems } = reader.parse(text, () => program.span);
    const last = nodes.at(-1);
    if (problems.length > 0 || (words.length > 0 && last?.kind !== 'simple')) {
      reader.doubt('line', `the alias ${name}, which is not a command of its own`, program.span);
    }
    // Behind a blank at its end, the next word may be an alias too.
    if (/\s$/.test(text) && words[0] !== undefined && state.aliases.has(words[0].source))
      reader.doubt('line', `the alias ${name}, behind which comes another`, program.span);
    reader.walk(nodes.slice(0, -1), inner);
    if (last?.kind === 'simple' && last.words.length > 0) runWith(last, inner, { words, reader });
    else if (last !== undefined) reader.walk([last], inner);
  }
  state.aliases.set(name, texts);
}

/** The last command of an alias gets the words behind the alias. */
function runWith(
  node: SimpleNode,
  frame: Call['frame'],
  { words, reader }: Pick<Call, 'words' | 'reader'>,
): void {
  for (const word of node.words) visitWord(word, frame, reader);
  if (node.assignments.length > 0 || node.redirects.length > 0) reader.walk([node], frame);
  followEach(reader.expander(frame).words(node.words), frame, reader, (own) => {
    const placed = own.map(({ pieces, splits, source, span }) =>
      wordOf({ pieces, splits }, { source, span }),
    );
    reader.run([...placed, ...words], frame);
    return { failed: frame.shell.state.folders, isEnd: false };
  });
}
