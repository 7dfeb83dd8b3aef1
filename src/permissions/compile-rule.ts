import { compileWildcard } from '../bounds/wildcard.ts';
import { canonicalTool, isToolNamed } from '../engine/points/tool-names.ts';
import { CommandRule } from './command-rule.ts';
import type { JudgedCall } from './judged-call.ts';
import { PathRule } from './path-rule.ts';
import { type Rule, readRule } from './rule.ts';
import { type Family, familyAccess, familyOf } from './tool-families.ts';
import type { CallUse } from './uses/call-uses.ts';

/** A rule that calls can be held against. */
export interface CompiledRule {
  readonly text: string;
  /** What it says of commands; null when it is not about commands. */
  readonly command: CommandRule | null;
  /** Whether it is about a tool of that name. */
  isAbout(tool: string): boolean;
  /** What in the call the rule names, or could name: a command, a path, or `''` for all of it; null when nothing. */
  possibly(judged: JudgedCall): string | null;
  /** Whether the rule names the call, and all of it. */
  certainly(judged: JudgedCall): boolean;
  /** Whether a rule about paths names what a redirection opens. */
  opens(use: CallUse, judged: JudgedCall): boolean;
}

export function compileRule(text: string): CompiledRule {
  const rule = readRule(text);
  const family = familyOf(rule.tool);
  if (family !== null && rule.content !== null) return pathRule(rule, family, rule.content);
  const tool = canonicalTool(rule.tool);
  if (rule.content === null || rule.content === '*') return wholeRule(rule);
  if (tool === 'Bash') return commandRule(rule, rule.content);
  return fieldRule(rule, tool, rule.content);
}

/** `Bash`: every call of the tool. `Edit` is also about the other tools that edit, `Read` about those that read. */
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
      const { readings } = judged;
      if (readings === null) return 'a command that is no text';
      return readings.map((reading) => command.possiblyIn(reading)).find((about) => about !== null) ?? null;
    },
    certainly: () => false,
  };
}

/** `Edit(src/**)`: whatever writes there, by any tool. As an allow it is for the tools of its family. */
function pathRule(rule: Rule, family: Family, content: string): CompiledRule {
  const lax = new PathRule(content, { ignoresCase: true });
  const strict = new PathRule(content);
  const accesses = familyAccess[family];
  // A tool that edits a file shows what is in it, and an unknown tool may read what it writes.
  const concerns = ({ access, byCommand }: CallUse): boolean =>
    accesses.includes(access) || (family === 'read' && access === 'write' && !byCommand);
  return {
    ...none(rule, (tool) => familyOf(tool) === family),
    possibly: ({ call, uses: { uses, doubts }, bases }) => {
      const found = uses
        .filter(concerns)
        .map((use) => lax.possibly(use, bases))
        .find((about) => about !== null);
      // A tool of the family without a path could mean any.
      const isBlind =
        uses.length === 0 && (familyOf(call.toolName) === family || familyOf(call.toolName) === 'edit');
      return found ?? doubts[0] ?? (isBlind ? '' : null);
    },
    certainly: ({ call, uses: { uses, doubts }, bases }) =>
      familyOf(call.toolName) === family &&
      doubts.length === 0 &&
      uses.some(({ guessed }) => !guessed) &&
      uses.every((use) => use.guessed || strict.certainly(use, bases)),
    opens: (use, { bases }) => accesses.includes(use.access) && strict.certainly(use, bases),
  };
}

/** Rules about another field of the call, or about the paths of a tool that is neither for editing nor for reading. */
function fieldRule(rule: Rule, tool: string, content: string): CompiledRule {
  const isAbout = toolTest(rule.tool);
  const domain = /^domain:(.*)$/.exec(content)?.[1];
  const field =
    tool === 'WebFetch' && domain !== undefined ? 'url' : tool === 'Task' ? 'subagent_type' : null;
  if (field === null) return otherPathRule(rule, isAbout, content);
  const matches = compileWildcard(domain?.toLowerCase() ?? content);
  const given = ({ call: { input } }: JudgedCall): string | null => {
    const value = input[field];
    if (typeof value !== 'string') return null;
    if (field !== 'url') return value;
    return URL.canParse(value) ? new URL(value).hostname : null;
  };
  return {
    ...none(rule, isAbout),
    possibly: (judged) => {
      if (!isAbout(judged.call.toolName)) return null;
      const value = given(judged);
      return value === null || matches(value) ? (value ?? '') : null;
    },
    certainly: (judged) => isAbout(judged.call.toolName) && matches(given(judged) ?? '\0'),
  };
}

function otherPathRule(rule: Rule, isAbout: (tool: string) => boolean, content: string): CompiledRule {
  const lax = new PathRule(content, { ignoresCase: true });
  const strict = new PathRule(content);
  return {
    ...none(rule, isAbout),
    possibly: ({ call, uses: { uses, doubts }, bases }) => {
      if (!isAbout(call.toolName)) return null;
      const found = uses.map((use) => lax.possibly(use, bases)).find((about) => about !== null);
      return found ?? doubts[0] ?? (uses.length === 0 ? '' : null);
    },
    certainly: ({ call, uses: { uses, doubts }, bases }) =>
      isAbout(call.toolName) &&
      doubts.length === 0 &&
      uses.some(({ guessed }) => !guessed) &&
      uses.every((use) => use.guessed || strict.certainly(use, bases)),
  };
}

function none({ text }: Rule, isAbout: (tool: string) => boolean): CompiledRule {
  return { text, command: null, isAbout, possibly: () => null, certainly: () => false, opens: () => false };
}

/** `mcp__server` stands for every tool of that server, `*` for any text. */
function toolTest(name: string): (tool: string) => boolean {
  if (name.includes('*')) return compileWildcard(name);
  const isServer = name.startsWith('mcp__') && !name.slice('mcp__'.length).includes('__');
  return (tool) => isToolNamed(tool, name) || (isServer && tool.startsWith(`${name}__`));
}
