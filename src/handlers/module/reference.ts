import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { pickExport } from './exported.ts';

export interface ModuleReference {
  readonly file: string;
  readonly name: string;
}

export type ModuleFunction = (event: unknown, context: unknown) => unknown;

export function readReference(handler: string, directory: string): ModuleReference {
  const hash = handler.lastIndexOf('#');
  // A folder may have a # in its name, an export has no slash.
  const hasName = hash > 0 && !handler.slice(hash).includes('/');
  return {
    file: resolve(directory, hasName ? handler.slice(0, hash) : handler),
    name: hasName ? handler.slice(hash + 1) || 'default' : 'default',
  };
}

const quietMs = 1000;

/** Changes when the file changes. A guard's file must have been left alone for a while before its change counts. */
export function stampOf({ file }: ModuleReference, before: string | null = null, isGuard = false): string {
  const status = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (status === undefined) throw new HookFailure('missing', `${file} does not exist`);
  const isFresh = Math.abs(Date.now() - Number(status.mtimeMs)) < quietMs;
  if (isGuard && before !== null && isFresh) return before;
  return `${status.mtimeNs}-${status.size}-${status.ino}`;
}

const typeScript = new Set(['.ts', '.mts', '.cts']);

export function checkFile(reference: ModuleReference): void {
  const { file } = reference;
  stampOf(reference);
  if (!typeScript.has(extname(file))) return;
  // Newer than the oldest supported Node, so the types lack it.
  const { typescript } = process.features as { readonly typescript?: unknown };
  if (typescript !== undefined && typescript !== false) return;
  throw new HookFailure(
    'missing',
    `${file} is TypeScript, which Node ${process.versions.node} cannot run; 22.18, 23.6 or later can`,
  );
}

export async function importFunction(
  reference: ModuleReference,
  stamp: string | null,
): Promise<ModuleFunction> {
  const exported = pickExport(await importModule(reference, stamp), reference.name);
  if (typeof exported === 'function') return exported as ModuleFunction;
  throw noFunction(reference, typeof exported);
}

export async function importModule(reference: ModuleReference, stamp: string | null): Promise<object> {
  checkFile(reference);
  const { file } = reference;
  const url = pathToFileURL(file);
  if (stamp !== null) {
    url.searchParams.set('stamp', stamp);
    // CommonJS is cached by its file, whatever the address says.
    delete createRequire(url).cache[file];
  }
  try {
    return (await import(url.href)) as object;
  } catch (error) {
    throw new HookFailure(
      'missing',
      `${file} cannot be imported: ${HookFailure.from(error, 'missing').message}`,
    );
  }
}

export function noFunction({ file, name }: ModuleReference, type: string): HookFailure {
  const what = name === 'default' ? 'default export' : `export "${name}"`;
  const problem = type === 'undefined' ? `has no ${what}` : `has as its ${what} a value of type ${type}`;
  return new HookFailure('missing', `${file} ${problem}; it takes a function`);
}
