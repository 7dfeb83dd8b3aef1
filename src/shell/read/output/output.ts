import type { Frame } from '../state/frame.ts';
import type { Reader } from '../state/reader.ts';
import type { Node, RedirectNode, SimpleNode } from '../syntax/tree.ts';
import { textPrograms } from './text-programs.ts';

const maxOutput = 200_000;

/** What commands print, where that can be worked out: they only echo, print and decode text that the line holds. */
export function outputOf(
  nodes: readonly Node[],
  frame: Frame,
  reader: Reader,
  input: string | null = null,
): string | null {
  let output = '';
  for (const node of nodes) {
    const own = nodeOutput(node, frame, reader, input);
    if (own === null || output.length + own.length > maxOutput) return null;
    output += own;
  }
  return output;
}

export function nodeOutput(node: Node, frame: Frame, reader: Reader, input: string | null): string | null {
  reader.budget.spend(1);
  switch (node.kind) {
    case 'simple':
      return simpleOutput(node, frame, reader, input);
    case 'pipe': {
      let text = input;
      for (const one of node.nodes) {
        text = nodeOutput(one, frame, reader, text);
        if (text === null) return null;
      }
      return text;
    }
    case 'chain': {
      const isAll = node.rest.every(({ operator }) => operator === '&&');
      return isAll
        ? outputOf([node.first, ...node.rest.map((item) => item.node)], frame, reader, input)
        : null;
    }
    case 'group':
      return node.redirects.length === 0 ? outputOf(node.body, frame, reader, input) : null;
    default:
      return null;
  }
}

function simpleOutput(node: SimpleNode, frame: Frame, reader: Reader, given: string | null): string | null {
  if (node.assignments.length > 0) return null;
  const input = inputOf(node.redirects, frame, reader, given);
  if (input === undefined) return null;
  const [words, ...others] = reader.expander(frame).words(node.words);
  if (words === undefined || others.length > 0) return null;
  const [name, ...values] = words.map(({ value }) => value);
  if (name === null || name === undefined || values.includes(null)) return null;
  const { functions, aliases, hashed } = frame.shell.state;
  if (functions.has(name) || aliases.has(name) || hashed.has(name)) return null;
  const texts = values.map((value) => value ?? '');
  // Of the options of `echo`, dash knows `-n` alone and prints the others.
  if (frame.dialect === 'posix' && name === 'echo' && /^-[neE]*[eE]/.test(texts[0] ?? '')) return null;
  const [folder, ...elsewhere] = frame.shell.state.folders;
  const isThere = typeof folder === 'string' && elsewhere.length === 0;
  const output =
    textPrograms.get(name)?.(texts, input) ??
    (isThere ? reader.options.outputOf?.([name, ...texts], folder) : null);
  return output === undefined || output === null || output.length > maxOutput ? null : output;
}

/** The text that a command is given; undefined where its output goes elsewhere or its input is a file. */
function inputOf(
  redirects: readonly RedirectNode[],
  frame: Frame,
  reader: Reader,
  given: string | null,
): string | null | undefined {
  let input = given;
  for (const { operator, descriptor, target, body } of redirects) {
    if (operator === '>' && descriptor === 2) continue;
    if (descriptor !== null && descriptor !== 0) return undefined;
    if (body !== null) input = reader.expander(frame).single(body).value;
    else if (operator === '<<<' && target !== null) {
      const { value } = reader.expander(frame).single(target);
      input = value === null ? null : `${value}\n`;
    } else return undefined;
  }
  return input;
}
