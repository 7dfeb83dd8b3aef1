import { expanderOf, outputOf } from '../output/output.ts';
import type { ShellRedirection, ShellWord, Span } from '../reading.ts';
import type { Frame, Input } from '../state/frame.ts';
import type { Node, RedirectNode } from '../syntax/tree.ts';
import { processOutput } from '../words.ts';
import { visitParts, visitWord } from './parts.ts';
import { noteTargets } from './written.ts';

export function readRedirections(
  nodes: readonly RedirectNode[],
  frame: Frame,
  output: () => string | null,
): { readonly redirections: readonly ShellRedirection[]; readonly input: Input } {
  let { input } = frame;
  const redirections = nodes.map((node): ShellRedirection => {
    const { operator, descriptor, span, body } = node;
    if (node.target !== null) {
      const isWritten = operator.startsWith('>') && (descriptor === null || descriptor === 1);
      const isProcess = node.target.parts.some(({ kind }) => kind === 'process');
      visitWord(node.target, frame, isWritten && isProcess ? output() : null);
    }
    if (body !== null) visitParts(body.parts, frame);
    if (typeof descriptor === 'string') {
      frame.shell.state.forget(descriptor);
      if (frame.dialect === 'posix')
        frame.reader.doubt('line', 'a redirection that sets a variable, which not every sh has', span);
    }
    const expander = expanderOf(frame);
    const isText = operator === '<<<' || body !== null;
    const source = body ?? node.target;
    const text = isText && source !== null ? expander.single(source) : null;
    const target = isText || node.target === null ? null : expander.target(node.target);
    if (operator.startsWith('<') && (descriptor === null || descriptor === 0))
      input = inputFrom(operator, text, target);
    return { operator, descriptor, target, text, span };
  });
  return { redirections, input };
}

function inputFrom(operator: string, word: ShellWord | null, target: ShellWord | null): Input {
  const path = target?.value ?? null;
  const text = word?.value ?? (path === '/dev/null' ? '' : (processOutput(target) ?? null));
  if (text !== null) return { kind: 'text', text: operator === '<<<' ? `${text}\n` : text, isShared: false };
  const isFile = operator === '<' && path !== null && !/^\/(?:dev|proc)\//.test(path);
  return isFile && target !== null ? { kind: 'file', path: target } : { kind: 'unknown' };
}

/** The inside of a compound command. Its redirections count as a command of the shell. `body`: all that it prints from. */
export function redirected(
  { redirects, span }: { readonly redirects: readonly RedirectNode[]; readonly span: Span },
  frame: Frame,
  body: readonly Node[] | null = null,
): Frame {
  if (redirects.length === 0) return frame;
  const output = (): string | null => (body === null ? null : outputOf(body, frame));
  const { redirections, input } = readRedirections(redirects, frame, output);
  noteTargets(redirections, output, frame);
  frame.reader.note({ kind: 'syntax', redirections, span }, frame);
  return { ...frame, input };
}
