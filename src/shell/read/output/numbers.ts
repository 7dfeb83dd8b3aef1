import type { Frame } from '../state/frame.ts';
import type { Node } from '../syntax/tree.ts';

/** Programs that print a number, by the words behind them. */
const programs: ReadonlyMap<string, RegExp> = new Map([
  ['wc', /^-[lwcm]$/],
  ['date', /^\+%s(?:%N)?$/],
  ['nproc', /^$/],
  ['id', /^-[ug]$/],
  ['seq', /^[\d -]+$/],
  ['tput', /^(?:cols|lines)$/],
]);

/** Whether what these commands print is a number, or nothing when they fail. */
export function printsNumber(nodes: readonly Node[], { shell: { state } }: Frame): boolean {
  const [node, ...others] = nodes;
  if (node === undefined || others.length > 0) return false;
  const last = node.kind === 'pipe' ? node.nodes.at(-1) : node;
  if (last?.kind !== 'simple' || last.assignments.length > 0) return false;
  const texts = last.words.map(({ parts }) =>
    parts.every((part) => part.kind === 'text') ? parts.map((part) => part.text).join('') : '$',
  );
  const [name = '', ...words] = texts;
  const form = programs.get(name);
  const isOwn = !state.functions.has(name) && !state.aliases.has(name) && !state.hashed.has(name);
  return form !== undefined && isOwn && form.test(words.join(' '));
}
