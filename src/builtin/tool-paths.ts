import { compileMatcher, type Matcher } from '../engine/matcher.ts';
import type { Access } from './path-rules.ts';
import { isFields } from './tool-output.ts';

/** Which arguments of a tool are paths, and what the tool does to them. */
export interface ToolRow {
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  readonly delete?: readonly string[] | undefined;
  /** Arguments that are shell commands. */
  readonly command?: readonly string[] | undefined;
  /** Whether everything below the path is read too. */
  readonly deep?: boolean | undefined;
  /** The current folder is meant when the argument is left out. */
  readonly optional?: boolean | undefined;
  /** Arguments that are patterns of paths. */
  readonly pattern?: readonly string[] | undefined;
}

export type ToolTable = Readonly<Record<string, ToolRow>>;

const knownTools: ToolTable = {
  Read: { read: ['file_path'] },
  'Write|Edit|MultiEdit': { write: ['file_path'] },
  NotebookRead: { read: ['notebook_path'] },
  NotebookEdit: { write: ['notebook_path'] },
  LS: { read: ['path'], optional: true },
  Glob: { read: ['path'], pattern: ['pattern'], optional: true },
  Grep: { read: ['path'], deep: true, optional: true },
  'Bash|shell|run_shell_command|execute_command|mcp__*__execute_command': { command: ['command'] },
};

export interface ToolPath {
  readonly kind: Access | 'command' | 'pattern';
  readonly argument: string;
  readonly value: unknown;
  readonly deep: boolean;
}

/** Finds the paths in tool calls: by table, and for tools that it does not know by the names of tool and arguments. */
export class ToolPaths {
  readonly #rows: readonly { readonly matcher: Matcher; readonly row: ToolRow }[];

  constructor(own: ToolTable) {
    this.#rows = [...Object.entries(own), ...Object.entries(knownTools)].map(([pattern, row]) => ({
      matcher: compileMatcher(pattern),
      row,
    }));
  }

  in(tool: string, input: unknown): readonly ToolPath[] {
    const row = this.#rows.find(({ matcher }) => matcher.matches(tool))?.row;
    return row === undefined ? guessed(tool, input) : listed(row, input);
  }
}

function listed(row: ToolRow, input: unknown): readonly ToolPath[] {
  const found: ToolPath[] = [];
  for (const kind of ['read', 'write', 'delete', 'command', 'pattern'] as const) {
    for (const argument of row[kind] ?? []) {
      const given = isFields(input) && Object.hasOwn(input, argument) ? input[argument] : undefined;
      const value = given === undefined && row.optional === true ? (kind === 'pattern' ? '*' : '.') : given;
      if (kind === 'command' && isWords(value)) {
        found.push({ kind, argument, value: value.map(quote).join(' '), deep: false });
        continue;
      }
      for (const item of Array.isArray(value) && value.length > 0 ? value : [value]) {
        found.push({ kind, argument, value: item, deep: row.deep ?? false });
      }
    }
  }
  return found;
}

/** A command as a list is one command with its words, not a line for a shell. */
function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

const pathWords = /path|file|dir|folder|source|destination|target|location|uri/i;
const notPathWords =
  /content|text|data|profile|type|pattern|query|mode|encoding|description|size|count|limit|direction/i;
const verbs: readonly (readonly [Access, RegExp])[] = [
  ['delete', /delete|remove|unlink|rmdir|trash|move|rename/i],
  [
    'read',
    /^(?!.*(write|edit|create|save|append|copy|put|update|patch|upload|insert|replace|set|make)).*(read|get|list|search|find|view|stat|info|tree|open|load|show|glob|grep|fetch)/i,
  ],
];

/** A tool that nobody described: what its arguments are called like paths are paths, and it may write unless it is named otherwise. */
function guessed(tool: string, input: unknown): readonly ToolPath[] {
  const name = tool.replace(/^mcp__.*__/, '');
  const kind = verbs.find(([, words]) => words.test(name))?.[0] ?? 'write';
  const found: ToolPath[] = [];
  collect(input, false, '', 0, (argument, value) => {
    found.push({ kind, argument, value, deep: true });
    // A move writes where it moves to.
    if (kind === 'delete' && /move|rename/i.test(name))
      found.push({ kind: 'write', argument, value, deep: true });
  });
  return found;
}

function collect(
  value: unknown,
  isPath: boolean,
  argument: string,
  depth: number,
  add: (argument: string, value: unknown) => void,
): void {
  if (typeof value === 'string') {
    if (isPath || looksLikePath(value)) add(argument, value);
  } else if (typeof value === 'object' && value !== null && depth < 10) {
    for (const [key, part] of Object.entries(value)) {
      const isIndex = Array.isArray(value);
      const name = isIndex ? argument : key;
      collect(part, isIndex ? isPath : pathWords.test(key) && !notPathWords.test(key), name, depth + 1, add);
    }
  }
}

/** One word that begins as only paths do, whatever its argument is called. */
function looksLikePath(text: string): boolean {
  return /^(?:\/(?!\/)|~\/|\.\.?\/|file:)\S*$/i.test(text) && text.length < 4096;
}
