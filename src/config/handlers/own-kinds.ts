import { dirname } from 'node:path';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import type { HandlerKind } from '../../handlers/handler.ts';
import { importModule, readReference, stampOf } from '../../handlers/module/reference.ts';
import type { FileParts } from '../schema/schema.ts';
import { mistake, type Problem } from '../source/problem.ts';
import type { Source } from '../source/yaml-source.ts';
import { shippedTypes } from './shipped-types.ts';

export interface OwnKind {
  readonly kind: HandlerKind;
  readonly file: string;
  readonly stamp: string;
}

export interface OwnKinds {
  readonly kinds: ReadonlyMap<string, OwnKind>;
  readonly problems: readonly Problem[];
}

/** Imports the modules under `handlers:`, and finds in each the type it is named for. Without imports, each is taken to do nothing. */
export async function readOwnKinds(
  { handlers = {} }: FileParts,
  source: Source,
  imports = true,
): Promise<OwnKinds> {
  const kinds = new Map<string, OwnKind>();
  const problems: Problem[] = [];
  for (const [type, module] of Object.entries(handlers)) {
    try {
      const folder = dirname(source.file.path);
      kinds.set(type, imports ? await readOwnKind(type, module, folder) : unread(type, module, folder));
    } catch (problem) {
      const place = source.at(['handlers', type]);
      problems.push(mistake(messageOf(problem), place));
    }
  }
  return { kinds, problems };
}

function unread(type: string, module: string, directory: string): OwnKind {
  const kind: HandlerKind = { type, summary: '', create: () => async () => undefined };
  return { kind, file: readReference(module, directory).file, stamp: '' };
}

async function readOwnKind(type: string, module: string, directory: string): Promise<OwnKind> {
  if (shippedTypes.has(type)) {
    throw new HookFailure('invalid', `"${type}" is a type that ships with hookline; give yours another name`);
  }
  const reference = readReference(module, directory);
  const stamp = stampOf(reference);
  const exported = Object.values(await importModule(reference, stamp));
  const kind = exported.find((value) => isKind(value) && value.type === type);
  if (isKind(kind)) return { kind, file: reference.file, stamp };
  const others = exported.filter(isKind).map((other) => describe(other.type));
  const found = others.length === 0 ? 'no definition of a handler' : `only ${others.join(' and ')}`;
  throw new HookFailure(
    'missing',
    `${module} does not define the type "${type}": it exports ${found}; ` +
      `it takes \`export const ${type} = { type: '${type}', create(options) { return (event) => … } }\``,
  );
}

function isKind(value: unknown): value is HandlerKind {
  return isObject(value) && typeof value['type'] === 'string' && typeof value['create'] === 'function';
}
