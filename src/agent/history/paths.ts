import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';

const inside = 'work/';
const outside = 'root/';

/**
 * The names of files. For people and hooks: relative to the root if the file is below it, otherwise absolute. In the
 * history: below `work` or below `root`. Links are resolved, so each file has one name.
 */
export class HistoryPaths {
  readonly root: string;

  constructor(root: string) {
    this.root = realPath(resolve(root), '/');
  }

  /** The real file behind a path. */
  real(path: string, cwd: string = this.root): string {
    return realPath(path, cwd);
  }

  shown(file: string): string {
    return isWithin(file, this.root) && file !== this.root
      ? relative(this.root, file).split(sep).join('/')
      : file;
  }

  inHistory(file: string): string {
    const shown = this.shown(file);
    return isAbsolute(shown) ? `${outside}${allowed(shown.slice(1))}` : `${inside}${allowed(shown)}`;
  }

  /** The real file for a name of the history. */
  behind(name: string): string {
    if (name.startsWith(inside)) return join(this.root, meant(name.slice(inside.length)));
    return `/${meant(name.slice(outside.length))}`;
  }
}

/** git refuses trees that look like a repository, so such names get a prefix. */
function allowed(path: string): string {
  return path.replaceAll(/(?<=^|\/)(?=%*(?:\.git|git~1)(?:\/|$))/gi, '%');
}

function meant(name: string): string {
  return name.replaceAll(/(?<=^|\/)%(?=%*(?:\.git|git~1)(?:\/|$))/gi, '');
}
