import { isFromRoot } from '../../config/rules/rule-syntax.ts';
import { type OwnTools, toolNames } from '../../config/rules/tool-names.ts';
import { compileMatcher } from '../../engine/hooks/matcher.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { words } from '../../engine/values/text.ts';
import { asGlob, isExpression, isPathExpression } from './expressions.ts';

const usualValues: Readonly<Record<string, readonly string[]>> = {
  reason: ['clear', 'resume', 'logout', 'prompt_input_exit', 'bypass_permissions_disabled', 'other'],
  notification_type: words(`
    permission_prompt idle_prompt auth_success elicitation_dialog agent_needs_input agent_completed
  `),
  phase: ['plan', 'act', 'review', 'done'],
  view: ['assistant', 'tool_result', 'notice', 'phase', 'result'],
};

export function openValueProblem(point: Point, written: string, own: OwnTools): string | null {
  const field = point.matches ?? '';
  const list = separated(written, field);
  if (list !== null) return `only "|" separates; write ${JSON.stringify(list)}`;
  if (field !== 'tool_name' && toolNames(own).has(written))
    return `it is a tool, and ${point.name} matches "${field}"`;
  return field === 'path'
    ? pathProblem(written)
    : ((isExpression(written) ? expression(asGlob(written)) : null) ?? valueProblem(written, field));
}

function separated(written: string, field: string): string | null {
  // The name of a file may have blanks, and a phase hardly a comma.
  const parts = written.split(field === 'path' ? /\s*[,;]\s*/ : /\s*[,;&+]+\s*|\s+(?:and|or)\s+/i);
  const isList = parts.length > 1 && parts.every((part) => /^[\w*?./[\]!-]+$/.test(part));
  return isList ? parts.join('|') : null;
}

function valueProblem(written: string, field: string): string | null {
  const usual = lookUp(usualValues, field) ?? [];
  const { matches } = compileMatcher(written);
  if (usual.some((value) => matches(value))) return null;
  const word = plain(written);
  const meant =
    usual.find((value) => plain(value) === word) ?? usual.find((value) => isBegun(value, written));
  if (meant !== undefined) return `it matches no usual ${field}; did you mean "${meant}"?`;
  const isClosed = field === 'reason' && /^\w+$/.test(written);
  return isClosed ? `it is no ${field}, which is one of ${usual.join(', ')}` : null;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '');
}

function isBegun(value: string, word: string): boolean {
  return value.startsWith(`${word.toLowerCase()}_`);
}

/** Events have paths relative to the project, without "./", and absolute paths elsewhere. A "*" also matches "/". */
function pathProblem(written: string): string | null {
  const write = (path: string): string => `write ${JSON.stringify(path)}`;
  const within = 'paths in the project begin with their first folder';
  if (isPathExpression(written)) return expression(asGlob(written));
  if (written.startsWith('./')) return `${within}; ${write(written.slice(2))}`;
  if (/^~\/|\$\{?\w/.test(written)) return 'neither "~" nor variables are replaced; write the whole path';
  if (/^\/[^/]/.test(written) && !isFromRoot(written) && !written.includes('*'))
    return `${within}, and those elsewhere are whole; ${write(written.slice(1))}`;
  if (written.startsWith('**/') && written.length > 3) {
    const name = written.slice(3);
    return `it is not for ${name} in the project's own folder; ${write(`${name}|*/${name}`)}`;
  }
  if (written.endsWith('/')) return `it is for a folder itself; ${write(`${written}*`)}`;
  return /^[\w*.-]+(?:\\[\w*.-]+)+$/.test(written)
    ? `folders are separated by "/"; ${write(written.replaceAll('\\', '/'))}`
    : null;
}

function expression(glob: string | null): string {
  const hint = glob === null ? '' : `; did you mean ${JSON.stringify(glob)}?`;
  return `it looks like a regular expression, but matchers are globs over the whole value${hint}`;
}
