import { allPoints, findPoint } from '../../engine/points/point.ts';
import type { Path } from '../source/yaml-source.ts';

export function pointNames(): readonly string[] {
  return allPoints().flatMap(({ name, also }) => (also === null ? [name] : [name, also]));
}

export function isPoint(key: string): boolean {
  try {
    findPoint(key);
    return true;
  } catch {
    return false;
  }
}

export function isHooksPath(path: Path): boolean {
  return path.at(-1) === 'hooks' && (path.length === 1 || path.at(-2) === 'backend');
}

export function isPointPath(path: Path): boolean {
  return isHooksPath(path.slice(0, -1));
}

export function isEntryPath(path: Path): boolean {
  if (typeof path.at(-1) !== 'number') return false;
  const list = path.slice(0, -1);
  return isPointPath(list) || (list.at(-1) === 'hooks' && isPointPath(list.slice(0, -1)));
}
