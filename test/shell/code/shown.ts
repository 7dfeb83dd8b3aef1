import type { CodeAction, CodeDoubt } from '../../../src/shell/code/code.ts';
import { readCode } from '../../../src/shell/code/read-code.ts';

/** What code does as one line: `read a, delete b/**, run ls, ! hidden eval`. */
export function shown(language: string, code: string): string {
  const { actions, doubts } = readCode(language, code, '~');
  const parts = [...actions.map(shownAction), ...doubts.map(shownDoubt)];
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

function shownAction(action: CodeAction): string {
  const mark = action.isSure ? '' : '?';
  if (action.kind === 'run') return `run${mark} ${action.line}`;
  if (action.kind === 'change') return `change${mark} ${action.statement}`;
  if ('address' in action) return `${action.kind}${mark} ${action.address ?? '…'}`;
  return `${action.kind}${mark} ${action.path.map((part) => part ?? '…').join('')}${action.below ? '/**' : ''}`;
}

function shownDoubt({ kind, name }: CodeDoubt): string {
  return `! ${kind} ${name}`;
}
