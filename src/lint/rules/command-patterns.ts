import { usualPrograms } from '../../config/rules/usual-programs.ts';
import { asGlob, isExpression } from '../matchers/expressions.ts';

export function commandPatternProblem(content: string, tool: string): string | null {
  return (
    shapes.map(([shape, say]) => (shape.test(content) ? say(content, ruleFor(tool)) : null)).find(isSaid) ??
    null
  );
}

/** A rule that only the bare command fits. Authors of a deny rarely mean that. */
export function isBareCommand(content: string): boolean {
  return !content.includes('*');
}

type Rule = (content: string) => string;

function ruleFor(tool: string): Rule {
  return (content) => JSON.stringify(`${tool}(${content})`);
}

function isSaid(text: string | null): boolean {
  return text !== null;
}

const shapes: readonly (readonly [shape: RegExp, say: (content: string, rule: Rule) => string | null])[] = [
  [
    /^\s*(["'`])([^"'`]*)\1\s*$/,
    (content, rule) => `the quotes count as part of the command; write ${rule(content.trim().slice(1, -1))}`,
  ],
  [
    /^\s*(?:command|cmd|exec|program|shell|line|run)\s*[:=]\s*(?=\S)/i,
    (content, rule) =>
      `a pattern is the command itself; write ${rule(content.replace(/^\s*\w+\s*[:=]\s*/, ''))}`,
  ],
  [/^["'`][^"'`]*$/, (content, rule) => `a quote is never closed; write ${rule(content.slice(1))}`],
  [/^!|^not\s/i, () => 'a rule cannot exclude; list what is meant, each on its own'],
  [
    /:\s+\*$|^:\*/,
    (content, rule) =>
      `":*" belongs at the very end, right after a word; write ${rule(content.replace(/\s*\*?:\s*\*$/, ' *'))}`,
  ],
  [
    /^\w*\{[^{}]*,[^{}]*\}/,
    (content, rule) => `braces are literal; list each: ${braced(content).map(rule).join(', ')}`,
  ],
  [
    /\S/,
    (content, rule) => {
      if (!isExpression(content)) return null;
      const glob = asGlob(content);
      const hint = glob === null ? '' : `; did you mean ${rule(withArguments(glob))}?`;
      return `it looks like a regular expression, and in a rule only "*" is a placeholder${hint}`;
    },
  ],
  [
    /[^\s|]\|[^\s|]/,
    (content, rule) =>
      `"|" does not separate; list each on its own: ${split(content, /\s*\|\s*/)
        .map(rule)
        .join(', ')}`,
  ],
  [
    /(?:^|\s)(?:&&|\|\||[|;&])(?:\s|$)|(?<!\\);|&\s/,
    (content, rule) =>
      `a line is judged command by command, so none has ${joinerOf(content)} in it; list each on its own: ${split(
        content,
        /\s*(?:&&|\|\||[|;&])\s*/,
      )
        .map(rule)
        .join(', ')}`,
  ],
  [
    /^[a-z][\w-]*(?: [^,]*)?(?:,\s*[a-z][\w-]*(?: [^,]*)?)+$/,
    (content, rule) => {
      const parts = split(content, /,\s*/);
      const isList = parts.every((part) => /^\S+$|\*$/.test(part));
      return isList ? `"," does not separate; list each on its own: ${parts.map(rule).join(', ')}` : null;
    },
  ],
  [
    /(?:^|\s)\d*>{1,2}\s*\S/,
    (content) => {
      const target = />{1,2}\s*(\S+)/.exec(content)?.[1] ?? '*';
      const path = target.startsWith('/') ? `/${target}` : target;
      return `redirections are not part of a command; against writing use ${JSON.stringify(`Edit(${path})`)}`;
    },
  ],
  [
    /^(?:[A-Za-z_]\w*=\S*\s+)+\S/,
    (content, rule) =>
      `variables before a command are not part of it; write ${rule(content.replace(/^(?:\w+=\S*\s+)+/, ''))}`,
  ],
  [
    /^(?:[~.]?\/)?[\w./-]*\*\*[\w./*-]*$|^\*?\.\w[\w.-]*$/,
    (content) => `it looks like a path; a rule about files is "Edit(${content})" or "Read(${content})"`,
  ],
  [/^\$/, () => 'the program is known only when it runs; name the program itself'],
  [/\\/, () => 'a backslash is literal; remove it, or write "*" for what it escapes'],
  [
    /^[A-Z]+(?:\s|$|:)/,
    (content, rule) => {
      const [program = ''] = /^[A-Z]+/.exec(content) ?? [];
      const small = program.toLowerCase();
      return usualPrograms.has(small)
        ? `programs are called in small letters; write ${rule(small + content.slice(program.length))}`
        : null;
    },
  ],
];

function split(content: string, separator: RegExp): readonly string[] {
  return content
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '*')
    .map(withArguments);
}

function withArguments(content: string): string {
  return isBareCommand(content) ? `${content} *` : content;
}

function braced(content: string): readonly string[] {
  const [whole = '', inside = ''] = /\{([^{}]*)\}/.exec(content) ?? [];
  return inside.split(',').map((part) => content.replace(whole, () => part.trim()));
}

function joinerOf(content: string): string {
  return JSON.stringify(/&&|\|\||[|;&]/.exec(content)?.[0] ?? ';');
}
