import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { compileWildcard } from '../../bounds/wildcard.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { Action, GivenCall } from '../../shell/actions/action.ts';
import { actionsOf } from '../../shell/actions/actions-of.ts';
import type { ShellCommand } from '../../shell/read/reading.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { filled, readOptions } from '../builtin-options.ts';
import { givenCall, refuse } from '../helpers/given-call.ts';
import { once } from '../once.ts';

const options = once(() =>
  z.strictObject({
    allow: z
      .array(filled())
      .default([])
      .describe(
        'Hosts that may be fetched from and sent to: `api.example.com`, `*.example.com`; `packages` is every registry of packages. Default: none.',
      ),
    deny: z
      .array(filled())
      .default([])
      .describe('Hosts that are denied, whatever `allow` says. Default: none.'),
    others: z
      .enum(['ask', 'deny', 'allow'])
      .default('ask')
      .describe('What happens with any other host, and with one that is unknown. Default: ask.'),
  }),
);

export interface NetworkOptions {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  readonly others?: 'ask' | 'deny' | 'allow' | undefined;
}

export const networkRow = defineBuiltin({
  name: 'network',
  summary: 'Limits the hosts that calls may fetch from or send to.',
  points: ['PreToolUse'],
  judges: 'files',
  options,
  create,
});

/** Register it as a guard: `hooks.on('PreToolUse', { guard: true }, network({ allow: ['*.example.com'] }))`. */
export function network(given: NetworkOptions = {}): HookFunction {
  return create(readOptions(networkRow, given), { directory: process.cwd() });
}

function create(
  { allow, deny, others }: z.output<ReturnType<typeof options>>,
  { directory }: BuiltinSetting,
): HookFunction {
  const allowed = allow.map(hostTest);
  const denied = deny.map(hostTest);
  return builtinFunction(networkRow, (input) => {
    let open: string | null = null;
    for (const host of hostsOf(givenCall(input, directory))) {
      if (host !== null && denied.some((matches) => matches(host)))
        return refuse('deny', `network: ${host} is denied`);
      if (host === null || !allowed.some((matches) => matches(host))) open ??= host ?? 'an unknown host';
    }
    if (open === null || others === 'allow') return undefined;
    return refuse(others, `network: ${open} isn't among the allowed hosts`);
  });
}

function hostTest(pattern: string): (host: string) => boolean {
  const matches = compileWildcard(pattern.toLowerCase());
  return (host) => matches(host);
}

/** The hosts that a call talks to, `packages` among them; null is one that is unknown, or may be any. */
export function hostsOf(call: GivenCall): readonly (string | null)[] {
  const { actions, doubts } = actionsOf(call);
  const ofRepositories = new Set(
    actions.flatMap((action) =>
      action.kind === 'change' && action.what === 'repository' ? action.command : [],
    ),
  );
  const hosts = actions.flatMap((action): readonly (string | null)[] => {
    if (usesRegistry(action)) return ['packages'];
    if (action.kind !== 'fetch' && action.kind !== 'send') return [];
    const { host, command } = action;
    if (command === null || !ofRepositories.has(command) || host?.includes('.') === true) return [host];
    return [isPlainlyHere(command) ? remoteHost(host, call.cwd) : null];
  });
  // A line that can't be read may talk to any host.
  return doubts.some(({ about }) => about === 'line') ? [...hosts, null] : hosts;
}

/** Other subcommands run what the project has. */
export function usesRegistry(action: Action): boolean {
  const [verb = ''] = action.kind === 'change' && action.what === 'packages' ? action.verb : [];
  return /^(?:install|i|ci|add|update|upgrade|publish|download|fetch|get|sync|dlx|create)$/.test(verb);
}

/** Elsewhere, or with settings of its own, the command may mean another repository. */
function isPlainlyHere({ folders, words, assignments }: ShellCommand): boolean {
  return (
    folders.length === 1 &&
    folders[0] === '' &&
    assignments.length === 0 &&
    words[0]?.value?.startsWith('-') === false
  );
}

/** A name without a dot may be a remote of the repository; without a name it is the usual one. */
function remoteHost(name: string | null, cwd: string): string | null {
  const settings = repositorySettings(cwd);
  // Where a push goes elsewhere than `url` says, the host is unknown.
  if (/pushurl|insteadof|pushdefault|pushremote|\[include/i.test(settings)) return null;
  if (name === null && /^\s+remote = (?!origin\s*$)/m.test(settings)) return null;
  const remotes = new Map(
    [...settings.matchAll(/^\[remote "([^"\n]+)"\]\n(?:\s+(?!url\b).*\n)*\s+url = (\S+)$/gm)].map(
      ([, remote = '', url = '']) => [remote, url],
    ),
  );
  const url = remotes.get(name ?? 'origin');
  if (url === undefined) return name;
  return /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^:/]+)[:/]/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

function repositorySettings(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return textAt(join(at, '.git', 'config')) ?? '';
    if (dirname(at) === at) return '';
  }
}

function textAt(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
