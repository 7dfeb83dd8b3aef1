import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { nearest } from '../../engine/values/suggest.ts';
import { whyMissing } from '../warnings/missing-file.ts';

const about = /^(?:Edit|Write|MultiEdit|NotebookEdit|Read|NotebookRead|Glob|Grep|LS)\(([\s\S]+)\)$/;

/** Hidden files and what builds make: rules are written before they are there. */
const mayComeLater = /^(?:\..+|dist|build|out|target|coverage|node_modules|vendor|tmp|logs?)$/;

/** Says so when a rule is about files that are not there; null when they are, or when it cannot be told. */
export function rulePathWarning(rule: string, root: string): string | null {
  const [, pattern = ''] = about.exec(rule.trim()) ?? [];
  const path = pattern.trim().replace(/^\.\//, '');
  if (path === '' || /[\\${}|,;!"'`^()]/.test(path)) return null;
  const parts = path.split('/');
  if (parts.length === 1) return nameWarning(path, root);
  const folder = path.startsWith('//') ? '/' : path.startsWith('~/') ? homedir() : root;
  const literal = path.replace(/^(?:\/\/|~\/|\/)/, '').split('/');
  const end = literal.findIndex((part) => /[*?[]/.test(part));
  const known = literal.slice(0, end === -1 ? literal.length : end).filter((part) => part !== '');
  // One part that is missing is told, and not all that would be below it.
  for (let length = 1; length <= known.length; length += 1) {
    const place = join(folder, ...known.slice(0, length));
    if (existsSync(place)) continue;
    const shown = known.slice(0, length).join('/');
    const why = whyMissing(place);
    if (why === '' && mayComeLater.test(known[length - 1] ?? '')) return null;
    return `nothing is at ${path.startsWith('//') ? '/' : path.startsWith('~/') ? '~/' : ''}${shown}${why}`;
  }
  return null;
}

/** A name is looked for at any depth, so only one that is nearly right is told. */
function nameWarning(name: string, root: string): string | null {
  if (/[*?[]/.test(name) || name.startsWith('~') || existsSync(join(root, name))) return null;
  try {
    const near = nearest(name, readdirSync(root));
    return near === null ? null : `nothing here is called ${name}, did you mean "${near}"?`;
  } catch {
    return null;
  }
}
