import type { z } from 'zod';
import type { HookContext } from '../engine/hooks/hook-context.ts';
import type { EffectType, Reply } from '../engine/outcome/effects.ts';
import type { PointName } from '../engine/points/point-types.ts';
import { HooklineError } from '../engine/values/errors.ts';
import type { Fields } from '../engine/values/shapes.ts';
import type { HookFunction } from '../handlers/handler.ts';

export interface BuiltinSetting {
  readonly directory: string;
}

export interface Builtin<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly summary: string;
  readonly points: readonly PointName[] | 'any';
  readonly priority?: number;
  /** Its answer follows from the event and its options alone, or from these and files. Others keep or change something. */
  readonly judges?: 'event' | 'files';
  readonly options: () => Schema;
  create(options: z.output<Schema>, setting: BuiltinSetting): HookFunction;
}

type Answer = (input: Fields, context: HookContext) => Reply | Promise<Reply>;

export function defineBuiltin<Schema extends z.ZodObject>(row: Builtin<Schema>): Builtin<Schema> {
  return row;
}

export function serves(row: Pick<Builtin, 'points'>, point: string): boolean {
  return row.points === 'any' || row.points.some((name) => name === point);
}

export function builtinFunction(
  row: Pick<Builtin, 'name' | 'points'>,
  answer: Answer,
  registered?: (point: string) => void,
): HookFunction {
  const handler = async (input: Fields, context: HookContext): Promise<Reply<never>> =>
    // The engine drops effects that the point does not admit.
    (await answer(input, context)) as Reply<never>;
  const rights: HookFunction['rights'] = (point): readonly EffectType[] => {
    if (serves(row, point.name)) {
      registered?.(point.name);
      return point.admits;
    }
    const places = row.points === 'any' ? '' : row.points.join(', ');
    throw new HooklineError('option-invalid', `"${row.name}" works at ${places}; not at ${point.name}`);
  };
  return Object.assign(handler, { rights });
}
