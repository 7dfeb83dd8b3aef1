import { canonicalTool } from '../../engine/points/tool-names.ts';
import type { UnplacedWarning } from '../source/problem.ts';
import { commandPatternProblem, isBareCommand } from './command-patterns.ts';
import { disguise } from './lookalikes.ts';
import { pathPatternProblem } from './path-patterns.ts';
import type { ReadRule } from './rule-syntax.ts';
import { lookalike, nearestTool, type OwnTools, toolWarning } from './tool-names.ts';
import { usualPrograms } from './usual-programs.ts';

/** What the warnings about a rule depend on. */
export interface RuleSetting {
  readonly own: OwnTools;
  /** The folder that the project is in. */
  readonly root: string;
  /** Whether a call that the rule names is held back. */
  readonly isRestraint: boolean;
  /** Whether a program wrote it down, as Claude Code does with what it was allowed: then the pattern is any command. */
  readonly isSaved: boolean;
}

const pathTools: ReadonlySet<string> = new Set([
  'Edit',
  'Glob',
  'Grep',
  'LS',
  'MultiEdit',
  'NotebookEdit',
  'NotebookRead',
  'Read',
  'Write',
  'apply_patch',
  'fs_write',
  'str_replace_editor',
]);
const agentTools: ReadonlySet<string> = new Set(['Skill', 'SlashCommand', 'Task']);

const maxLength = 1000;

/** What is worth a second look in a permission rule, though it can be read: mostly that it would never match. */
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
    return said(written, `nothing stands in its parentheses; every call of the tool is "${given}"`);
  if (tool === 'PowerShell')
    return said(written, `commands in the language of PowerShell are not read; every call is "${given}"`);
  if (tool === 'Bash') {
    const problem = commandPatternProblem(content, given);
    if (problem !== null) return said(written, problem);
    return isRestraint && isBareCommand(content) ? [bare(given, content)] : [];
  }
  if (pathTools.has(tool)) {
    const problem = pathPatternProblem(content, given, root);
    return problem === null ? [] : [{ code: 'rule-path', message: `${JSON.stringify(written)}: ${problem}` }];
  }
  if (tool === 'WebFetch') return said(written, domainProblem(content));
  if (agentTools.has(tool)) return [];
  if (tool.includes('*') && !tool.startsWith('mcp__')) return said(written, manyToolsProblem(content));
  return said(written, `a rule about ${given} has no pattern; every call of it is "${given}"`);
}

function said(written: string, problem: string | null): readonly UnplacedWarning[] {
  return problem === null
    ? []
    : [{ code: 'rule-pattern', message: `${JSON.stringify(written)}: ${problem}` }];
}

function bare(tool: string, content: string): UnplacedWarning {
  const message = `"${tool}(${content})" is about "${content}" without any arguments; with them it is "${tool}(${content} *)"`;
  return { code: 'rule-bare', message };
}

/** Where a rule is about several tools, only paths are what all of them are called with. */
function manyToolsProblem(content: string): string | null {
  const [program = ''] = content.split(/[\s:]/);
  if (!/\s/.test(content) && !usualPrograms.has(program)) return null;
  return `what several tools are called with is a path here; a command is "Bash(${content})"`;
}

/** What `WebFetch` is called with is told by its domain. */
function domainProblem(content: string): string | null {
  const host = content
    .replace(/^domain:\s*/, '')
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/:?#].*$/, '');
  return host !== '' && content === `domain:${host}`
    ? null
    : `a rule about WebFetch names a domain; write "WebFetch(domain:${host || 'example.com'})"`;
}
