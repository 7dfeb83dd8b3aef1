import { homedir } from 'node:os';
import { join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { didYouMean } from '../../engine/values/suggest.ts';

export interface ImportSource {
  readonly agent: string;
  readonly title: string;
  readonly user: readonly string[];
  readonly project: readonly string[];
  readonly unread?: string;
  readonly protocol: string;
  readonly unit: 's' | 'ms';
  /** Matchers that are lists of exact names; null where every matcher is an expression. */
  readonly exactNames: RegExp | null;
  readonly hasInlineFlags: boolean;
  readonly separator: RegExp;
  /** Whether equal hooks run once. */
  readonly merges: boolean;
  readonly hasComments: boolean;
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
  return wanted.filter(({ path }, index) => wanted.findIndex((other) => other.path === path) === index);
}
