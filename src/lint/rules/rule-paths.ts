import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PlacedRule } from '../../config/hookline-yaml/permissions-reader.ts';
import { type Problem, warning } from '../../config/source/problem.ts';
import { projectFolder } from '../../config/source/project-folder.ts';
import { whyMissing } from '../../config/source/why-missing.ts';
import { nearest } from '../../engine/values/suggest.ts';

const about = /^(?:Edit|Write|MultiEdit|NotebookEdit|Read|NotebookRead|Glob|Grep|LS)\(([\s\S]+)\)$/;

/** Rules are often written before these files exist. */
const mayComeLater = /^(?:\..+|dist|build|out|target|coverage|node_modules|vendor|tmp|logs?)$/;

export function rulePathWarnings(rules: readonly PlacedRule[]): readonly Problem[] {
  return rules.flatMap(({ rule, place }) => {
    const [, pattern = ''] = about.exec(rule.trim()) ?? [];
    const message = missingRulePath(pattern, projectFolder(place.file));
    return message === null
      ? []
      : [warning('rule-path-missing', `${JSON.stringify(rule)}: ${message}`, place)];
  });
}

/** A pattern as in .gitignore: a single name may be at any depth. */
export function missingRulePath(pattern: string, root: string): string | null {
  const path = pattern.trim().replace(/^\.\//, '');
  if (path === '' || /[\\${}|,;!"'`^()]/.test(path)) return null;
  return path.includes('/') ? missingPart(path, root) : nameProblem(path, root);
}

/** Reports the first part that is missing, not everything below it. `//` begins an absolute path. */
export function missingPart(path: string, root: string): string | null {
  const [start, folder] = path.startsWith('//')
    ? ['/', '/']
    : path.startsWith('~/')
      ? ['~/', homedir()]
      : ['', root];
  const literal = path.replace(/^(?:\/\/|~\/|\/)/, '').split('/');
  const end = literal.findIndex((part) => /[*?[]/.test(part));
  const known = literal.slice(0, end === -1 ? literal.length : end).filter((part) => part !== '');
  for (let length = 1; length <= known.length; length += 1) {
    const place = join(folder, ...known.slice(0, length));
    if (existsSync(place)) continue;
    const why = whyMissing(place);
    if (why === '' && mayComeLater.test(known[length - 1] ?? '')) return null;
    return `nothing is at ${start}${known.slice(0, length).join('/')}${why}`;
  }
  return null;
}

function nameProblem(name: string, root: string): string | null {
  if (/[*?[]/.test(name) || name.startsWith('~') || existsSync(join(root, name))) return null;
  try {
    const near = nearest(name, readdirSync(root));
    return near === null ? null : `nothing here is called ${name}, did you mean "${near}"?`;
  } catch {
    return null;
  }
}
