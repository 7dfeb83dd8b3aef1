import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { existingPath } from '../../files/file-facts.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { globNames } from '../../files/glob-names.ts';
import { absolutePath } from '../../files/real-path.ts';
import { pathTexts, wholeText } from '../../permissions/uses/path-text.ts';
import { spelling } from '../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../shell/reading.ts';
import { programFiles } from './installed-program.ts';

const mainName = /(?:^|\/)cli\/main(?:\.js)?$/;

/** Whether a word names the file that starts hookline; `maybe` where that cannot be told. */
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

/** What a search finds, or a path that ends like hookline's. */
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

/** By where it leads, and by the package that it is in. One that is not there yet may be made before. */
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
