import { resolve } from 'node:path';
import { z } from 'zod';
import { deny, type Reply } from '../engine/effects.ts';
import type { Matcher } from '../engine/matcher.ts';
import { messageOf } from '../engine/text.ts';
import type { Fields, HookFunction } from '../handlers/handler.ts';
import { AgentStates } from './agent-states.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from './builtin.ts';
import { filled, pattern, readOptions } from './builtin-options.ts';
import { compileDisposable, PathHistory } from './path-history.ts';
import { accesses, PathRules } from './path-rules.ts';
import { checkPathText, readingsOf, realPath, UnjudgeablePath } from './real-path.ts';
import { type PathUse, pathsInCommand, type ShellOptions } from './shell-paths.ts';
import { type ToolPath, ToolPaths } from './tool-paths.ts';

const access = z.union([z.literal('none').transform(() => []), z.array(z.enum(accesses))]);

const names = z.array(filled).optional();
const toolRow = z.strictObject({
  read: names,
  write: names,
  delete: names,
  command: names,
  pattern: names,
  deep: z.boolean().optional(),
  optional: z.boolean().optional(),
});

const options = z.strictObject({
  rules: z
    .array(z.strictObject({ path: filled, access }))
    .default([])
    .describe(
      'A `path` each (a file or a folder with all below it) and the `access` there: a list of read, write, delete, or none. The most specific counts.',
    ),
  root: filled
    .default('.')
    .describe(
      'The working folder; the folder of the configuration unless stated. What the agent calls its folder does not count.',
    ),
  rootAccess: access
    .default([...accesses])
    .describe('What is allowed in the working folder: read, write and delete unless stated.'),
  default: access.default([]).describe('What is allowed where no rule applies: none unless stated.'),
  readBeforeDelete: z
    .boolean()
    .default(true)
    .describe('Whether a file must have been read, or written, by the agent before it deletes it.'),
  readBeforeWrite: z.boolean().default(false).describe('The same before it overwrites a file.'),
  disposable: z
    .array(filled)
    .default([
      'node_modules',
      'dist',
      'build',
      'coverage',
      '__pycache__',
      '.cache',
      '*.pyc',
      '*.log',
      '*.tmp',
    ])
    .describe('Names of files and folders that may be deleted unread.'),
  tools: z
    .record(pattern, toolRow)
    .default({})
    .describe(
      'More tools, by pattern: the arguments that they `read`, `write` and `delete`, that are a `command` or a `pattern`; `deep` when all below is read, `optional` when the current folder is meant without.',
    ),
  commands: z
    .enum(['allow', 'deny'])
    .default('allow')
    .describe(
      'Whether programs may run that it does not know. What they are given, and all below where they run, counts as read and written.',
    ),
  readers: z.array(filled).default([]).describe('Programs that only read what they are given.'),
  trusted: z
    .array(filled)
    .default([])
    .describe(
      'Programs of which only the words are judged: they may do below where they run what they like.',
    ),
});

type Options = z.output<typeof options>;

export type PathPermissionsOptions = z.input<typeof options>;

export const pathPermissionsRow = defineBuiltin({
  name: 'path-permissions',
  summary: 'Lets an agent read, write and delete only where it may.',
  points: ['PreToolUse', 'PermissionRequest'],
  priority: 10,
  options,
  create,
});

/** Register it as a guard: `hooks.on('PreToolUse', { guard: true, priority: 10 }, pathPermissions({ … }))`. */
export function pathPermissions(given: PathPermissionsOptions = {}): HookFunction {
  return create(readOptions(pathPermissionsRow, given), { directory: process.cwd() });
}

function create(read: Options, { directory }: BuiltinSetting): HookFunction {
  const judge = new Judge(read, resolve(directory, read.root), directory);
  const histories = new AgentStates(() => new PathHistory());
  return builtinFunction(pathPermissionsRow, (input, context): Reply => {
    // Whatever goes wrong here must not let the call through, also where the hook is not registered as a guard.
    try {
      const problem = judge.objection(input, histories.of(input, context));
      return problem === null ? undefined : deny(problem);
    } catch (problem) {
      const what =
        problem instanceof UnjudgeablePath
          ? problem.message
          : `a call that broke the check: ${messageOf(problem)}`;
      return deny(`This cannot be judged, so it is not allowed: ${what}. Say it more plainly.`);
    }
  });
}

