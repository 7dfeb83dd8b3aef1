import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asGlob, isPathExpression } from './expressions.ts';

/** Folders at the root of a file system, on one system or another. */
const rootFolders: ReadonlySet<string> = new Set(
  `Applications Library System Users Volumes bin boot data dev etc home lib media mnt opt private proc root run sbin srv sys
  tmp usr var`.split(/\s+/),
);

/**
 * What keeps a pattern of paths from holding back what it is meant for, and what would be right; null when nothing is
 * known. `root` is the folder that the project is in.
 */
export function pathPatternProblem(content: string, tool: string, root: string): string | null {
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

/** Paths as another system, or another program, writes them. */
function otherSystem(content: string, rule: Rule): string | null {
  if (/^file:/i.test(content)) {
    return `a path is no address; write ${rule(content.replace(/^file:\/{0,2}\/?/i, '//'))}`;
  }
  const home = /^(?:\$HOME\b|\$\{HOME\}|%USERPROFILE%|\$env:USERPROFILE\b)[\\/]?/i.exec(content);
  if (home !== null) {
    return `variables are not replaced; your home is "~/": ${rule(`~/${slashes(content.slice(home[0].length))}`)}`;
  }
  if (/\$\{?\w|%\w+%/.test(content)) return 'variables are not replaced; write the path itself';
  if (/^~[\w-]+(?:\/|$)/.test(content))
    return `only your own home has a "~"; write the whole path behind "//"`;
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

/** Whether a path can only be meant from the root of the file system, whatever the project has. */
export function isFromRoot(path: string): boolean {
  return rootFolders.has(/^\/([^/*?[]+)/.exec(path)?.[1] ?? '');
}

/** As in Claude Code, one slash is the project's folder and two are the root of the file system. */
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
    return `braces stand for themselves; list each: ${each.join(', ')}`;
  }
  const [, sign] = /(\s*[|;]\s*|,\s+|(?<=\*),)/.exec(content) ?? [];
  if (sign === undefined) return null;
  const each = content.split(/\s*[|;,]\s*/).filter((part) => part !== '');
  return `"${sign.trim()}" does not separate; list each on its own: ${each.map(rule).join(', ')}`;
}
