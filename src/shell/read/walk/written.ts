import { nodeOutput } from '../output/output.ts';
import { spelling } from '../queries.ts';
import type { ShellRedirection, ShellWord } from '../reading.ts';
import { type Frame, inputText, through } from '../state/frame.ts';
import type { LineFileText } from '../state/line-files.ts';
import type { SimpleNode } from '../syntax/tree.ts';
import { textWord } from '../words.ts';

/** Notes what a line writes into a file: a command behind it, beside it or in the same loop may run it. */
export function noteFile(path: ShellWord, text: LineFileText, frame: Frame, isAppended = false): void {
  const { reader } = frame;
  reader.files.write(path, text, isAppended);
  if (!reader.files.isRun(path)) return;
  if (text === null) reader.doubt('command', 'a file that the line itself writes and runs', path.span);
  else reader.runCode(textWord(text, path), through(frame, spelling(path)));
}

export function simpleText(node: SimpleNode, frame: Frame): string | null {
  const redirects = node.redirects.filter(({ operator }) => operator.startsWith('<'));
  return nodeOutput({ ...node, redirects }, frame, inputText(frame));
}

export function noteTargets(
  redirections: readonly ShellRedirection[],
  output: () => string | null,
  frame: Frame,
): void {
  const isSwapped = redirections.some(({ target }) => target?.value === '2');
  for (const { operator, descriptor, target } of redirections) {
    if (!/^(?:&?>[>|]?|>&|<>)$/.test(operator) || target === null) continue;
    if (/^(?:\d+-?|-|\/dev\/\w+)$/.test(target.value ?? '')) continue;
    // Programs write messages to the second descriptor, unless the line sends something else there.
    if (descriptor === 2 && !isSwapped) continue;
    const isOutput = descriptor === null || descriptor === 1;
    noteFile(target, isOutput ? output() : null, frame, operator.includes('>>'));
  }
}
