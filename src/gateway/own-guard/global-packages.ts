import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isObject } from '../../engine/values/shapes.ts';
import { absolutePath } from '../../files/real-path.ts';
import type { ShellCommand } from '../../shell/reading.ts';

const globally = /^(?:-g|--global|global|--location=global|link)$/;
const adding = /^(?:install|i|in|ins|add|update|up|upgrade|link|ln)$/;
/** A package that is not from a registry: its name is in it. */
const elsewhere = /^(?:file:|link:|portal:|\.{0,2}\/|~\/|\.{1,2}$)|^[^:]*\.(?:tgz|tar\.gz|tar)$/;
const fetched = /^(?:git[+:]|https?:|ssh:|github:|gitlab:|bitbucket:|gist:|[\w.-]+\/[\w.-]+(?:#|$))|\.git$/;
const maxBytes = 16 * 1024 * 1024;

/** Whether a packager may replace the hookline of all the user's projects. A package whose name cannot be told may do so. */
export function replacesProgram({ folders }: ShellCommand, words: readonly string[], cwd: string): boolean {
  if (!words.some((word) => globally.test(word)) || !words.some((word) => adding.test(word))) return false;
  const places = folders.map((folder) => (folder === null ? null : absolutePath(folder || '.', cwd)));
  const given = words.filter((word) => !word.startsWith('-') && !globally.test(word) && !adding.test(word));
  const isOwnFolder = given.length === 0 && words.some((word) => /^(?:link|ln|install|i|add)$/.test(word));
  const packages = isOwnFolder ? ['.'] : given;
  return packages.some((name) => {
    if (!elsewhere.test(name)) return fetched.test(name);
    const path = name.replace(/^(?:file|link|portal):(?:\/\/(?=\/))?/, '');
    return places.some((place) => place === null || mayBeOwn(absolutePath(path, place)));
  });
}

/** By the name and the programs in its manifest. */
function mayBeOwn(path: string): boolean {
  const manifest = manifestOf(path);
  if (!isObject(manifest)) return true;
  const { name, bin } = manifest;
  const programs = isObject(bin) ? Object.keys(bin) : typeof bin === 'string' ? [basename(String(name))] : [];
  return [name, ...programs].some((one) => one === 'hookline' || one === 'node');
}

function manifestOf(path: string): unknown {
  try {
    if (!/\.(?:tgz|tar\.gz)$/.test(path)) return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const text = gunzipSync(readFileSync(path), { maxOutputLength: maxBytes }).toString('latin1');
    return { name: /"name"\s*:\s*"hookline"|"hookline"\s*:/.test(text) ? 'hookline' : '' };
  } catch {
    return null;
  }
}
