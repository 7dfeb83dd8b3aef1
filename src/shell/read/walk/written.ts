import { nodeOutput, outputOf } from '../output/output.ts';
import { spelling } from '../queries.ts';
import type { ShellRedirection, ShellWord } from '../reading.ts';
import type { Frame } from '../state/frame.ts';
import type { LineFileText } from '../state/line-files.ts';
import type { Reader } from '../state/reader.ts';
import type { Node, SimpleNode } from '../syntax/tree.ts';

/** Remembers what a line writes into a file: a later command may run it, or one that runs beside it or in the same loop. */
export function noteFile(
  path: ShellWord,
  text: LineFileText,
  { frame, reader, isAppended = false }: { frame: Frame; reader: Reader; isAppended?: boolean },
): void {
  reader.files.write(path, text, isAppended);
  if (!reader.files.isRun(path)) return;
  if (text === null) {
    reader.doubt('command', 'a file that the line itself writes and runs', path.span);
    return;
  }
  const code: ShellWord = { ...path, value: text, pieces: [{ kind: 'text', text }], choices: [] };
  const inner: Frame = { ...frame, via: [...frame.via, { name: spelling(path), wraps: 'shell' }] };
  reader.runCode(code, inner, { dialect: 'posix', isSame: false });
}

/** Remembers what a command writes through its redirections. */
export function noteWritten(
  node: SimpleNode,
  redirections: readonly ShellRedirection[],
  frame: Frame,
  reader: Reader,
): void {
  noteTargets(redirections, () => simpleText(node, frame, reader), frame, reader);
}

/** What a command writes where its redirections lead. */
export function simpleText(node: SimpleNode, frame: Frame, reader: Reader): string | null {
  const { input } = frame;
  const given = input.kind === 'text' && !input.isShared ? input.text : null;
  const redirects = node.redirects.filter((own) => own.operator.startsWith('<'));
  return nodeOutput({ ...node, redirects }, frame, reader, given);
}

/** Remembers what a compound command writes: everything in it prints into the file. */
export function noteBody(
  body: readonly Node[] | null,
  redirections: readonly ShellRedirection[],
  frame: Frame,
  reader: Reader,
): void {
  noteTargets(redirections, () => (body === null ? null : outputOf(body, frame, reader)), frame, reader);
}

function noteTargets(
  redirections: readonly ShellRedirection[],
  output: () => string | null,
  frame: Frame,
  reader: Reader,
): void {
  const isSwapped = redirections.some(({ target }) => target?.value === '2');
  for (const { operator, descriptor, target } of redirections) {
    if (!/^(?:&?>[>|]?|>&|<>)$/.test(operator) || target === null) continue;
    if (/^(?:\d+-?|-|\/dev\/\w+)$/.test(target.value ?? '')) continue;
    // Programs write messages to the second descriptor, unless the line sends something else there.
    if (descriptor === 2 && !isSwapped) continue;
    const isOutput = descriptor === null || descriptor === 1;
    noteFile(target, isOutput ? output() : null, { frame, reader, isAppended: operator.includes('>>') });
  }
}
