import { nodeOutput } from '../output/output.ts';
import type { Frame, Input } from '../state/frame.ts';
import type { Reader } from '../state/reader.ts';
import type { Node } from '../syntax/tree.ts';

/** What each command of a pipe reads: the first what the pipe is given, the others what the one before them prints. */
export function pipeInputs(nodes: readonly Node[], frame: Frame, reader: Reader): readonly Input[] {
  const inputs: Input[] = [frame.input];
  let text = frame.input.kind === 'text' && !frame.input.isShared ? frame.input.text : null;
  for (const node of nodes.slice(0, -1)) {
    text = nodeOutput(node, frame, reader, text);
    inputs.push(text === null ? { kind: 'unknown' } : { kind: 'text', text, isShared: false });
  }
  return inputs;
}
