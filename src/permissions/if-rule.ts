import { compileWildcard, compileWordsWildcard } from '../bounds/wildcard.ts';
import { canonicalTool, isToolNamed } from '../engine/points/tool-names.ts';
import { HooklineError } from '../engine/values/errors.ts';
import type { Fields } from '../engine/values/shapes.ts';
import { isObject } from '../engine/values/shapes.ts';

import { textOf } from '../engine/values/text.ts';
import { compilePathWildcard } from './path-wildcard.ts';

import { subcommandsOf } from './subcommands.ts';

/** The events that an `if` is evaluated on; on any other a hook with one never runs. */
const toolPoints: readonly string[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
];

const shells: readonly string[] = ['Bash', 'PowerShell'];
const fileFields = ['file_path', 'notebook_path', 'path'] as const;

/**
 * Compiles the `if` of a Claude Code hook: one permission rule such as `Bash`, `Bash(git *)` or `Edit(src/**)`. What
 * the rule cannot judge makes the hook run: a filter that is in doubt must not switch a check off.
 */
export function compileIfRule(rule: string): (input: Fields) => boolean {
  const parts = /^([\w*.:-]+)(?:\(([\s\S]*)\))?$/.exec(rule.trim());
  const [, tool = '', content] = parts ?? [];
  if (parts === null) {
    throw new HooklineError(
      'option-invalid',
      `"if" takes one permission rule such as Bash(git *) or Edit(*.ts), not ${JSON.stringify(rule)}`,
    );
  }
  const matchesTool = toolTest(tool);
  const matchesContent =
    content === undefined || content === '' || content === '*' ? null : contentTest(tool, content);
  return (input) =>
    toolPoints.includes(textOf(input['hook_event_name'])) &&
    matchesTool(textOf(input['tool_name'])) &&
    (matchesContent === null || matchesContent(input));
}

/** `mcp__server` stands for every tool of that server. */
function toolTest(rule: string): (name: string) => boolean {
  if (rule.includes('*')) return compileWildcard(rule);
  const isServer = rule.startsWith('mcp__') && !rule.slice(5).includes('__');
  return (name) => isToolNamed(name, rule) || (isServer && name.startsWith(`${rule}__`));
}

function contentTest(name: string, content: string): (input: Fields) => boolean {
  const tool = canonicalTool(name);
  if (shells.includes(tool)) return commandTest(content);
  if (tool === 'WebFetch' && content.startsWith('domain:'))
    return domainTest(content.slice('domain:'.length));
  if (tool === 'Task') return ({ tool_input: call }) => field(call, 'subagent_type') === content;
  return pathTest(content);
}

function commandTest(content: string): (input: Fields) => boolean {
  const pattern = content.replace(/:\*$/, ' *');
  // A trailing ` *` is any arguments, none included.
  const isMeant = pattern.endsWith(' *')
    ? compileWordsWildcard(pattern.slice(0, -2))
    : compileWildcard(pattern);
  const namesMore = /\S\s+[^\s*]/.test(pattern);
  return ({ tool_input: call }) => {
    const command = field(call, 'command');
    if (command === undefined) return true;
    // What is put in at run time could be just what the pattern names.
    if (namesMore && /\$\(|`|\$[\w{]/.test(command)) return true;
    const commands = subcommandsOf(command);
    return commands === null || commands.some(isMeant);
  };
}

function domainTest(domain: string): (input: Fields) => boolean {
  const isMeant = compileWildcard(domain.toLowerCase());
  return ({ tool_input: call }) => {
    const url = field(call, 'url');
    return url === undefined || !URL.canParse(url) || isMeant(new URL(url).hostname);
  };
}

/** Paths are matched as git matches its ignore files: without a slash at any depth, else from the working folder. */
function pathTest(content: string): (input: Fields) => boolean {
  return (input) => {
    const call = input['tool_input'];
    const name = fileFields.find((candidate) => field(call, candidate) !== undefined);
    const path = name === undefined ? undefined : field(call, name);
    if (path === undefined) return true;
    return matchesPath(content, textOf(input['cwd']), path.replaceAll('\\', '/'));
  };
}

function matchesPath(content: string, cwd: string, path: string): boolean {
  if (content.startsWith('//')) return compilePathWildcard(content.slice(1))(path);
  if (content.startsWith('~/')) return compilePathWildcard(`**/${content.slice(2)}`)(path);
  const pattern = content.replace(/^\.?\//, '');
  const isAnchored = pattern.includes('/') || pattern !== content;
  if (isAnchored && !pattern.startsWith('**/')) {
    const matches = compilePathWildcard(pattern);
    const folder = `${cwd.replaceAll('\\', '/').replace(/\/$/, '')}/`;
    return matches(path) || (path.startsWith(folder) && matches(path.slice(folder.length)));
  }
  const below = `**/${pattern.replace(/^(?:\*\*\/)+/, '')}`;
  return compilePathWildcard(below)(path) || compilePathWildcard(`${below}/**`)(path);
}

function field(call: unknown, name: string): string | undefined {
  const value = isObject(call) && Object.hasOwn(call, name) ? call[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
