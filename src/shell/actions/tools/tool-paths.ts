import { compileMatcher, type Matcher } from '../../../engine/hooks/matcher.ts';
import { canonicalTool } from '../../../engine/points/tool-names.ts';
import { isObject } from '../../../engine/values/shapes.ts';
import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { commandLine } from '../command-line.ts';
import { guessedPaths } from '../guessed-paths.ts';
import type { ToolPath } from '../path-use.ts';
import { plainNames } from '../search-pattern.ts';
import { roleOf } from './argument-names.ts';
import { isPatchTool } from './patch-files.ts';
import { type ToolRow, type ToolTable, toolTable } from './tool-table.ts';

export type UnknownTools = 'judge' | 'deny' | 'allow';

/** Finds the paths in tool calls: by table, and for tools that it does not know by the names of tool and arguments. */
export class ToolPaths {
  readonly #rows: readonly CompiledRow[];

  readonly #unknown: UnknownTools;

  constructor(own: ToolTable, unknown: UnknownTools) {
    this.#unknown = unknown;
    this.#rows = [...compiled(own, true), ...compiled(toolTable, false)];
  }

  in(tool: string, input: unknown): readonly ToolPath[] {
    const found = this.#find(tool);
    if (found !== undefined) {
      const row = isViewing(tool, input) ? { read: ['path'] } : found.row;
      return found.isOwn ? listed(row, input) : inAnyShape(tool, row, input);
    }
    const meant = this.#find(canonicalTool(tool));
    if (meant !== undefined || isPatchTool(tool)) return byOtherName(tool, meant?.row, input);
    if (this.#unknown === 'deny') throw new UnjudgeablePath(`${tool}, which is not among the known tools`);
    return this.#unknown === 'allow' ? [] : guessedPaths(tool, input);
  }

  #find(tool: string): CompiledRow | undefined {
    return this.#rows.find(({ matcher }) => matcher.matches(tool));
  }
}

interface CompiledRow {
  readonly matcher: Matcher;
  readonly row: ToolRow;
  /** Whether the user gave it, who knows what the arguments are called. */
  readonly isOwn: boolean;
}

function compiled(table: ToolTable, isOwn: boolean): readonly CompiledRow[] {
  return Object.entries(table).map(([pattern, row]) => ({ matcher: compileMatcher(pattern), row, isOwn }));
}

/** The paths of a tool that is called by its name in another product, where its arguments have other names, too. */
function byOtherName(tool: string, row: ToolRow | undefined, input: unknown): readonly ToolPath[] {
  const guessed = guessedPaths(tool, input);
  const isBare = row?.optional === true && !guessed.some(({ argument }) => roleOf(argument) === 'path');
  const found = isBare ? [...guessed, ...listed(row, input)] : guessed;
  // Under another name, the tool may not leave out what is asked.
  return row?.excludes === undefined ? found : found.map((path) => ({ ...path, search: { excludes: null } }));
}

/** The paths of a call that may use another product's names for arguments: where one of the usual names is missing. */
function inAnyShape(tool: string, row: ToolRow, input: unknown): readonly ToolPath[] {
  const given = listed(row, input);
  const names = [row.read, row.write, row.delete, row.command].flatMap((list) => list ?? []);
  const missing = names.filter((name) => !(isObject(input) && Object.hasOwn(input, name)));
  if (missing.length === 0) return given;
  const role = row.command === undefined ? 'path' : 'command';
  const isNamed = ({ argument }: ToolPath): boolean => roleOf(argument) === role && !names.includes(argument);
  const guessed = guessedPaths(tool, input);
  if (!guessed.some(isNamed)) return given;
  const { deep = false, lists = false, optional = false } = row;
  const others = optional
    ? guessed.filter(isNamed).map((one) => ({ ...one, kind: 'read' as const, deep, lists }))
    : guessed;
  return [...given.filter(({ argument }) => !missing.includes(argument)), ...others];
}

function listed(row: ToolRow, input: unknown): readonly ToolPath[] {
  const { lists = false, excludes } = row;
  const texts = (names: readonly string[] = []): readonly string[] =>
    names.flatMap((name) => {
      const given = isObject(input) && Object.hasOwn(input, name) ? input[name] : undefined;
      return typeof given === 'string' ? [given] : [];
    });
  const patterns = texts(row.pattern);
  const [wanted] = patterns.filter((one) => !one.startsWith('!'));
  const [type] = texts(row.types).filter((one) => /^[a-z]\w*$/.test(one) && one !== 'all');
  const named = type === undefined ? undefined : [`*.${type}`];
  const only = wanted === undefined ? named : (plainNames(wanted) ?? undefined);
  const left = patterns.flatMap((one) => (one.startsWith('!') ? (plainNames(one.slice(1)) ?? []) : []));
  const except = left.length > 0 ? left : undefined;
  const search = excludes === undefined ? undefined : { excludes: patterns.length > 0 ? null : excludes };
  // A pattern that begins with a folder is looked up there.
  const isDeep = row.deep === true && !(search !== undefined && /^[\w.-]+\//.test(wanted ?? ''));
  const found: ToolPath[] = [];
  for (const kind of ['read', 'write', 'delete', 'command', 'pattern'] as const) {
    for (const argument of row[kind] ?? []) {
      const given = isObject(input) && Object.hasOwn(input, argument) ? input[argument] : undefined;
      if (kind === 'pattern' && given === undefined && patterns.length > 0) continue;
      // What is left out is looked up nowhere.
      const isLeft = kind === 'pattern' && typeof given === 'string' && given.startsWith('!');
      const value =
        isLeft || (given === undefined && row.optional === true) ? (kind === 'pattern' ? '*' : '.') : given;
      if (kind === 'command') {
        found.push({
          kind,
          argument,
          value: commandLine(value, undefined),
          deep: false,
          folder: folderIn(input),
        });
        continue;
      }
      for (const item of Array.isArray(value) && value.length > 0 ? value : [value]) {
        // What works without a path lists or searches.
        const shows = (kind === 'read' || kind === 'write') && row.optional !== true;
        found.push({
          kind,
          argument,
          value: item,
          deep: isDeep,
          shows,
          lists,
          only,
          except,
          search,
        });
      }
    }
  }
  return found;
}

/** The one tool that says in another argument whether it only looks. */
function isViewing(tool: string, input: unknown): boolean {
  return (
    /^(?:str_replace|(?:developer__)?text_editor)/.test(tool) &&
    isObject(input) &&
    input['command'] === 'view'
  );
}

function folderIn(input: unknown): unknown {
  return isObject(input) ? Object.entries(input).find(([name]) => roleOf(name) === 'folder')?.[1] : undefined;
}
