import { isObject } from '../../engine/values/shapes.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { commandLine } from './command-line.ts';
import type { Access, ToolPath } from './path-use.ts';
import { interpreterOf, isProseArgument, roleOf, wordsIn } from './tools/argument-names.ts';
import { isPatchTool, patchedFiles } from './tools/patch-files.ts';
import { patchPaths } from './tools/patch-paths.ts';

const verbs: readonly (readonly [Access, RegExp])[] = [
  ['delete', /delete|remove|unlink|rmdir|trash|move|rename/i],
  [
    'read',
    /^(?!.*(write|edit|create|save|append|copy|put|update|patch|upload|insert|replace|set|make)).*(read|get|list|search|find|view|stat|info|tree|open|load|show|glob|grep|fetch)/i,
  ],
];

/** They tell names of files, not what is in them. */
const listing = /^(?:list|tree|directory|get_file_info|search_files)/;

const shellWords: ReadonlySet<string> = new Set(
  'bash shell sh zsh terminal exec execute run command cmd process console stdin repl spawn'.split(' '),
);

/** What a program, and the words that it is given, may be called. Of a tool that runs things, more names count. */
const programName = /^(?:program|executable)$/i;
const anyProgram = /^(?:program|executable|exe|bin|binary|file)$/i;
const wordsName = /^(?:args|arguments|argv|params|parameters)$/i;

const maxDepth = 50;

/**
 * The paths in a call of a tool that nobody described. What its arguments are called says what they are; it may write
 * unless its own name says otherwise; what could be the path of a forbidden place is one.
 */
export function guessedPaths(tool: string, input: unknown): readonly ToolPath[] {
  if (/powershell|pwsh/i.test(tool))
    throw new UnjudgeablePath(`${tool}, whose language is not that of a POSIX shell`);
  const name = tool.replace(/^mcp__.*?__/, '');
  const guess = new Guess(name, isObject(input) && interpreterOf(tool, input['language']) !== null);
  guess.read(input, { argument: '', isPath: false, depth: 0, holder: {} });
  return guess.found;
}

interface Place {
  readonly argument: string;
  /** Whether it stands in a list or an object that is named like a path. */
  readonly isPath: boolean;
  readonly depth: number;
  /** The object that the value stands in. */
  readonly holder: Readonly<Record<string, unknown>>;
}

class Guess {
  readonly found: ToolPath[] = [];
  readonly #kind: Access;
  readonly #moves: boolean;
  readonly #isShell: boolean;
  readonly #isPatching: boolean;
  readonly #shows: boolean;
  readonly #lists: boolean;
  readonly #runsCode: boolean;

  constructor(name: string, runsCode: boolean) {
    this.#runsCode = runsCode;
    this.#kind = verbs.find(([, words]) => words.test(name))?.[0] ?? 'write';
    this.#moves = /move|rename/i.test(name);
    this.#shows =
      /read|view|open|load|show|cat|write|save|edit|patch/i.test(name) && !/list|info|stat/i.test(name);
    this.#lists = listing.test(name);
    this.#isPatching = isPatchTool(name);
    this.#isShell = wordsIn(name).some((word) => shellWords.has(word));
  }

  read(value: unknown, place: Place): void {
    if (place.depth > maxDepth) throw new UnjudgeablePath('arguments that are nested too deeply');
    if (typeof value === 'string') this.#text(value, place);
    else if (Array.isArray(value)) this.#list(value, place);
    else if (typeof value === 'object' && value !== null) this.#object(value as Place['holder'], place);
  }

