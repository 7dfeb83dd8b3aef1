import { allPoints, findPoint } from '../../engine/points/point.ts';
import type { Path } from '../source/yaml-source.ts';

/** Every name that a point goes by. */
export function pointNames(): readonly string[] {
  return allPoints().flatMap(({ name, also }) => (also === null ? [name] : [name, also]));
}

/** Whether a key names a point, also with a matcher in its name. */
export function isPoint(key: string): boolean {
  try {
    findPoint(key);
    return true;
  } catch {
    return false;
  }
}

/** Whether points stand there: under `hooks` of the file, or of an agent. */
export function isHooksPath(path: Path): boolean {
  return path.at(-1) === 'hooks' && (path.length === 1 || path.at(-2) === 'backend');
}

/** Whether the hooks of a point stand there. */
export function isPointPath(path: Path): boolean {
  return isHooksPath(path.slice(0, -1));
}

/** Whether a hook stands there: in the list of a point, or in the list under its `hooks`. */
export function isEntryPath(path: Path): boolean {
  if (typeof path.at(-1) !== 'number') return false;
  const list = path.slice(0, -1);
  return isPointPath(list) || (list.at(-1) === 'hooks' && isPointPath(list.slice(0, -1)));
}
