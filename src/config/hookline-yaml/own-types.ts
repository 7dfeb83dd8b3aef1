import { keysOf, valueAt } from '../../engine/values/shapes.ts';
import { handlerTypes } from '../../handlers/handler.ts';
import { entrySchemas } from './entry-schema.ts';

/** The types that hooks of a file can have beside the shipped ones: those it names a module for, and those of the host. */
export function ownTypes(file: unknown): readonly string[] {
  const named = [...keysOf(valueAt(file, ['handlers'])), ...handlerTypes()];
  return [...new Set(named)].filter((type) => !Object.hasOwn(entrySchemas, type));
}
