import { cutEnd } from '../engine/values/cut-text.ts';
import type { GivenCall } from '../shell/actions/action.ts';
import { type CompiledRule, compileRule, type RuleOptions } from './compile-rule.ts';
import { isCovered, oddArgument } from './covered-line.ts';
import { JudgedCall } from './judged-call.ts';

export interface RuleLists {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
}

export type RuleCall = GivenCall;

export interface RuleMatch {
  readonly rule: string;
  /** The command or the path; null when the rule is about every call of the tool. */
  readonly about: string | null;
}

export function aboutOf({ about }: RuleMatch): string {
  if (about === null) return '';
  return `: ${cutEnd(about, 200)}`;
}

/** Deny and ask rules match what may be meant; an allow rule only what it names for certain. */
export class PermissionRules {
  readonly #allow: readonly CompiledRule[];
  readonly #deny: readonly CompiledRule[];
  readonly #ask: readonly CompiledRule[];
  readonly #root: string | null;

  constructor(
    { allow = [], deny = [], ask = [] }: RuleLists = {},
    { root, isAnyDepth }: RuleOptions & { readonly root?: string } = {},
  ) {
    this.#allow = allow.map((rule) => compileRule(rule));
    this.#deny = deny.map((rule) => compileRule(rule, { isAnyDepth }));
    this.#ask = ask.map((rule) => compileRule(rule, { isAnyDepth }));
    this.#root = root ?? null;
  }

  denies(call: RuleCall): RuleMatch | null {
    return first(this.#deny, this.#judged(call));
  }

  asks(call: RuleCall): RuleMatch | null {
    return first(this.#ask, this.#judged(call));
  }

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
    const [reading, ...others] = judged.does.readings;
    const isPlain = typeof judged.call.input['command'] === 'string' && others.length === 0;
    if (rules.length === 0 || reading === undefined || !isPlain || oddArgument(judged.call.input) !== null)
      return false;
    return isCovered(reading, {
      covers: (command) => rules.some((rule) => rule.command?.covers(command) === true),
      opens: (path, kind) => {
        const use = { kind, path: [path], folders: [cwd], below: null, isSure: true, command: null };
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
