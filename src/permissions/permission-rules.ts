import { compileWildcard, compileWordsWildcard } from '../bounds/wildcard.ts';
import type { ToolInput } from '../engine/points/inputs.ts';
import { canonicalTool } from '../engine/points/tool-names.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { describe } from '../engine/values/text.ts';
import { absolutePath, realPath } from '../files/real-path.ts';
import { compileIfRule } from './if-rule.ts';
import { shellReadings } from './shell-readings.ts';
import { subcommandsOf } from './subcommands.ts';

/** Rules such as `Bash`, `Bash(git *)`, `Edit(src/**)` or `mcp__memory`. */
export interface RuleLists {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
}

export interface RuleCall {
  readonly toolName: string;
  readonly input: ToolInput;
  readonly cwd: string;
}

type Rule = (call: RuleCall) => boolean;

/** The rules, compiled once. What a rule cannot judge counts against the call: it is held back, and never let through. */
export class PermissionRules {
  readonly #allow: readonly (readonly [string, Rule])[];
  readonly #deny: readonly (readonly [string, Rule])[];
  readonly #ask: readonly (readonly [string, Rule])[];

  constructor({ allow = [], deny = [], ask = [] }: RuleLists = {}) {
    this.#allow = allow.map((rule) => [rule, certainly(rule)]);
    this.#deny = deny.map((rule) => [rule, possibly(rule)]);
    this.#ask = ask.map((rule) => [rule, possibly(rule)]);
  }

  /** The rule that denies the call, or null. */
  denies(call: RuleCall): string | null {
    return first(this.#deny, call);
  }

  asks(call: RuleCall): string | null {
    return first(this.#ask, call);
  }

  allows(call: RuleCall): string | null {
    return first(this.#allow, call);
  }
}

/** Rules that are joined would be read as one whose content has a bracket, and never match. */
export function isSeveralRules(rule: string): boolean {
  return /\)\s*(?:&&|\|\||,)\s*\w+\(/.test(rule);
}

/** The rules of Claude Code's `if`, which speaks of itself when it refuses one. */
export function compileRule(rule: string): (event: Readonly<Record<string, unknown>>) => boolean {
  const refuse = (why: string): never => {
    throw new HooklineError('option-invalid', `${describe(rule)} is ${why}`);
  };
  if (isSeveralRules(rule)) refuse('more than one permission rule; list each of them on its own');
  try {
    return compileIfRule(rule);
  } catch {
    return refuse('no permission rule; rules are such as Bash, Bash(git *) or Edit(src/**)');
  }
}

const fileFields = ['file_path', 'notebook_path', 'path'] as const;

function first(rules: readonly (readonly [string, Rule])[], call: RuleCall): string | null {
  return rules.find(([, matches]) => matches(call))?.[0] ?? null;
}

/** True when any spelling of the call is what the rule names, or could be. */
function possibly(rule: string): Rule {
  const matches = compileRule(rule);
  const runs = shellRule(rule);
  return (call) => [call, ...respelled(call)].some((spelling) => matches(eventOf(spelling))) || runs(call);
}

/**
 * A rule about commands is one about programs, however they are written: `env /bin/rm x` is `rm x`. A program that is
 * only known at run time could be the one.
 */
function shellRule(rule: string): Rule {
  const [, tool = '', content = ''] = /^(\w+)\(([\s\S]+)\)$/.exec(rule.trim()) ?? [];
  if (canonicalTool(tool) !== 'Bash' || content === '*') return () => false;
  const pattern = content.replace(/:\*$/, ' *');
  const isMeant = pattern.endsWith(' *')
    ? compileWordsWildcard(pattern.slice(0, -2))
    : compileWildcard(pattern);
  return ({ toolName, input: { command } }) => {
    if (canonicalTool(toolName) !== 'Bash' || typeof command !== 'string') return false;
    return shellReadings(command)?.some(isMeant) ?? true;
  };
}

/** True when every part and every spelling of the call is what the rule names. */
function certainly(rule: string): Rule {
  const matches = compileRule(rule);
  const content = /^[^(]*\(([\s\S]*)\)$/.exec(rule.trim())?.[1] ?? '';
  if (content === '' || content === '*') return (call) => matches(eventOf(call));
  return (call) => {
    const parts = plainParts(call);
    return parts.length > 0 && parts.every((part) => matches(eventOf(part)));
  };
}

/** What must all be allowed for the call to be: each simple command, or each spelling of its path. None when in doubt. */
function plainParts(call: RuleCall): readonly RuleCall[] {
  const { command } = call.input;
  if (typeof command !== 'string') return respelled(call);
  // What is put in at run time, written elsewhere or set beforehand is not in the words that the rule is compared with.
  if (/[$`<>]|(?:^|[\s;&|(])[A-Za-z_]\w*\+?=/.test(command)) return [];
  return (subcommandsOf(command) ?? []).map((part) => ({
    ...call,
    input: { ...call.input, command: part },
  }));
}

/** The same call with its path spelled out, and with links resolved. */
function respelled(call: RuleCall): readonly RuleCall[] {
  const field = fileFields.find((name) => typeof call.input[name] === 'string');
  if (field === undefined) return isSubject(call) ? [call] : [];
  const path = String(call.input[field]);
  return [absolutePath(path, call.cwd), realPath(path, call.cwd)].map((spelling) => ({
    ...call,
    input: { ...call.input, [field]: spelling },
  }));
}

/** Calls without a path that a rule can name all the same. */
function isSubject({ input: { subagent_type: type, url } }: RuleCall): boolean {
  return typeof type === 'string' || (typeof url === 'string' && URL.canParse(url));
}

function eventOf({ toolName, input, cwd }: RuleCall): Readonly<Record<string, unknown>> {
  return { hook_event_name: 'PreToolUse', tool_name: toolName, tool_input: input, cwd };
}
