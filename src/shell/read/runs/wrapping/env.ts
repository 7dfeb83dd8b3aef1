import { wordOf } from '../../expand/expand-word.ts';
import type { ShellWord } from '../../reading.ts';
import type { Call, ProgramReader } from '../../state/program-call.ts';
import { commandStart } from './command-start.ts';
import { runWrapped } from './wrapped.ts';

/** `env`: with `-S`, a text is taken apart into words first. */
export const env: ProgramReader = (call) => {
  const { values, places } = commandStart(call.card, call.words);
  const option = ['-S', '--split-string'].find((name) => values.has(name));
  const text = option === undefined ? undefined : values.get(option);
  if (option === undefined || text === undefined) runWrapped(call);
  else {
    const rest = call.words.slice((places.get(option) ?? 0) + 1);
    for (const words of splitWords(text, call)) runWrapped(call, call.card, [...words, ...rest]);
  }
  return undefined;
};

function splitWords(text: ShellWord, { frame, reader }: Call): readonly (readonly ShellWord[])[] {
  if (text.value === null) {
    reader.doubt('command', 'env with a text that is only known at run time', text.span);
    return [];
  }
  const { nodes, problems } = reader.parse(text.value, () => text.span);
  const [node] = nodes;
  const isPlain = problems.length === 0 && nodes.length === 1 && node?.kind === 'simple';
  if (!isPlain || node.redirects.length > 0 || /[\\$#]/.test(text.value))
    reader.doubt('command', 'env with a text that it takes apart in its own way', text.span);
  if (node?.kind !== 'simple') return [];
  const assigned = node.assignments.map((own) =>
    wordOf({ pieces: [{ kind: 'text', text: own.source }], splits: false }, own),
  );
  const lists = reader.expander(frame).words(node.words);
  return lists.map((words) => [...assigned, ...words]);
}
