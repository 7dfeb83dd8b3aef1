import { dirname, resolve } from 'node:path';
import { type NamedDeclaration, placeOf } from '../../config/load/declaration.ts';
import type { HookEntry } from '../../config/schema/hook-entry.ts';
import { type Problem, warning } from '../../config/source/problem.ts';
import { whyMissing } from '../../config/source/why-missing.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { handlerKind } from '../../handlers/handler.ts';

/** The key of the entry, the code and the message. */
type Found = readonly [key: string, code: string, message: string];

export function environmentWarnings(declaration: NamedDeclaration): readonly Problem[] {
  const { entry, place } = declaration;
  if (entry === undefined) return [];
  return [...inEntry(entry, dirname(place.file))].map(([key, code, message]) =>
    warning(code, message, placeOf(declaration, key)),
  );
}

function* inEntry(entry: HookEntry, folder: string): Generator<Found> {
  if (entry.type === 'command' && entry.cwd !== undefined) yield* inFolder('cwd', entry.cwd, folder);
  if (entry.type === 'python')
    for (const path of [entry.pythonPath ?? []].flat()) yield* inFolder('pythonPath', path, folder);
  if (entry.type === 'command' || entry.type === 'python') {
    for (const name of [entry.passEnv ?? []].flat()) yield* inPassEnv(name);
    yield* inEnv(entry.env ?? {});
  }
  if (entry.type === 'http') yield* inHttp(entry);
  if (entry.type === 'prompt') {
    const obstacle = handlerKind(entry.type).obstacle?.(entry);
    if (obstacle?.code === 'variable-missing') yield ['model', obstacle.code, obstacle.message];
  }
}

function* inFolder(key: string, path: string, folder: string): Generator<Found> {
  const whole = resolve(folder, path);
  if (isFile(whole)) yield [key, 'folder-missing', `${path} is a file, not a folder`];
  else if (!isFolder(whole)) yield [key, 'folder-missing', `there is no folder ${path}${whyMissing(whole)}`];
}

function* inPassEnv(name: string): Generator<Found> {
  const [plain = ''] = /[A-Za-z_]\w*/.exec(name) ?? [];
  if (plain !== name)
    yield ['passEnv', 'variable-literal', `"passEnv" takes names of variables; write ${plain || 'NAME'}`];
  else if (process.env[name] === undefined)
    yield ['passEnv', 'variable-missing', `the variable ${name} is not set here`];
}

/** Values are passed as written, so a `$NAME` in one isn't a variable. */
function* inEnv(env: Readonly<Record<string, string>>): Generator<Found> {
  for (const [name, value] of Object.entries(env)) {
    const variable = variableIn(value);
    if (variable === null) continue;
    const message = `the value of ${name} is passed on as written; "passEnv: [${variable}]" passes ${variable} on`;
    yield ['env', 'variable-literal', message];
  }
}

function* inHttp({
  handler,
  headers = {},
  allowedEnvVars = [],
}: Extract<HookEntry, { readonly type: 'http' }>): Generator<Found> {
  if (variableIn(handler) !== null)
    yield ['handler', 'variable-literal', 'variables in an address are not replaced'];
  for (const [header, value] of Object.entries(headers)) {
    const bare = variableIn(value.replaceAll(/\$\{[^}]*\}/g, ''));
    if (bare !== null)
      yield [
        'headers',
        'variable-literal',
        `the header ${header} is sent as written; a variable is \${${bare}}`,
      ];
    for (const [, name = ''] of value.matchAll(/\$\{([^}]*)\}/g)) {
      if (!allowedEnvVars.includes(name)) {
        const message = `the header ${header} is sent without ${name}; list it under "allowedEnvVars"`;
        yield ['headers', 'variable-literal', message];
      } else if (process.env[name] === undefined)
        yield ['headers', 'variable-missing', `the variable ${name} of the header ${header} is not set here`];
    }
  }
}

function variableIn(value: string): string | null {
  const [, ...names] =
    /\$\{?([A-Za-z_]\w*)\}?|\{\{\s*(?:env\.)?([A-Za-z_]\w*)\s*\}\}|%([A-Z_]\w*)%/.exec(value) ?? [];
  return names.find((name) => name !== undefined) ?? null;
}
