import { isFromRoot } from '../../config/rules/rule-syntax.ts';
import { isMeantTool, nearestTool, type OwnTools } from '../../config/rules/tool-names.ts';
import { usualPrograms } from '../../config/rules/usual-programs.ts';
import { asGlob, isExpression } from './expressions.ts';

export interface MatcherSetting {
  readonly field: string;
  readonly own: OwnTools;
  readonly isGlob: boolean;
}

export function otherLanguage(written: string, setting: MatcherSetting): string | null {
  // Blanks around alternatives are ignored, so they are no sign of anything.
  const pattern = written.trim().replaceAll(/\s*\|\s*/g, '|');
  const isTool = (name: string): boolean => isMeantTool(name, setting.own);
  const rows = setting.field === 'tool_name' ? [...anyField, ...toolField] : anyField;
  for (const [shape, say] of rows) {
    const found = shape.exec(pattern);
    const said = found === null ? null : say(found, { ...setting, pattern, isTool });
    if (said !== null) return said;
  }
  return null;
}

interface Look extends MatcherSetting {
  readonly pattern: string;
  readonly isTool: (name: string) => boolean;
}

type Row = readonly [shape: RegExp, say: (found: RegExpExecArray, look: Look) => string | null];

const anyField: readonly Row[] = [
  [
    /^\s*(?:r|re|rx)?(["'`])([^"'`]*)\1\s*$/,
    ([, , inside = '']) => `the quotes count as part of it; write ${JSON.stringify(inside)} without them`,
  ],
  [
    /^\s*(?:re|regex|regexp|glob|fnmatch|pattern):\s*(.+)$/s,
    ([, rest = '']) => `no matcher says what it is; write ${JSON.stringify(rest)}`,
  ],
  [
    /^\s*(?:!|[-~](?=\w)|not\s)|\(\?!/i,
    ([found], { isGlob }) =>
      found === '(?!' && !isGlob ? null : 'no matcher excludes; list what it is for, separated by "|"',
  ],
  [
    /^\s*\{([^{}]*)\}\s*$/,
    ([, inside = '']) => `braces are literal; write ${JSON.stringify(joined(inside))}`,
  ],
  [
    /^\s*\[\s*("?[\w*]{2,}"?(?:\s*[,|]\s*"?[\w*]{2,}"?)+)\s*\]\s*$/,
    ([, inside = '']) => `it is one text, no list; write ${JSON.stringify(joined(inside))}`,
  ],
  [
    /^(.*)\[(\w{2,}(?:[,|]\w{2,})+)\](.*)$/,
    ([, before = '', inside = '', behind = '']) => {
      const each = inside.split(/[,|]/).map((part) => before + part + behind);
      return `"[…]" stands for one letter; write ${JSON.stringify(each.join('|'))}`;
    },
  ],
  [/^\s*(?:\$\{?\w+\}?|%[A-Z_]+%|\{\{.*\}\})\s*$/, () => 'variables are not replaced; write the name itself'],
  [
    /\\\|/,
    (_, { pattern }) => `"|" separates as it is; write ${JSON.stringify(pattern.replaceAll('\\|', '|'))}`,
  ],
];

const toolField: readonly Row[] = [
  [
    /(?:^|\|)\s*(\w+)\(\s*([^()|]*?)\s*\)/,
    ([, name = '', content = ''], { isTool, own }) => {
      if (/^tool(?:_?name)?$/i.test(name)) return `write the tool itself: ${JSON.stringify(content)}`;
      if (!isTool(name)) return null;
      const tool = nearestTool(name, own) ?? name;
      if (content === '' || content === '*') return `every call of the tool is "${tool}"`;
      return `a matcher names tools only; what they are called with is for a rule: permissions: { deny: ["${tool}(${content})"] }`;
    },
  ],
  [
    /^[\w*]+__\(([^()]+)\)$/,
    ([whole, inside = ''], { isGlob }) => {
      if (!isGlob) return null;
      const before = whole.slice(0, whole.indexOf('('));
      return expression(
        inside
          .split('|')
          .map((part) => before + part.trim())
          .join('|'),
      );
    },
  ],
  [
    /^\/(\w+(?:\|\w+)*)\/[gimsuy]{0,4}$/,
    ([, inside = ''], { own }) => {
      const names = inside.split('|').map((name) => nearestTool(name, own) ?? name);
      return `a matcher has no slashes around it; write ${JSON.stringify(names.join('|'))}`;
    },
  ],
  [
    /\S/s,
    (_, { pattern, isTool, own, isGlob }) => {
      if (!isGlob) return null;
      if (!isExpression(pattern) && !/^\(.*\)$|\(\?|^\w+\+$/.test(pattern)) return null;
      const plain = pattern.replace(/^\(\?[a-z]+\)/, '').replace(/^\^?\((?:\?:)?([^()]*)\)\$?$/, '$1');
      const glob = asGlob(plain.replace(/(?<=\w)\+$/, ''));
      const names = glob?.split('|').map((name) => (isTool(name) ? nearestTool(name, own) : name));
      return expression(names?.join('|') ?? null);
    },
  ],
  [
    /^(?:tool(?:_?name)?|name|pre:tool|post:tool)\s*(?:={1,3}|:|~|\bis\b)\s*["']?([\w|*]+)["']?$/i,
    ([, rest = '']) => `write the tool itself: ${JSON.stringify(rest)}`,
  ],
  [
    /^(\w+):\*?$/,
    ([, name = ''], { isTool, own }) => (isTool(name) ? `did you mean "${nearestTool(name, own)}"?` : null),
  ],
  [/^(?:all|any|every|everything|each|tools)$/i, () => 'every tool is "*"'],
  [
    /^(?:Pre|Post)ToolUse(?:Failure)?$|^(?:pre|post):tool$/,
    ([name]) => `${name} is a point, and a matcher names tools`,
  ],
  [
    /^[^*?[\]]*[^\s*?[\]|]\s*[,;&/+\s]\s*[^*?[\]]+$/s,
    (_, { pattern, isTool, own }) => {
      const parts = pattern.split(/\s*(?:[,;&/+|\n]+|\s(?:and|or)\s|\s)\s*/i).filter((part) => part !== '');
      if (parts.length < 2 || !parts.every(isTool)) return null;
      const names = parts.map((part) => nearestTool(part, own) ?? part);
      return `only "|" separates; write ${JSON.stringify(names.join('|'))}`;
    },
  ],
  [
    /^\W*(\w+)\W+$|^\W+(\w+)\W*$/,
    ([whole, first, second], { isTool, own }) => {
      const name = first ?? second ?? '';
      if (/[*?[]/.test(whole) || !isTool(name)) return null;
      return `did you mean "${nearestTool(name, own)}"?`;
    },
  ],
  [
    /^(?:[.~]?\/|\*?\.)\S*$|^[\w.-]+\/\S*$/,
    ([path]) => {
      const from = isFromRoot(path) ? `/${path}` : path;
      return `a matcher names tools, not files; files are for a rule: permissions: { deny: ["Edit(${from})"] }`;
    },
  ],
  [
    /^([\w-]+)(?:\s[^|]*)?$/,
    ([line, program = ''], { isTool }) => {
      if (!usualPrograms.has(program) || isTool(line)) return null;
      const pattern = line.endsWith('*') ? line : `${line} *`;
      return `a matcher names tools, not commands; these are for a rule: permissions: { deny: ["Bash(${pattern})"] }`;
    },
  ],
  [
    /^(\w+)\s*[\s:=]\s*([^|]+)$/,
    ([, name = '', content = ''], { isTool, own }) => {
      if (!isTool(name)) return null;
      const tool = nearestTool(name, own);
      if (/^#|^\W*$|^(?:true|false|tool)$/i.test(content)) return `did you mean "${tool}"?`;
      const pattern = content.endsWith('*') || tool !== 'Bash' ? content : `${content} *`;
      return `a matcher names tools only; what they are called with is for a rule: permissions: { deny: ["${tool}(${pattern})"] }`;
    },
  ],
];

function expression(glob: string | null): string {
  const hint = glob === null ? '' : `; did you mean ${JSON.stringify(glob)}?`;
  return `it looks like a regular expression, but matchers are globs over the whole name${hint}`;
}

function joined(list: string): string {
  return list
    .split(/[,|]/)
    .map((name) => name.replaceAll(/["'\s]/g, ''))
    .filter((name) => name !== '')
    .join('|');
}
