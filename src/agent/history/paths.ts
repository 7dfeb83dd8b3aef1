import { lstatSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';

const inside = 'work/';
const outside = 'root/';

/** Guards' files, and those of git and hookline: no agent writes there, so a record of it is suspicious. */
const ownNames =
  /(?:^|\/)(?:\.git|\.hookline)(?:\/|$)|(?:^|\/)(?:hookline\.ya?ml|\.claude\/settings(?:\.local)?\.json)$/i;

export class HistoryPaths {
  readonly root: string;
  readonly #isGuarding: (file: string) => boolean;

  constructor(root: string, isGuarding: (file: string) => boolean = () => false) {
    this.root = realPath(resolve(root), '/');
    this.#isGuarding = isGuarding;
  }

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

  /** Why an undo must not touch that file: a record may be forged, and a folder may be a link now. */
  objection(name: string, isNamed: boolean): string | null {
    if (!isPlainName(name)) return 'is not a name from the history';
    const file = this.behind(name);
    if (this.real(file) !== file)
      return 'is now reached through a link, and nothing is written through links';
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts !== undefined && !facts.isFile()) return 'is no file now';
    if (isNamed) return null;
    // Writing to a file changes it under all its names.
    if (facts !== undefined && facts.nlink > 1)
      return 'has a second name in another place; name it with --file to restore it';
    if (name.startsWith(outside)) return 'is outside of this folder; name it with --file to restore it';
    return ownNames.test(this.shown(file)) || this.#isGuarding(file)
      ? 'is not a file that agents write; name it with --file to restore it'
      : null;
  }

  behind(name: string): string {
    if (name.startsWith(inside)) return join(this.root, meant(name.slice(inside.length)));
    return `/${meant(name.slice(outside.length))}`;
  }
}

function isPlainName(name: string): boolean {
  const [top, ...parts] = name.split('/');
  const isKnown = `${top}/` === inside || `${top}/` === outside;
  return isKnown && parts.length > 0 && parts.every((part) => !['', '.', '..'].includes(part));
}

/** git refuses trees that look like a repository, so such names get a prefix. */
function allowed(path: string): string {
  return path.replaceAll(/(?<=^|\/)(?=%*(?:\.git|git~1)(?:\/|$))/gi, '%');
}

function meant(name: string): string {
  return name.replaceAll(/(?<=^|\/)%(?=%*(?:\.git|git~1)(?:\/|$))/gi, '');
}
