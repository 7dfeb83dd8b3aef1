import { keysOf, valueAt } from '../../engine/values/shapes.ts';
import { handlerTypes } from '../../handlers/handler.ts';
import { entrySchemas } from './entry-schema.ts';

/** The types of a file beside those that ship: those it names a module for, and those of the host. */
export function ownTypes(file: unknown): readonly string[] {
  const named = [...keysOf(valueAt(file, ['handlers'])), ...handlerTypes()];
  return [...new Set(named)].filter((type) => !Object.hasOwn(entrySchemas, type));
}
