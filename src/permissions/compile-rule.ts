import { stripEnd } from '../bounds/strip-end.ts';
import { compileWildcard } from '../bounds/wildcard.ts';
import { canonicalTool, isToolNamed } from '../engine/points/tool-names.ts';
import type { PathAction, PathKind } from '../shell/actions/action.ts';
import { CommandRule } from './command-rule.ts';
import type { JudgedCall } from './judged-call.ts';
import { PathRule } from './path-rule.ts';
import { type Rule, readRule } from './rule.ts';

export interface CompiledRule {
  readonly text: string;
  readonly command: CommandRule | null;
  isAbout(tool: string): boolean;
  /** What in the call the rule names, or could name: a command, a path, or `''` for all of it; null when nothing. */
  possibly(judged: JudgedCall): string | null;
  certainly(judged: JudgedCall): boolean;
  opens(use: PathAction, judged: JudgedCall): boolean;
}

export interface RuleOptions {
  readonly isAnyDepth?: boolean | undefined;
}

export function compileRule(text: string, { isAnyDepth = false }: RuleOptions = {}): CompiledRule {
  const rule = readRule(text);
  const family = familyOf(rule.tool);
  if (family !== null && rule.content !== null) return pathRule(rule, family, rule.content, isAnyDepth);
  const tool = canonicalTool(rule.tool);
  if (rule.content === null || rule.content === '*') return wholeRule(rule);
  if (tool === 'Bash') return commandRule(rule, rule.content);
  return fieldRule(rule, tool, rule.content);
}

/** Whether one of the rules is about all calls of a tool. */
export function wholeToolTest(rules: readonly string[]): (tool: string) => boolean {
  const tests = rules
    .map(readRule)
    .flatMap((rule) => (rule.content === null || rule.content === '*' ? wholeRule(rule).isAbout : []));
  return (tool) => tests.some((isAbout) => isAbout(tool));
}

function wholeRule(rule: Rule): CompiledRule {
  const isNamed = toolTest(rule.tool);
  const family = ['Edit', 'Read'].includes(canonicalTool(rule.tool)) ? familyOf(rule.tool) : null;
  const isAbout = (tool: string): boolean => isNamed(tool) || (family !== null && familyOf(tool) === family);
  return {
    ...none(rule, isAbout),
    possibly: ({ call }) => (isAbout(call.toolName) ? '' : null),
    certainly: ({ call }) => isAbout(call.toolName),
  };
}

function commandRule(rule: Rule, content: string): CompiledRule {
  const command = new CommandRule(content);
  const isAbout = toolTest(rule.tool);
  return {
    ...none(rule, isAbout),
    command,
    possibly: (judged) => {
      if (!isAbout(judged.call.toolName)) return null;
      const { readings, doubts } = judged.does;
      if (readings.length === 0) return doubts[0]?.reason ?? 'a command that is no text';
      return command.possiblyIn(judged.does);
    },
    certainly: () => false,
  };
}

/** `Edit(src/**)`: whatever writes there, by any tool. As an allow it is for the tools of its family. */
function pathRule(rule: Rule, family: Family, content: string, isAnyDepth: boolean): CompiledRule {
  const lax = new PathRule(content, { ignoresCase: true, isAnyDepth });
  const strict = new PathRule(content);
  const accesses = familyAccess[family];
  // A tool that edits a file shows what is in it, and an unknown tool may read what it writes.
  const concerns = ({ kind, command }: PathAction): boolean =>
    accesses.includes(kind) || (family === 'read' && kind === 'write' && command === null);
  return {
    ...none(rule, (tool) => familyOf(tool) === family),
    possibly: ({ call, paths, does: { doubts }, bases }) => {
      const found = paths
        .filter(concerns)
        .map((use) => lax.possibly(use, bases))
        .find((about) => about !== null);
      // A tool of the family without a path could mean any.
      const isBlind =
        paths.length === 0 && (familyOf(call.toolName) === family || familyOf(call.toolName) === 'edit');
      return found ?? doubts[0]?.reason ?? (isBlind ? '' : null);
    },
    certainly: ({ call, paths, does: { doubts }, bases }) =>
      familyOf(call.toolName) === family &&
      doubts.length === 0 &&
      paths.some(({ isSure }) => isSure) &&
      paths.every((use) => !use.isSure || strict.certainly(use, bases)),
    opens: (use, { bases }) => accesses.includes(use.kind) && strict.certainly(use, bases),
  };
}

