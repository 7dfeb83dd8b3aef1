import { type EffectType, effectTypes } from '../outcome/effects.ts';
import { HooklineError } from '../values/errors.ts';
import { didYouMean } from '../values/suggest.ts';
import type { Point, PointDefinition } from './point-types.ts';
import { type PointRow, pointTable } from './points.ts';

export type EffectSet = number;

const types = Object.keys(effectTypes) as EffectType[];

export function effectSet(admitted: readonly EffectType[]): EffectSet {
  return admitted.reduce((set, type) => set | (1 << types.indexOf(type)), 0);
}

export function includesEffect(set: EffectSet, type: EffectType): boolean {
  return (set & (1 << types.indexOf(type))) !== 0;
}

const known = new Map<string, Point>();

export function definePoint<Fields extends object>(): <
  const Name extends string,
  const Row extends PointDefinition<Fields>,
>(
  name: Name,
  row: Row,
) => Point<Name, Fields, Row> {
  return (name, row) => {
    const point = asPoint(name, row);
    const twin = known.get(name) ?? (row.also === undefined ? undefined : known.get(row.also));
    if (twin === undefined) {
      checkRow(point);
      addPoint(point);
    } else if (JSON.stringify(twin) !== JSON.stringify(point)) {
      throw new HooklineError('point-conflict', `the point "${twin.name}" is already defined differently`);
    }
    return (twin ?? point) as Point<typeof name, Fields, typeof row>;
  };
}

export function allPoints(): readonly Point[] {
  return [...new Set(known.values())];
}

export interface PointReference {
  readonly point: Point;
  readonly matcher: string | undefined;
}

export function pointNamed(name: string): Point {
  const point = known.get(name);
  if (point !== undefined) return point;
  throw new HooklineError('point-unknown', `unknown point "${name}"${didYouMean(name, known.keys())}`);
}

export function findPoint(name: string): PointReference {
  for (let end = known.has(name) ? 0 : name.lastIndexOf(':'); end > 0; end = name.lastIndexOf(':', end - 1)) {
    const point = known.get(name.slice(0, end));
    if (point !== undefined) return { point, matcher: name.slice(end + 1) };
  }
  return { point: pointNamed(name), matcher: undefined };
}

function asPoint(name: string, row: PointRow): Point {
  return Object.freeze({
    name,
    also: row.also ?? null,
    summary: row.summary,
    firedBy: row.firedBy ?? null,
    matches: row.matches ?? null,
    values: row.values ?? null,
    subject: row.subject ?? null,
    admits: row.admits,
    block: row.block ?? null,
    toolResult: row.toolResult ?? false,
    fields: row.fields,
    rights: effectSet([...row.admits, 'notify']),
  });
}

function checkRow(point: Point): void {
  const problem = problemOf(point);
  if (problem !== null) throw new HooklineError('point-invalid', `the point "${point.name}" ${problem}`);
}

function problemOf({ admits, subject, matches, block }: Point): string | null {
  const stranger = admits.find((type) => !Object.hasOwn(effectTypes, type));
  if (stranger !== undefined) return `admits "${stranger}", which is not an effect`;
  if (admits.includes('modify') && subject === null) return 'admits modify but names no subject';
  if (subject !== null && subject === matches)
    return 'matches what modify replaces, so a rewrite could dodge a matcher';
  if (block !== null && !admits.includes(block)) return `blocks by ${block} but does not admit it`;
  return null;
}

function addPoint(point: Point): void {
  known.set(point.name, point);
  if (point.also !== null) known.set(point.also, point);
}

for (const [name, row] of Object.entries(pointTable)) addPoint(asPoint(name, row));
