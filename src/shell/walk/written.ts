import { nodeOutput } from '../output/output.ts';
import type { ShellRedirection } from '../reading.ts';
import type { Frame } from '../state/frame.ts';
import type { SimpleNode } from '../syntax/tree.ts';
import type { Reader } from './reader.ts';

/** Remembers what a command writes into files: a later one may run them. */
export function noteWritten(
  node: SimpleNode,
  redirections: readonly ShellRedirection[],
  frame: Frame,
  reader: Reader,
): void {
  for (const { operator, descriptor, target } of redirections) {
    if (!/^&?>[>|]?$/.test(operator) || target === null || target.value === null) continue;
    if (descriptor !== null && descriptor !== 1) continue;
    const { input } = frame;
    const given = input.kind === 'text' && !input.isShared ? input.text : null;
    const redirects = node.redirects.filter((own) => own.operator.startsWith('<'));
    const text = nodeOutput({ ...node, redirects }, frame, reader, given);
    reader.files.write(target.value, text, operator.includes('>>'));
  }
}
