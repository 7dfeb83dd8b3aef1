import { cutEnd } from '../engine/values/cut-text.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import { isCovered } from './covered-line.ts';
import { JudgedCall } from './judged-call.ts';
import type { CallUse, GivenCall } from './uses/call-uses.ts';

/** Rules such as `Bash`, `Bash(git *)`, `Edit(src/**)` or `mcp__memory`. */
export interface RuleLists {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
}

export type RuleCall = GivenCall;

/** A rule that a call falls under, and what in the call it is about. */
export interface RuleMatch {
  readonly rule: string;
  /** The command or the path; null when the rule is about every call of the tool. */
  readonly about: string | null;
}

/** What to say of a match behind the rule: `: rm -rf x`. */
export function aboutOf({ about }: RuleMatch): string {
  if (about === null) return '';
  return `: ${cutEnd(about, 200)}`;
}

/**
 * The rules, compiled once. Deny and ask rules hold back what they name however it is written, and what cannot be told. An
 * allow rule grants only what it names for certain; several together grant a line whose every command one of them names.
 */
export class PermissionRules {
  readonly #allow: readonly CompiledRule[];
  readonly #deny: readonly CompiledRule[];
  readonly #ask: readonly CompiledRule[];
  readonly #root: string | null;

  /** `root` is the folder that the paths of rules count from. Default: the folder of the call. */
  constructor(
    { allow = [], deny = [], ask = [] }: RuleLists = {},
    { root }: { readonly root?: string } = {},
  ) {
    this.#allow = allow.map(compileRule);
    this.#deny = deny.map(compileRule);
    this.#ask = ask.map(compileRule);
    this.#root = root ?? null;
  }

  /** The rule that denies the call, or null. */
  denies(call: RuleCall): RuleMatch | null {
    return first(this.#deny, this.#judged(call));
  }

  asks(call: RuleCall): RuleMatch | null {
    return first(this.#ask, this.#judged(call));
  }

  /** The rules that together allow the call, or null. */
  allows(call: RuleCall): string | null {
    const judged = this.#judged(call);
    const alone = this.#allow.find((rule) => rule.certainly(judged));
    if (alone !== undefined) return alone.text;
    return this.#coversLine(judged) ? this.#allow.map(({ text }) => text).join(', ') : null;
  }

  #judged(call: RuleCall): JudgedCall {
    return new JudgedCall(call, this.#root);
  }

  #coversLine(judged: JudgedCall): boolean {
    const { toolName, cwd } = judged.call;
    const rules = this.#allow.filter((rule) => rule.command !== null && rule.isAbout(toolName));
    if (rules.length === 0 || judged.reading === null) return false;
    return isCovered(judged.reading, {
      covers: (command) => rules.some((rule) => rule.command?.covers(command) === true),
      opens: (path, access) => {
        const use: CallUse = {
          access,
          path: [path],
          folders: [cwd],
          deep: false,
          guessed: false,
          byCommand: true,
        };
        return this.#allow.some((rule) => rule.opens(use, judged));
      },
    });
  }
}

function first(rules: readonly CompiledRule[], judged: JudgedCall): RuleMatch | null {
  for (const rule of rules) {
    const about = rule.possibly(judged);
    if (about !== null) return { rule: rule.text, about: about === '' ? null : about };
  }
  return null;
}
