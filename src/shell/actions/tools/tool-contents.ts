import type { ToolInput } from '../../../engine/points/inputs.ts';
import { canonicalTool } from '../../../engine/points/tool-names.ts';
import type { NetworkAction } from '../action.ts';

const maxDepth = 50;

/** The texts of an input, at any depth, with the names of their arguments. */
function* textsIn(
  value: unknown,
  argument = '',
  depth = 0,
): Generator<readonly [argument: string, text: string]> {
  if (typeof value === 'string') yield [argument, value];
  else if (typeof value === 'object' && value !== null && depth < maxDepth)
    for (const [name, inner] of Object.entries(value))
      yield* textsIn(inner, Array.isArray(value) ? argument : name, depth + 1);
}

/** The addresses that a tool is given. One that fetches may also have them in the middle of a text, or find its own. */
export function toolAddresses(tool: string, input: ToolInput): readonly NetworkAction[] {
  const isFetching = canonicalTool(tool) === 'WebFetch';
  const form = isFetching
    ? /\b(?:https?|wss?|ftps?):\/\/[^\s"'<>]+/gi
    : /^\s*(?:https?|wss?|ftps?):\/\/\S+/gi;
  const addresses = [...textsIn(input)].flatMap(([, text]) => text.match(form) ?? []);
  const shared = { kind: 'fetch', isSure: isFetching, command: null } as const;
  if (addresses.length === 0) return isFetching ? [{ ...shared, host: null, address: null }] : [];
  return addresses.map((address) => ({ ...shared, host: hostOf(address.trim()), address: address.trim() }));
}

export function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase().replace(/\.$/, '') || null : null;
}

const contentNames =
  /^(?:contents?|file_text|new_?(?:string|str|text|source|content)|insert_text|code_edit)$/i;

/** What a tool that writes is given to write, where its arguments say so. */
export function writtenText(input: ToolInput): string | undefined {
  const texts = [...textsIn(input)].flatMap(([name, text]) => (contentNames.test(name) ? [text] : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}
