import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleSetting } from '../../config/rules/check-rule.ts';
import { disguise } from '../../config/rules/lookalikes.ts';
import { isFromRoot, type ReadRule } from '../../config/rules/rule-syntax.ts';
import { lookalike, nearestTool, toolWarning } from '../../config/rules/tool-names.ts';
import { usualPrograms } from '../../config/rules/usual-programs.ts';
import { type UnplacedWarning, unplaced } from '../../config/source/problem.ts';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { words } from '../../engine/values/text.ts';
import { asGlob, isPathExpression } from '../matchers/expressions.ts';
import { commandPatternProblem, isBareCommand } from './command-patterns.ts';

const pathTools: ReadonlySet<string> = new Set(
  words(`
  Edit Glob Grep LS MultiEdit NotebookEdit NotebookRead Read Write apply_patch fs_write
  str_replace_editor
`),
);
const agentTools: ReadonlySet<string> = new Set(['Skill', 'SlashCommand', 'Task']);

const maxLength = 1000;

export function ruleWarnings(
  written: string,
  { tool, content }: ReadRule,
  setting: RuleSetting,
): readonly UnplacedWarning[] {
  // Nobody writes such a rule by hand, and looking at it could take long.
  if (written.length > maxLength) return [];
  const strange = disguise(written);
  if (strange !== null) return [lookalike(written, strange)];
  const unknown = toolWarning(tool, setting.own, 'mcp__NAME');
  // What is wrong with the pattern of a misspelt tool is told as well, since both must be mended.
  const meant = unknown === null ? tool : (nearestTool(tool, setting.own) ?? tool);
  const patterns = setting.isSaved ? [] : contentWarnings(written, meant, content, setting);
  return unknown === null ? patterns : [unknown, ...patterns];
}

function contentWarnings(
  written: string,
  given: string,
  content: string | null,
  { root, isRestraint }: RuleSetting,
): readonly UnplacedWarning[] {
  if (content === null || content === '*') return [];
  const tool = canonicalTool(given);
  if (content.trim() === '')
    return said(written, `its parentheses are empty; every call of the tool is "${given}"`);
  if (tool === 'PowerShell')
    return said(written, `commands in the language of PowerShell are not read; every call is "${given}"`);
  if (tool === 'Bash') {
    const problem = commandPatternProblem(content, given);
    if (problem !== null) return said(written, problem);
    return isRestraint && isBareCommand(content) ? [bare(given, content)] : [];
  }
  if (pathTools.has(tool)) {
    const problem = pathPatternProblem(content, given, root);
    return problem === null ? [] : [unplaced('rule-path', `${JSON.stringify(written)}: ${problem}`)];
  }
  if (tool === 'WebFetch') return said(written, domainProblem(content));
  if (agentTools.has(tool)) return [];
  if (tool.includes('*') && !tool.startsWith('mcp__')) return said(written, manyToolsProblem(content));
  return said(written, `a rule about ${given} has no pattern; every call of it is "${given}"`);
}

function said(written: string, problem: string | null): readonly UnplacedWarning[] {
  return problem === null ? [] : [unplaced('rule-pattern', `${JSON.stringify(written)}: ${problem}`)];
}

function bare(tool: string, content: string): UnplacedWarning {
  const message = `"${tool}(${content})" is about "${content}" without any arguments; with them it is "${tool}(${content} *)"`;
  return unplaced('rule-bare', message);
}

/** Of several tools, only paths are an input that all of them have. */
function manyToolsProblem(content: string): string | null {
  const [program = ''] = content.split(/[\s:]/);
  if (!/\s/.test(content) && !usualPrograms.has(program)) return null;
  return `what several tools are called with is a path here; a command is "Bash(${content})"`;
}

function domainProblem(content: string): string | null {
  const host = content
    .replace(/^domain:\s*/, '')
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/:?#].*$/, '');
  return host !== '' && content === `domain:${host}`
    ? null
    : `a rule about WebFetch names a domain; write "WebFetch(domain:${host || 'example.com'})"`;
}

function pathPatternProblem(content: string, tool: string, root: string): string | null {
  const rule = (pattern: string): string => JSON.stringify(`${tool}(${pattern})`);
  const quoted = /^\s*(["'`])([^"'`]*)\1\s*$/.exec(content);
  if (quoted !== null) return `the quotes count as part of the path; write ${rule(quoted[2] ?? '')}`;
  const keyed = /^\s*(?:file_?path|path|file|glob|pattern)\s*[:=]\s*(?=[^/\s])/i.exec(content);
  if (keyed !== null) return `a pattern is the path itself; write ${rule(content.slice(keyed[0].length))}`;
  if (content.startsWith('!')) return 'a rule cannot exclude; list what is meant, each on its own';
  return (
    otherSystem(content, rule) ??
    absolute(content, rule, root) ??
    expression(content, rule) ??
    several(content, rule)
  );
}

type Rule = (pattern: string) => string;

function otherSystem(content: string, rule: Rule): string | null {
  if (/^file:/i.test(content)) {
    return `a path is not an address; write ${rule(content.replace(/^file:\/{0,2}\/?/i, '//'))}`;
  }
  const home = /^(?:\$HOME\b|\$\{HOME\}|%USERPROFILE%|\$env:USERPROFILE\b)[\\/]?/i.exec(content);
  if (home !== null) {
    return `variables are not replaced; your home is "~/": ${rule(`~/${slashes(content.slice(home[0].length))}`)}`;
  }
  if (/\$\{?\w|%\w+%/.test(content)) return 'variables are not replaced; write the path itself';
  if (/^~[\w-]+(?:\/|$)/.test(content))
    return `only your own home has a "~"; write the whole path after "//"`;
  if (/^[A-Za-z]:[\\/]/.test(content))
    return `a whole path begins with "//"; write ${rule(`//${slashes(content)}`)}`;
  if (/^(?:\\\\)?(?:[\w*.-]+\\)+[\w*.-]*$/.test(content) && !/\.[*+]|\\\.|^\\/.test(content)) {
    return `folders are separated by "/"; write ${rule(slashes(content))}`;
  }
  return null;
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

function absolute(content: string, rule: Rule, root: string): string | null {
  if (content === '~') return `your home is "~/", with all that is in it "~/**"`;
  const [, first = ''] = /^\/([^/*?[]+)/.exec(content) ?? [];
  if (first === '' || existsSync(join(root, first))) return null;
  if (!isFromRoot(content) && !existsSync(`/${first}`)) return null;
  return `one slash is the folder of the project, so this is ${content.slice(1)} in there; from the root of the file system it is ${rule(`/${content}`)}`;
}

function expression(content: string, rule: Rule): string | null {
  if (!isPathExpression(content)) return null;
  const glob = asGlob(content, '**');
  const hint = glob === null ? '' : `; did you mean ${rule(glob)}?`;
  return `it looks like a regular expression, and paths are matched as in .gitignore${hint}`;
}

function several(content: string, rule: Rule): string | null {
  const [whole, inside] = /\{([^{}]*,[^{}]*)\}/.exec(content) ?? [];
  if (whole !== undefined && inside !== undefined) {
    const each = inside.split(',').map((part) => rule(content.replace(whole, () => part.trim())));
    return `braces are literal; list each: ${each.join(', ')}`;
  }
  const [, sign] = /(\s*[|;]\s*|,\s+|(?<=\*),)/.exec(content) ?? [];
  if (sign === undefined) return null;
  const each = content.split(/\s*[|;,]\s*/).filter((part) => part !== '');
  return `"${sign.trim()}" does not separate; list each on its own: ${each.map(rule).join(', ')}`;
}
