import { cardOf } from '../../programs/cards.ts';
import { Expander } from '../expand/expand-word.ts';
import type { Frame } from '../state/frame.ts';
import { partsText } from '../syntax/text-parts.ts';
import type { Node, RedirectNode, SimpleNode } from '../syntax/tree.ts';
import { textPrograms } from './text-programs.ts';

const maxOutput = 200_000;

/** Expands words with what the shell knows here. */
export function expanderOf(frame: Frame): Expander {
  return new Expander(frame, {
    outputOf: (nodes) => outputOf(nodes, frame),
    isNumber: (nodes) => printsNumber(nodes, frame),
  });
}

/** What commands print, where they only echo, print and decode text that the line holds; null for all others. */
export function outputOf(nodes: readonly Node[], frame: Frame, input: string | null = null): string | null {
  let output = '';
  for (const node of nodes) {
    const printed = nodeOutput(node, frame, input);
    if (printed === null || output.length + printed.length > maxOutput) return null;
    output += printed;
  }
  return output;
}

export function nodeOutput(node: Node, frame: Frame, input: string | null): string | null {
  frame.reader.budget.spend(1);
  switch (node.kind) {
    case 'simple':
      return simpleOutput(node, frame, input);
    case 'pipe': {
      let text = input;
      for (const part of node.nodes) {
        text = nodeOutput(part, frame, text);
        if (text === null) return null;
      }
      return text;
    }
    case 'chain': {
      const isAll = node.rest.every(({ operator }) => operator === '&&');
      return isAll ? outputOf([node.first, ...node.rest.map((item) => item.node)], frame, input) : null;
    }
    case 'group':
      return node.redirects.length === 0 ? outputOf(node.body, frame, input) : null;
    default:
      return null;
  }
}

function simpleOutput(node: SimpleNode, frame: Frame, given: string | null): string | null {
  if (node.assignments.length > 0) return null;
  const input = inputOf(node.redirects, frame, given);
  if (input === undefined) return null;
  const [words, ...others] = expanderOf(frame).words(node.words);
  if (words === undefined || others.length > 0) return null;
  const [name, ...values] = words.map(({ value }) => value);
  if (name === null || name === undefined || values.includes(null) || isRenamed(name, frame)) return null;
  const texts = values.map((value) => value ?? '');
  const [folder, ...elsewhere] = frame.shell.state.folders;
  const isHere = typeof folder === 'string' && elsewhere.length === 0;
  const output =
    textPrograms.get(name)?.(texts, input, frame.dialect) ??
    (isHere ? frame.reader.options.outputOf?.([name, ...texts], folder) : null);
  return output === undefined || output === null || output.length > maxOutput ? null : output;
}

function isRenamed(name: string, { shell: { state } }: Frame): boolean {
  return state.functions.has(name) || state.aliases.has(name) || state.hashed.has(name);
}

/** The text that a command is given; undefined where its output goes elsewhere or its input is a file. */
function inputOf(
  redirects: readonly RedirectNode[],
  frame: Frame,
  given: string | null,
): string | null | undefined {
  let input = given;
  for (const { operator, descriptor, target, body } of redirects) {
    if (operator === '>' && descriptor === 2) continue;
    if (descriptor !== null && descriptor !== 0) return undefined;
    if (body !== null) input = expanderOf(frame).single(body).value;
    else if (operator === '<<<' && target !== null) {
      const { value } = expanderOf(frame).single(target);
      input = value === null ? null : `${value}\n`;
    } else return undefined;
  }
  return input;
}

/** Whether what these commands print is a number, or nothing when they fail. */
function printsNumber(nodes: readonly Node[], frame: Frame): boolean {
  const [node, ...others] = nodes;
  const last = node?.kind === 'pipe' ? node.nodes.at(-1) : node;
  if (last?.kind !== 'simple' || others.length > 0 || last.assignments.length > 0) return false;
  const words = last.words.map(({ parts }) => partsText(parts) ?? '$');
  const [name = ''] = words;
  return cardOf(name)?.counts?.test(words.join(' ')) === true && !isRenamed(name, frame);
}
