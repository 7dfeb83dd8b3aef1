import { findPoint } from '../../engine/points/point.ts';
import { asPlain, disguise } from './lookalikes.ts';
import { isMeantTool, nearestTool, type OwnTools } from './tool-names.ts';
import { usualPrograms } from './usual-programs.ts';

const rootFolders: ReadonlySet<string> = new Set(
  `Applications Library System Users Volumes bin boot data dev etc home lib media mnt opt private proc root run sbin srv sys
  tmp usr var`.split(/\s+/),
);

export function isFromRoot(path: string): boolean {
  return rootFolders.has(/^\/([^/*?[]+)/.exec(path)?.[1] ?? '');
}

export interface ReadRule {
  readonly tool: string;
  readonly content: string | null;
}

/** Returns text that says what's wrong and what would be right. */
export function readRuleSyntax(written: string, own: OwnTools): ReadRule | string {
  const rule = written.trim();
  const isTool = (name: string): boolean => isMeantTool(name, own);
  const strange = disguise(rule.replace(/\([\s\S]*$/, ''), true);
  if (strange !== null)
    return `it has ${strange}; write ${JSON.stringify(asPlain(rule).replace(/^"(.*)"$/s, '$1'))}`;
  const quoted = /^(["'`])(.*)\1$/s.exec(rule);
  if (quoted !== null)
    return `the quotes count as part of it; write ${JSON.stringify(quoted[2])} without them`;
  if (/^(?:!|not\s|~(?=\w)|-(?=\w))/i.test(rule)) {
    return 'a rule cannot exclude; list what is meant, each on its own';
  }
  const prefix =
    /^(?:(?:deny|ask|allow|block|pre:tool|tool(?:_?name)?)\s*[:=]|(?:deny|ask|allow|block)\s)\s*(?=\w)/i.exec(
      rule,
    );
  if (prefix !== null)
    return `a rule begins with the tool itself; write ${JSON.stringify(rule.slice(prefix[0].length))}`;
  const open = rule.indexOf('(');
  if (open === -1) return wordsOnly(rule, own, isTool);
  const tool = rule.slice(0, open).trimEnd();
  const end = closingOf(rule, open);
  if (end === null) {
    const closed = rule.endsWith('(') ? rule.slice(0, -1) : `${rule})`;
    const isMended = closed.length < rule.length ? open === closed.length : closingOf(closed, open) !== null;
    return `a "(" is never closed${isMended ? `; write ${JSON.stringify(closed)}` : ''}`;
  }
  const behind = rule.slice(end + 1).trim();
  if (behind !== '') return trailing(rule, end, behind);
  if (tool === '') return `a rule begins with a tool; write ${JSON.stringify(`Bash${rule}`)}`;
  const content = rule.slice(open + 1, end);
  if (/^tool(?:_?name)?$/i.test(tool) && isTool(content)) {
    return `a rule begins with the tool itself; write "${nearestTool(content, own) ?? content}"`;
  }
  if (isPoint(tool)) return `${tool} is a point, and a rule begins with a tool such as Bash`;
  if (tool !== rule.slice(0, open)) return `there is no blank before "("; write "${tool}(${content})"`;
  return /^[\w*?[\].:-]+$/.test(tool) ? { tool, content } : (severalTools(tool, isTool) ?? generally(rule));
}

function closingOf(rule: string, open: number): number | null {
  return closing(rule, open, true) ?? closing(rule, open, false);
}

function closing(rule: string, open: number, mindsQuotes: boolean): number | null {
  let depth = 0;
  let quote = '';
  for (let index = open; index < rule.length; index += 1) {
    const sign = rule[index] ?? '';
    if (mindsQuotes && quote !== '') quote = sign === quote ? '' : quote;
    else if (mindsQuotes && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return null;
}

function trailing(rule: string, end: number, behind: string): string {
  if (/^\)+$/.test(behind)) return `it has a ")" too many; write ${JSON.stringify(rule.slice(0, end + 1))}`;
  if (/^(?:[\s,;|&+/]|and\b|or\b)*[\w*]+\(/i.test(behind))
    return 'it is more than one rule; list each on its own';
  return `nothing may follow its ")", not ${JSON.stringify(behind)}`;
}

function wordsOnly(rule: string, own: OwnTools, isTool: (name: string) => boolean): ReadRule | string {
  if (/^(?:all|any|every|everything|each)$/i.test(rule)) return 'every tool is written "*"';
  if (isPoint(rule)) return `${rule} is a point, and a rule names a tool such as Bash`;
  const joined = severalTools(rule, isTool);
  if (joined !== null) return joined;
  const [, name = '', content = ''] =
    /^(\w+)\s*(?:->|=>|[\s:=/.<[{,;|"']+)(.*?)[\])}>"']*$/s.exec(rule) ?? [];
  if (content.trim() !== '' && isTool(name) && !/^mcp/i.test(name)) {
    return `the input of a tool goes in parentheses; write "${nearestTool(name, own)}(${content.trim()})"`;
  }
  if (isTool(rule) || /^mcp[\w*.:-]*$/i.test(rule)) return { tool: rule, content: null };
  if (/^mcp\W/i.test(rule)) return 'the tools of an MCP server are mcp__SERVER__TOOL';
  if (/\s/.test(rule) || usualPrograms.has(rule)) {
    return `a rule begins with a tool; for a command write "Bash(${rule}${/\*$/.test(rule) ? '' : ' *'})"`;
  }
  if (/^[./~]|\/|^\*?\.\w/.test(rule)) {
    const path = isFromRoot(rule) ? `/${rule}` : rule;
    return `a rule begins with a tool; write "Edit(${path})" against writing and "Read(${path})" against reading`;
  }
  return /^[\w*?[\].:-]+$/.test(rule) ? { tool: rule, content: null } : generally(rule);
}

function severalTools(name: string, isTool: (name: string) => boolean): string | null {
  const names = name.split(/\s*(?:[,;|&+/]+|\s(?:and|or)\s|\s)\s*/i).filter((part) => part !== '');
  if (names.length < 2 || !names.every(isTool)) return null;
  return `a rule is about one tool; list each on its own: ${names.map((one) => JSON.stringify(one)).join(', ')}`;
}

function generally(rule: string): string {
  return `a rule is such as "Bash", "Bash(git *)" or "Edit(src/**)", not ${JSON.stringify(rule)}`;
}

function isPoint(name: string): boolean {
  try {
    return findPoint(name).matcher === undefined;
  } catch {
    return false;
  }
}