class Judge {
  readonly #options: Options;
  readonly #root: string;
  readonly #rules: PathRules;
  readonly #tools: ToolPaths;
  readonly #shell: ShellOptions;
  readonly #disposable: Matcher;

  constructor(read: Options, root: string, directory: string) {
    const rules = [{ path: root, access: read.rootAccess }, ...read.rules];
    this.#options = read;
    this.#root = root;
    // A rule for the working folder itself replaces what is said of it elsewhere.
    const isStated = read.rules.some(({ path }) => resolve(directory, path) === root);
    this.#rules = new PathRules({ rules: isStated ? read.rules : rules, fallback: read.default, directory });
    this.#tools = new ToolPaths(read.tools);
    this.#shell = {
      readers: new Set(read.readers),
      trusted: new Set(read.trusted),
      allowOthers: read.commands === 'allow',
    };
    this.#disposable = compileDisposable(read.disposable);
  }

  objection(input: Fields, history: PathHistory): string | null {
    const cwd = input['cwd'];
    const folder =
      typeof cwd === 'string' && cwd !== '' ? resolve(this.#root, checkPathText(cwd)) : this.#root;
    const tool = input['tool_name'];
    if (typeof tool !== 'string') throw new UnjudgeablePath('a tool without a name');
    const found = this.#tools.in(tool, input['tool_input']);
    const start = found.find(({ kind }) => kind === 'read')?.value;
    const uses = found.flatMap((one) =>
      this.#usesOf(tool, one, folder, typeof start === 'string' ? start : '.'),
    );
    for (const use of uses) {
      if (use.access === 'delete' && realPaths(use).includes(realPath(this.#root)))
        return 'the working folder itself may not be deleted or moved';
      const problem =
        this.#rules.objection(use.access, use.path, use.folder, use.deep) ?? this.#unread(use, history);
      if (problem !== null) return problem;
    }
    for (const use of uses) for (const real of realPaths(use)) history.note(real);
    return null;
  }

  #usesOf(
    tool: string,
    { kind, argument, value, deep }: ToolPath,
    folder: string,
    start: string,
  ): readonly PathUse[] {
    if (typeof value !== 'string') throw new UnjudgeablePath(`${tool} without text as its ${argument}`);
    if (kind === 'command') return pathsInCommand(value, folder, this.#shell);
    const path = kind === 'pattern' ? patternStart(value, start) : value;
    const access = kind === 'pattern' ? 'read' : kind;
    const shows = kind === 'read' || kind === 'write';
    return [{ access, path, folder, deep, loses: kind === 'delete', shows }];
  }

  #unread(use: PathUse, history: PathHistory): string | null {
    const isChecked =
      (use.access === 'delete' && use.loses && this.#options.readBeforeDelete) ||
      (use.access === 'write' && this.#options.readBeforeWrite);
    if (!isChecked) return null;
    for (const real of realPaths(use)) {
      const unseen = history.unseen(real, use.access === 'delete' ? this.#disposable : compileDisposable([]));
      if (unseen === null || (use.access === 'write' && unseen !== real)) continue;
      return `${unseen} was never read: read it before you ${use.access === 'delete' ? 'delete' : 'overwrite'} it`;
    }
    return null;
  }
}

/** Where a search begins is what stands before its first wildcard; behind that it may only go down. */
function patternStart(value: string, start: string): string {
  const parts = value.split('/');
  const wild = parts.findIndex((part) => /[*?[{(!]/.test(part));
  const behind = wild < 0 ? '' : parts.slice(wild).join('/');
  if (/\.\.|[{(,|][/~]/.test(behind)) throw new UnjudgeablePath('a pattern that leaves its folder');
  const fixed = (wild < 0 ? parts : parts.slice(0, wild)).join('/');
  if (value.startsWith('/')) return fixed === '' ? '/' : fixed;
  return /^(?:~|file:)/.test(fixed) ? fixed : `${start}/${fixed}`;
}

function realPaths({ path, folder, access: kind }: PathUse): readonly string[] {
  return readingsOf(path, folder).map((reading) => realPath(reading, { keepLast: kind === 'delete' }));
}
