import { HooklineError } from '../engine/values/errors.ts';
import { describe } from '../engine/values/text.ts';

export interface Rule {
  readonly text: string;
  readonly tool: string;
  readonly content: string | null;
}

export function readRule(text: string): Rule {
  if (isSeveralRules(text)) refuse(text, 'more than one permission rule; list each of them on its own');
  const parts = /^([\w*.:-]+)(?:\(([\s\S]*)\))?$/.exec(text.trim());
  if (parts === null)
    return refuse(text, 'no permission rule; rules are such as Bash, Bash(git *) or Edit(src/**)');
  const [, tool = '', content = ''] = parts;
  return { text, tool, content: content === '' ? null : content };
}

/** Rules that are joined would be read as one whose content has a bracket, and never match. */
export function isSeveralRules(rule: string): boolean {
  return /\)\s*(?:&&|\|\||,)\s*\w+\(/.test(rule);
}

function refuse(rule: string, why: string): never {
  throw new HooklineError('option-invalid', `${describe(rule)} is ${why}`);
}
