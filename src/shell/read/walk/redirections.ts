import { outputOf } from '../output/output.ts';
import type { ShellRedirection, ShellWord, Span } from '../reading.ts';
import type { Frame, Input } from '../state/frame.ts';
import type { Reader } from '../state/reader.ts';
import type { Node, RedirectNode } from '../syntax/tree.ts';
import { visitWord } from './parts.ts';
import { noteBody } from './written.ts';

/** Reads the redirections of a command, and what they give it to read. */
export function readRedirections(
  nodes: readonly RedirectNode[],
  frame: Frame,
  reader: Reader,
  output: () => string | null = () => null,
): { readonly redirections: readonly ShellRedirection[]; readonly input: Input } {
  let { input } = frame;
  const redirections = nodes.map((node): ShellRedirection => {
    const { operator, descriptor, span } = node;
    const { target: word } = node;
    if (word !== null) {
      const isWritten = operator.startsWith('>') && (descriptor === null || descriptor === 1);
      const isProcess = word.parts.some(({ kind }) => kind === 'process');
      visitWord(word, frame, reader, isWritten && isProcess ? output() : null);
    }
    if (node.body !== null) reader.visit(node.body.parts, frame);
    if (typeof descriptor === 'string') {
      frame.shell.state.forget(descriptor);
      if (frame.dialect === 'posix')
        reader.doubt('line', 'a redirection that sets a variable, which not every sh has', span);
    }
    const expander = reader.expander(frame);
    const isText = operator === '<<<' || node.body !== null;
    const source = node.body ?? node.target;
    const text = isText && source !== null ? expander.single(source) : null;
    const target = isText || node.target === null ? null : expander.target(node.target);
    if (operator.startsWith('<') && (descriptor === null || descriptor === 0))
      input = inputFrom(operator, text, target);
    return { operator, descriptor, target, text, span };
  });
  return { redirections, input };
}

function inputFrom(operator: string, text: ShellWord | null, target: ShellWord | null): Input {
  const own = text?.value ?? (target?.value === '/dev/null' ? '' : processOutput(target));
  if (own !== null) return { kind: 'text', text: operator === '<<<' ? `${own}\n` : own, isShared: false };
  const isFile = operator === '<' && target !== null && target.value !== null;
  return isFile && !/^\/(?:dev|proc)\//.test(target.value ?? '')
    ? { kind: 'file', path: target }
    : { kind: 'unknown' };
}

/** `< <(…)`. */
function processOutput(target: ShellWord | null): string | null {
  const [piece, ...others] = target?.pieces ?? [];
  return piece?.kind === 'unknown' && others.length === 0 ? (piece.output ?? null) : null;
}

/** The inside of a compound command with redirections, which count as a command of the shell itself. */
export function redirected(
  nodes: readonly RedirectNode[],
  frame: Frame,
  reader: Reader,
  { span, body = null }: { readonly span: Span; readonly body?: readonly Node[] | null },
): Frame {
  if (nodes.length === 0) return frame;
  const { redirections, input } = readRedirections(nodes, frame, reader, () =>
    body === null ? null : outputOf(body, frame, reader),
  );
  noteBody(body, redirections, frame, reader);
  reader.note({ kind: 'syntax', redirections, span }, frame);
  return { ...frame, input };
}
