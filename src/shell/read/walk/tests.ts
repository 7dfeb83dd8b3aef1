import type { Frame } from '../state/frame.ts';
import type { Reader } from '../state/reader.ts';
import type { TestNode } from '../syntax/tree.ts';
import { checkValue } from './arithmetic.ts';
import { visitWord } from './parts.ts';

/** `[[ … ]]`, noted as a command of the shell itself. */
export function walkTest(node: TestNode, frame: Frame, reader: Reader): void {
  for (const word of node.words) visitWord(word, frame, reader);
  // Between the brackets nothing is taken apart, and no names are matched.
  const words = node.words.map((word) => reader.expander(frame).single(word));
  reader.note({ kind: 'syntax', name: '[[', words, span: node.span }, frame);
  const signs = new Set(node.words.map(({ source }) => source));
  // Numbers are expressions, and an expression may run the commands in the place of an array's element.
  for (const [at, { source }] of node.words.entries()) {
    const isBoth = /^-(?:eq|ne|lt|le|gt|ge)$/.test(source);
    if (!isBoth && !/^-[vR]$/.test(source)) continue;
    for (const word of [isBoth ? words[at - 1] : undefined, words[at + 1]])
      if (word !== undefined) checkValue(word, frame, reader, node.span);
  }
  if (frame.dialect === 'posix' && ['&&', '||', '<', '>'].some((sign) => signs.has(sign)))
    reader.doubt('line', '[[, which sh does not know', node.span);
}