  #object(fields: Place['holder'], { isPath, depth }: Place): void {
    const started = this.#program(fields);
    for (const [name, value] of Object.entries(fields)) {
      if (started.includes(name)) continue;
      if (/[/.]/.test(name)) this.#text(name, { argument: 'key', isPath, depth, holder: {} });
      // In a map from paths, the value is what is to be in the file.
      const argument = name.includes('/') ? 'content' : name;
      this.read(value, { argument, isPath: roleOf(argument) === 'path', depth: depth + 1, holder: fields });
    }
  }

  /** A program and its words, or one list of both, under any of the usual names. Returns the names of what it takes. */
  #program(fields: Place['holder']): readonly string[] {
    const names = Object.keys(fields);
    const program = names.find(
      (name) => (this.#isShell ? anyProgram : programName).test(name) && typeof fields[name] === 'string',
    );
    const words = names.find((name) => wordsName.test(name));
    if (program !== undefined && words !== undefined) {
      this.#run(commandLine([fields[program]], fields[words]), program, fields);
      // What may as well be a file or code counts as that, too.
      const isPlain = programName.test(program) && /^[\w./+-]+$/.test(String(fields[program]));
      return isPlain && Array.isArray(fields[words]) ? [program, words] : [];
    }
    const list = names.find((name) => /^argv$/i.test(name));
    if (
      list === undefined ||
      !Array.isArray(fields[list]) ||
      names.some((name) => roleOf(name) === 'command')
    )
      return [];
    this.#run(commandLine(fields[list], undefined), list, fields);
    return [list];
  }

  #list(list: readonly unknown[], place: Place): void {
    const isCommand = this.#roleOf(place.argument) === 'command';
    const isWords = list.length > 0 && list.every((word) => typeof word === 'string');
    // One line each, or one command in words.
    if (isCommand && isWords && !/s$/.test(place.argument) && !/\s/.test(list[0] ?? ''))
      this.#command(list, place);
    else for (const item of list) this.read(item, { ...place, depth: place.depth + 1 });
  }

  #text(text: string, place: Place): void {
    const role = this.#roleOf(place.argument);
    if (role === 'command') this.#command(text, place);
    else if ((role === 'code' && /[\n(){};=<>|`$]/.test(text)) || isProgram(text)) this.#code(text, place);
    else if (place.isPath || role === 'path' || role === 'folder' || looksLikePath(text))
      this.#path(text, place);
    else if (!isProseArgument(place.argument)) this.#add('mention', text, place);
  }

  #roleOf(argument: string): ReturnType<typeof roleOf> {
    if (/powershell|pwsh/i.test(argument))
      throw new UnjudgeablePath(`${argument}, whose language is not that of a POSIX shell`);
    if (this.#runsCode && /^(?:source|src|cells?|input|text|script)$/i.test(argument)) return 'code';
    const role = roleOf(argument);
    // What a tool for patches is given is no line for a shell, whatever it is called.
    if (this.#isPatching && (role === 'command' || role === 'input')) return 'code';
    return role === 'input' && this.#isShell ? 'command' : role;
  }

  /** A command is run with the arguments and in the folder that stand beside it. */
  #command(value: unknown, { argument, holder }: Place): void {
    const words = Object.entries(holder).find(([name]) => wordsName.test(name))?.[1];
    this.#run(commandLine(value, words), argument, holder);
  }

  #run(value: unknown, argument: string, holder: Place['holder']): void {
    const folder = Object.entries(holder).find(([name]) => roleOf(name) === 'folder')?.[1];
    this.found.push({ kind: 'command', argument, value, deep: false, folder });
  }

  #code(text: string, place: Place): void {
    // A document may hold a diff, which changes nothing.
    const paths = this.#roleOf(place.argument) === 'code' ? patchedFiles(text) : patchPaths(text);
    if (paths === null) this.#add('code', text, place);
    else for (const { access, path } of paths) this.#add(access, path, place);
  }

  #path(text: string, place: Place): void {
    this.#add(this.#kind, text, place);
    // A move writes where it moves to.
    if (this.#moves) this.#add('write', text, place);
  }

  #add(kind: ToolPath['kind'], value: string, { argument }: Place): void {
    const shows = this.#shows && (kind === 'read' || kind === 'write');
    this.found.push({ kind, argument, value, deep: kind !== 'mention', shows, lists: this.#lists });
  }
}

/** One word that begins as only paths do, whatever its argument is called. */
function looksLikePath(text: string): boolean {
  return /^\s*(?:\/(?!\/)|~\/|\.\.?\/|file:)\S*\s*$/i.test(text) && text.length < 4096;
}

/** A patch, or the beginning of a script, whatever its argument is called. */
function isProgram(text: string): boolean {
  return /^[ \t]*(?:\*\*\* Begin Patch|diff --git |#!)|^(?:---|\+\+\+) \S|^@@ .*@@/m.test(
    text.slice(0, 100_000),
  );
}
