import { isFile } from '../../files/file-facts.ts';
import type { PathText } from '../../shell/actions/path-text.ts';

const tellingName = /^(?:\.[\w-]|hookline$)/;

export function knownEnd(path: PathText): string {
  return path.slice(path.lastIndexOf(null) + 1).join('');
}

export interface EndOptions {
  readonly takesAll: boolean;
  readonly atLeast: number;
}

/** An end that begins with a slash begins with a whole name. */
export function couldBe(end: string, own: string, { takesAll, atLeast }: EndOptions): boolean {
  const names = namesIn(end).filter((name) => name !== '.' && name !== '..');
  const its = namesIn(own);
  const isWhole = /^[/.]/.test(end) && !/^\.[^./]/.test(end);
  const agrees = (count: number, from: number): boolean =>
    names.slice(0, count).every((name, at) => {
      const other = its[from + at] ?? '';
      return name === other || (at === 0 && count > 1 && !isWhole && other.endsWith(name));
    });
  for (let count = atLeast; count <= Math.min(names.length, its.length); count += 1)
    if (agrees(count, its.length - count) && (count === names.length || !isFile(own))) return true;
  if (!takesAll || !tellingName.test(names.at(-1) ?? '')) return false;
  return its.some((_, from) => from + names.length < its.length && agrees(names.length, from));
}

function namesIn(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '');
}
