import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { existingPath } from '../../files/file-facts.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { globNames } from '../../files/glob-names.ts';
import { absolutePath } from '../../files/real-path.ts';
import { type PathText, pathTexts, wholeText } from '../../shell/actions/path-text.ts';
import { spelling } from '../../shell/read/queries.ts';
import type { ShellCommand, ShellWord } from '../../shell/read/reading.ts';
import { launcherPath } from '../install/checksums.ts';

const mainName = /(?:^|\/)cli\/main(?:\.js)?$/;

export function namesProgramFile(
  word: ShellWord,
  { folders }: ShellCommand,
  cwd: string,
): 'yes' | 'maybe' | 'no' {
  const answers = pathTexts(word).flatMap((text) =>
    folders.map((folder) => {
      const place = folder === null ? null : absolutePath(folder, cwd);
      if ('glob' in text) return matched(text.glob, place);
      const path = wholeText(text);
      if (path === null) return isOpenPath(word) ? 'maybe' : 'no';
      if (place === null && !/^[/~]/.test(path)) return /(?:^|\/)main(?:\.js)?$/.test(path) ? 'maybe' : 'no';
      return isOwnMain(absolutePath(path, place ?? '/'));
    }),
  );
  return answers.find((answer) => answer === 'yes') ?? answers.find((answer) => answer === 'maybe') ?? 'no';
}

export function isProgramFile(path: PathText, folders: readonly (string | null)[]): 'yes' | 'maybe' | 'no' {
  const text = wholeText(path);
  if (text === null) return mainName.test(path.at(-1) ?? '') ? 'maybe' : 'no';
  const answers = folders.map((folder) =>
    folder === null && !/^[/~]/.test(text)
      ? mainName.test(text)
        ? 'maybe'
        : 'no'
      : isOwnMain(absolutePath(text, folder ?? '/')),
  );
  return answers.find((answer) => answer !== 'no') ?? 'no';
}

function isOpenPath(word: ShellWord): boolean {
  const [piece, ...others] = word.pieces;
  if (others.length === 0 && piece?.kind === 'unknown' && piece.from === 'found') return true;
  return mainName.test(spelling(word));
}

function matched(glob: string, folder: string | null): 'yes' | 'maybe' | 'no' {
  if (folder === null && !isAbsolute(glob)) return 'no';
  try {
    const names = globNames(glob, folder ?? '/').map((name) => isOwnMain(absolutePath(name, folder ?? '/')));
    return names.includes('yes') ? 'yes' : 'no';
  } catch (problem) {
    if (!(problem instanceof UnjudgeablePath)) throw problem;
    return 'maybe';
  }
}

/** A missing file may be created before it runs. */
function isOwnMain(path: string): 'yes' | 'maybe' | 'no' {
  const real = existingPath(path) ?? existingPath(`${path}.js`);
  if (real === null) return mainName.test(path) ? 'maybe' : 'no';
  if (programFiles().includes(real)) return 'yes';
  if (!mainName.test(real)) return 'no';
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(real, '../../../package.json'), 'utf8'));
    return Object(manifest).name === 'hookline' ? 'yes' : 'no';
  } catch {
    return 'no';
  }
}

const mainInPackage = /\/dist\/cli\/main\.js$/;

function programFiles(): readonly string[] {
  const mains = [existingPath(process.argv[1] ?? ''), inLauncher('main')];
  return [...new Set(mains.filter((path) => path !== null))].filter((path) => mainInPackage.test(path));
}

/** In hookline's own repository, only `dist` counts. */
export function installedProgram(): readonly string[] {
  const packages = programFiles().flatMap((main) => {
    const root = dirname(dirname(dirname(main)));
    if (!root.includes('/node_modules/')) return [join(root, 'dist')];
    const modules = dirname(root);
    return [root, join(modules, '.bin', 'hookline'), join(modules, '..', '..', 'bin', 'hookline')];
  });
  const nodes = [process.execPath, inLauncher('node')].filter((path) => path !== null);
  return [...new Set([...packages, ...nodes])];
}

function inLauncher(name: 'node' | 'main'): string | null {
  try {
    const [, value] = new RegExp(`^_${name}='(.*)'$`, 'm').exec(readFileSync(launcherPath(), 'utf8')) ?? [];
    return value?.replaceAll(`'\\''`, "'") ?? null;
  } catch {
    return null;
  }
}
