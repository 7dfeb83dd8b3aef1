import { homedir } from 'node:os';
import { join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { didYouMean } from '../../engine/values/suggest.ts';

/** Where an agent's hooks stand, and how its words are to be read. */
export interface ImportSource {
  /** As the table of agents calls it. */
  readonly agent: string;
  readonly title: string;
  /** From the home folder, and from the project's. */
  readonly user: readonly string[];
  readonly project: readonly string[];
  /** A file that may have hooks too, in a language that is not read here. */
  readonly unread?: string;
  /** The wire that its hooks speak. */
  readonly protocol: string;
  readonly unit: 's' | 'ms';
  /** The matchers that are lists of exact names; others are expressions. Null where every one is an expression. */
  readonly exactNames: RegExp | null;
  /** Whether an expression may begin with `(?i)`. */
  readonly hasInlineFlags: boolean;
  /** What separates the names of a list. */
  readonly separator: RegExp;
  /** How often an equal hook runs: once, by the key that makes it equal; or as often as it is listed. */
  readonly merges: boolean;
  /** Whether its files may have comments. */
  readonly hasComments: boolean;
  /** The keys of a hook that are carried over, or mean nothing outside of the agent. */
  readonly keys: readonly string[];
}

const common = ['type', 'command', 'timeout'];

const importSources: Readonly<Record<string, ImportSource>> = {
  'claude-code': {
    agent: 'claude-code',
    title: 'Claude Code',
    user: ['.claude/settings.json'],
    project: ['.claude/settings.json', '.claude/settings.local.json'],
    protocol: 'claude-code',
    unit: 's',
    exactNames: /^[\w\- ,|]+$/,
    hasInlineFlags: false,
    separator: /[|,]/,
    merges: true,
    hasComments: false,
    keys: [
      ...common,
      ...['args', 'shell', 'if', 'statusMessage', 'once', 'async', 'asyncRewake', 'onFailure'],
      ...['url', 'headers', 'allowedEnvVars', 'prompt', 'model', 'server', 'tool', 'input'],
    ],
  },
  codex: {
    agent: 'codex',
    title: 'Codex',
    user: ['.codex/hooks.json'],
    project: ['.codex/hooks.json'],
    unread: '.codex/config.toml',
    protocol: 'claude-code',
    unit: 's',
    exactNames: /^[\w|]+$/,
    hasInlineFlags: true,
    separator: /\|/,
    merges: false,
    hasComments: false,
    keys: [...common, 'statusMessage', 'async'],
  },
  gemini: {
    agent: 'gemini',
    title: 'Gemini CLI',
    user: ['.gemini/settings.json'],
    project: ['.gemini/settings.json'],
    protocol: 'gemini',
    unit: 'ms',
    exactNames: null,
    hasInlineFlags: false,
    separator: /\|/,
    merges: true,
    hasComments: true,
    keys: [...common, 'name', 'description', 'env'],
  },
};

export function importSourceOf(agent: string): ImportSource {
  const source = lookUp(importSources, agent);
  if (source !== undefined) return source;
  const names = Object.keys(importSources);
  throw new HooklineError(
    'input-invalid',
    `hooks of "${agent}" cannot be imported${didYouMean(agent, names)}; those of ${names.join(', ')} can`,
  );
}

export interface ImportFile {
  readonly path: string;
  readonly isUsers: boolean;
}

/** The files that an agent reads its hooks from, the user's first. Without a choice: both. */
export function importFiles(
  { user, project }: Pick<ImportSource, 'user' | 'project'>,
  options: Readonly<Record<string, unknown>>,
): readonly ImportFile[] {
  const isBoth = options['user'] !== true && options['project'] !== true;
  const home = homedir();
  const usersOwn = user.map((path) => ({ path: join(home, path), isUsers: true }));
  const projects = project.map((path) => ({ path: join(process.cwd(), path), isUsers: false }));
  const wanted = [
    ...(isBoth || options['user'] === true ? usersOwn : []),
    ...(isBoth || options['project'] === true ? projects : []),
  ];
  // In the home folder the two are one.
  return wanted.filter(({ path }, index) => wanted.findIndex((other) => other.path === path) === index);
}
