import type { z } from 'zod';
import type { HookContext } from '../engine/firing/context.ts';
import type { EffectType, Reply } from '../engine/outcome/effects.ts';
import type { PointName } from '../engine/points/point-types.ts';
import { HooklineError } from '../engine/values/errors.ts';
import type { Fields } from '../engine/values/shapes.ts';
import type { HookFunction } from '../handlers/handler.ts';

export interface BuiltinSetting {
  /** What relative paths are relative to: the folder of the file that names the hook. */
  readonly directory: string;
}

/** A hook that ships: one row of the table that `type: builtin` is looked up in. */
export interface Builtin<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly summary: string;
  /** The points that it may be registered at. */
  readonly points: readonly PointName[] | 'any';
  /** Where it stands in the chain unless its registration says so. */
  readonly priority?: number;
  readonly options: Schema;
  create(options: z.output<Schema>, setting: BuiltinSetting): HookFunction;
}

/** What makes a hook of a row: it may answer at once or later, and any effect. */
type Answer = (input: Fields, context: HookContext) => Reply | Promise<Reply>;

export function defineBuiltin<Schema extends z.ZodObject>(row: Builtin<Schema>): Builtin<Schema> {
  return row;
}

export function serves(row: Pick<Builtin, 'points'>, point: string): boolean {
  return row.points === 'any' || row.points.some((name) => name === point);
}

/** Makes the engine's kind of handler. Registering it at a point that it does not serve is refused at once. */
export function builtinFunction(
  row: Pick<Builtin, 'name' | 'points'>,
  answer: Answer,
  registered?: (point: string) => void,
): HookFunction {
  const handler = async (input: Fields, context: HookContext): Promise<Reply<never>> =>
    // The engine drops what the point does not admit.
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
