import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, relative } from 'node:path';
import { unresolvedImports } from '../../config/handlers/unresolved-imports.ts';
import type { NamedDeclaration, Override } from '../../config/load/declaration.ts';
import { readConfig } from '../../config/load/read-config.ts';
import type { Problem } from '../../config/source/problem.ts';
import { SourceFile } from '../../config/source/source-file.ts';
import { parseYaml } from '../../config/source/yaml-source.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { contentMark } from './content-mark.ts';
import { filesByPattern, modulesIn, runFiles, type TrustedState } from './trusted-state.ts';

const maxFileBytes = 32 * 1024;
const maxKeptBytes = 128 * 1024;

export interface PresentState {
  readonly state: TrustedState;
  readonly hooks: readonly NamedDeclaration[];
  readonly overrides: readonly Override[];
  readonly problems: readonly Problem[];
  /** Imports that name no file: what they load isn't part of the state. */
  readonly unresolved: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
}

export async function readState(file: string): Promise<PresentState> {
  const folder = dirname(file);
  const { texts, declarations, overrides, problems } = await readConfig([file], {
    levels: true,
    imports: false,
  });
  const run = runFiles(file, declarations);
  const paths = [...new Set([...texts.keys(), ...run.files])];
  const named = paths.map((path) => [relative(folder, path), contentMark(path)] as const);
  const patterns = [...texts].flatMap(([path, text]) => patternsIn(path, text ?? '', folder));
  const state: TrustedState = {
    file,
    marks: Object.fromEntries(named),
    patterns: Object.fromEntries(patterns.map((pattern) => [pattern, filesByPattern(pattern, folder)])),
    modules: Object.fromEntries(run.folders.map((path) => [relative(folder, path), modulesIn(path)])),
  };
  const unresolved = unresolvedImports(run.files, folder);
  return { state, hooks: declarations, overrides, problems, unresolved, texts: keptTexts(paths, folder) };
}

export function absentState(file: string): TrustedState {
  return { file, marks: { [basename(file)]: null }, patterns: {}, modules: {} };
}

function patternsIn(path: string, text: string, folder: string): readonly string[] {
  if (!/\.ya?ml$/.test(extname(path))) return [];
  const { value } = parseYaml(new SourceFile(path, text));
  if (!isObject(value)) return [];
  const { include, hooks } = value;
  return [include, isObject(hooks) ? hooks['scripts'] : undefined]
    .flat()
    .filter((name) => typeof name === 'string')
    .filter((name) => /[*?]/.test(name))
    .map((name) => relative(folder, `${dirname(path)}/${name}`));
}

function keptTexts(paths: readonly string[], folder: string): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  let size = 0;
  for (const path of paths) {
    const text = smallText(path);
    if (text === null || size + text.length > maxKeptBytes) continue;
    size += text.length;
    kept[relative(folder, path)] = text;
  }
  return kept;
}

export function smallText(path: string): string | null {
  try {
    const facts = statSync(path);
    return facts.isFile() && facts.size <= maxFileBytes ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}
