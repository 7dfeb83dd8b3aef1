import type { Frame } from '../state/frame.ts';
import type { TestNode } from '../syntax/tree.ts';
import { visitWord } from './parts.ts';
import type { Reader } from './reader.ts';

/** `[[ … ]]`, noted as a command of the shell itself. */
export function walkTest(node: TestNode, frame: Frame, reader: Reader): void {
  for (const word of node.words) visitWord(word, frame, reader);
  const [words = []] = reader.expander(frame).words(node.words);
  reader.note({ kind: 'syntax', name: '[[', words, span: node.span }, frame);
  const signs = new Set(node.words.map(({ source }) => source));
  // Numbers are expressions, and an expression may run the commands in the place of an array's element.
  const isNumeric = node.words.some(({ source }) => /^-(?:eq|ne|lt|le|gt|ge|v|R)$/.test(source));
  if (
    isNumeric &&
    words.some(({ pieces }) =>
      pieces.some((piece) => piece.kind === 'text' && /\[[^\]]*[$`]/.test(piece.text)),
    )
  )
    reader.doubt('command', 'a test of an element of an array whose place is a command', node.span);
  if (frame.dialect === 'posix' && ['&&', '||', '<', '>'].some((sign) => signs.has(sign)))
    reader.doubt('line', '[[, which sh does not know', node.span);
}