function fieldRule(rule: Rule, tool: string, content: string): CompiledRule {
  const isAbout = toolTest(rule.tool);
  const domain = /^domain:(.*)$/.exec(content)?.[1];
  const field =
    tool === 'WebFetch' && domain !== undefined ? 'url' : tool === 'Task' ? 'subagent_type' : null;
  if (field === null) return otherPathRule(rule, isAbout, content);
  const matches = compileWildcard(domain === undefined ? content : canonicalHost(domain));
  const given = ({ call: { input } }: JudgedCall): string | null => {
    const value = input[field];
    if (typeof value !== 'string') return null;
    if (field !== 'url') return value;
    return URL.canParse(value) ? canonicalHost(new URL(value).hostname) : null;
  };
  return {
    ...none(rule, isAbout),
    possibly: (judged) => {
      if (!isAbout(judged.call.toolName)) return field === 'url' ? fetched(judged, matches) : null;
      const value = given(judged);
      return value === null || matches(value) ? (value ?? '') : null;
    },
    certainly: (judged) => isAbout(judged.call.toolName) && matches(given(judged) ?? '\0'),
  };
}

/** The host that a command talks to; an address that only run time knows may be any. */
function fetched({ does: { actions } }: JudgedCall, matches: (host: string) => boolean): string | null {
  for (const action of actions) {
    if (action.kind !== 'fetch' && action.kind !== 'send') continue;
    const { host, address } = action;
    if (host !== null && matches(host)) return host;
    if (host === null && address !== null) return typeof address === 'string' ? address : address.source;
  }
  return null;
}

function canonicalHost(host: string): string {
  return stripEnd(host.toLowerCase(), '.');
}

function otherPathRule(rule: Rule, isAbout: (tool: string) => boolean, content: string): CompiledRule {
  const lax = new PathRule(content, { ignoresCase: true });
  const strict = new PathRule(content);
  return {
    ...none(rule, isAbout),
    possibly: ({ call, paths, does: { doubts }, bases }) => {
      if (!isAbout(call.toolName)) return null;
      const found = paths.map((use) => lax.possibly(use, bases)).find((about) => about !== null);
      return found ?? doubts[0]?.reason ?? (paths.length === 0 ? '' : null);
    },
    certainly: ({ call, paths, does: { doubts }, bases }) =>
      isAbout(call.toolName) &&
      doubts.length === 0 &&
      paths.some(({ isSure }) => isSure) &&
      paths.every((use) => !use.isSure || strict.certainly(use, bases)),
  };
}

function none({ text }: Rule, isAbout: (tool: string) => boolean): CompiledRule {
  return { text, command: null, isAbout, possibly: () => null, certainly: () => false, opens: () => false };
}

function toolTest(name: string): (tool: string) => boolean {
  if (name.includes('*')) return compileWildcard(name);
  const isServer = name.startsWith('mcp__') && !name.slice('mcp__'.length).includes('__');
  return (tool) => isToolNamed(tool, name) || (isServer && tool.startsWith(`${name}__`));
}

/** Tools whose rules are about paths. A rule for one of a family is one for all of it: `Write(p)` is read as `Edit(p)`. */
const families: Readonly<Record<'edit' | 'read', readonly string[]>> = {
  edit: ['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'apply_patch', 'str_replace_editor', 'fs_write'],
  read: ['Read', 'Grep', 'Glob', 'LS', 'NotebookRead'],
};

type Family = keyof typeof families;

const familyAccess: Readonly<Record<Family, readonly PathKind[]>> = {
  edit: ['write', 'delete'],
  read: ['read', 'list'],
};

function familyOf(tool: string): Family | null {
  const name = canonicalTool(tool);
  if (families.edit.includes(name)) return 'edit';
  return families.read.includes(name) ? 'read' : null;
}
