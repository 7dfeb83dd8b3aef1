import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { absolutePath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import { type PathText, wholeText } from '../../shell/actions/path-text.ts';

/** Where the files can't be looked at, folders count whose names say what is in them: `.claude`. */
export function isCopiedTo(
  own: string,
  folder: string,
  sources: readonly PathText[],
  from: readonly (string | null)[],
  isMade: (path: string) => boolean = () => false,
): boolean {
  if (own === folder || !isWithin(own, folder)) return false;
  const below = relative(folder, own);
  const [first = ''] = below.split(sep);
  const isTelling = /^\.[\w-]/.test(basename(folder));
  if (sources.length === 0) return isTelling;
  return sources.some((source) => {
    const text = wholeText(source);
    if (text === null) return isTelling;
    return from.some((place) => {
      if (place === null && !/^[/~]/.test(text)) return isTelling;
      const path = absolutePath(text, place ?? '/');
      // It may be made by what comes before in the line.
      if (isMade(join(path, below)) || (basename(path) === first && isMade(join(dirname(path), below))))
        return true;
      if (!existsSync(path)) return isTelling && !/[*?[]/.test(text);
      return (
        existsSync(join(path, below)) || (basename(path) === first && existsSync(join(dirname(path), below)))
      );
    });
  });
}
