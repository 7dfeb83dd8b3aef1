import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { absolutePath } from '../../../files/real-path.ts';
import { toolError } from '../../../models/tool-result.ts';
import { defineTool } from '../define-tool.ts';
import { problemOf } from '../text-file.ts';
import type { Tool } from '../tool.ts';
import { compilePathPattern } from './path-pattern.ts';
import { walkFiles } from './walk-files.ts';

const maxFiles = 100;

const input = z.object({
  pattern: z.string().min(1).describe('Such as `**/*.ts` or `src/*.{js,ts}`.'),
  path: z.string().optional().describe('The folder to look in. Default: the working folder.'),
});

export const globTool: Tool = defineTool({
  name: 'Glob',
  description: `Finds files by a pattern of their paths, the last changed first, at most ${maxFiles}.`,
  input,
  concurrent: true,
  readOnly: true,
  async run({ pattern, path = '.' }, { cwd, signal }) {
    const place = placeOf(pattern, absolutePath(path, cwd));
    const problem = await folderProblem(place.folder);
    if (problem !== null) return toolError(problem);
    const compiled = compilePathPattern(place.pattern);
    const walk = walkFiles(place.folder, { signal, pattern: compiled });
    const found: { readonly path: string; readonly changed: number }[] = [];
    for await (const file of walk.files) {
      if (!compiled.matches(file)) continue;
      const full = join(place.folder, file);
      found.push({ path: full, changed: await changedAt(full) });
    }
    if (found.length === 0) return 'No files found';
    found.sort((left, right) => right.changed - left.changed || (left.path < right.path ? -1 : 1));
    const lines = found.slice(0, maxFiles).map((file) => file.path);
    if (found.length > maxFiles)
      lines.push(`[${found.length - maxFiles} more files; use a narrower pattern]`);
    if (walk.isCut()) lines.push('[not all folders were looked at; use a narrower path]');
    return lines.join('\n');
  },
});

function placeOf(pattern: string, folder: string): { readonly folder: string; readonly pattern: string } {
  if (!isAbsolute(pattern) && !pattern.startsWith('..') && !pattern.startsWith('~'))
    return { folder, pattern };
  const parts = pattern.split('/');
  const wild = parts.findIndex((part) => /[*?[{]/.test(part));
  const fixed = parts.slice(0, wild < 0 ? -1 : wild).join('/');
  return {
    folder: absolutePath(fixed === '' ? '/' : fixed, folder),
    pattern: parts.slice(wild < 0 ? -1 : wild).join('/'),
  };
}

async function folderProblem(folder: string): Promise<string | null> {
  try {
    return (await stat(folder)).isDirectory() ? null : `${folder} is a file, not a folder`;
  } catch (error) {
    return problemOf(error, folder);
  }
}

async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}
