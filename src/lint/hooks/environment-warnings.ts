import { dirname, resolve } from 'node:path';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { placeOf } from '../../config/load/declaration.ts';
import type { HookEntry } from '../../config/schema/hook-entry.ts';
import { type Problem, warning } from '../../config/source/problem.ts';
import { whyMissing } from '../../config/source/why-missing.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { handlerKind } from '../../handlers/handler.ts';

export function environmentWarnings(declaration: NamedDeclaration): readonly Problem[] {
  const { entry } = declaration;
  if (entry === undefined) return [];
  return [
    ...folderWarnings(entry, declaration),
    ...passedWarnings(entry, declaration),
    ...literalWarnings(entry, declaration),
    ...headerWarnings(entry, declaration),
    ...keyWarnings(entry, declaration),
  ];
}

function folderWarnings(entry: HookEntry, declaration: NamedDeclaration): readonly Problem[] {
  const folder = dirname(declaration.place.file);
  const named: (readonly [string, string])[] = [];
  if (entry.type === 'command' && entry.cwd !== undefined) named.push(['cwd', entry.cwd]);
  if (entry.type === 'python')
    for (const path of [entry.pythonPath ?? []].flat()) named.push(['pythonPath', path]);
  return named
    .filter(([, path]) => !isFolder(resolve(folder, path)))
    .map(([key, path]) =>
      warning(
        'folder-missing',
        isFile(resolve(folder, path))
          ? `${path} is a file, and no folder`
          : `there is no folder ${path}${whyMissing(resolve(folder, path))}`,
        placeOf(declaration, key),
      ),
    );
}

function passedWarnings(entry: HookEntry, declaration: NamedDeclaration): readonly Problem[] {
  if (entry.type !== 'command' && entry.type !== 'python') return [];
  return [entry.passEnv ?? []].flat().flatMap((name) => {
    const [plain = ''] = /[A-Za-z_]\w*/.exec(name) ?? [];
    const place = placeOf(declaration, 'passEnv');
    if (plain !== name)
      return [
        warning('variable-literal', `"passEnv" takes names of variables; write ${plain || 'NAME'}`, place),
      ];
    return process.env[name] === undefined
      ? [warning('variable-missing', `the variable ${name} is not set here`, place)]
      : [];
  });
}

/** Values are passed as written, so a `$NAME` in one isn't a variable. */
function literalWarnings(entry: HookEntry, declaration: NamedDeclaration): readonly Problem[] {
  const env = entry.type === 'command' || entry.type === 'python' ? (entry.env ?? {}) : {};
  const inEnv = Object.entries(env).flatMap(([name, value]) => {
    const variable = variableIn(value);
    if (variable === null) return [];
    const message = `the value of ${name} is given as it stands; "passEnv: [${variable}]" passes ${variable} on`;
    return [warning('variable-literal', message, placeOf(declaration, 'env'))];
  });
  if (entry.type !== 'http' || variableIn(entry.handler) === null) return inEnv;
  return [
    ...inEnv,
    warning('variable-literal', 'variables in an address are not replaced', declaration.place),
  ];
}

function headerWarnings(entry: HookEntry, declaration: NamedDeclaration): readonly Problem[] {
  if (entry.type !== 'http') return [];
  const allowed = new Set(entry.allowedEnvVars ?? []);
  const place = placeOf(declaration, 'headers');
  return Object.entries(entry.headers ?? {}).flatMap(([header, value]) => {
    const named = [...value.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
    const bare = variableIn(value.replaceAll(/\$\{[^}]*\}/g, ''));
    return [
      ...(bare === null
        ? []
        : [
            warning(
              'variable-literal',
              `the header ${header} is sent as it stands; a variable is \${${bare}}`,
              place,
            ),
          ]),
      ...named.flatMap((name) => variableWarning(name, header, allowed, declaration)),
    ];
  });
}

function keyWarnings(entry: HookEntry, declaration: NamedDeclaration): readonly Problem[] {
  if (entry.type !== 'prompt') return [];
  const obstacle = handlerKind(entry.type).obstacle?.(entry);
  if (obstacle?.code !== 'variable-missing') return [];
  return [warning(obstacle.code, obstacle.message, placeOf(declaration, 'model'))];
}

function variableWarning(
  name: string,
  header: string,
  allowed: ReadonlySet<string>,
  declaration: NamedDeclaration,
): readonly Problem[] {
  const place = placeOf(declaration, 'headers');
  if (!allowed.has(name)) {
    return [
      warning(
        'variable-literal',
        `the header ${header} is sent without ${name}; list it under "allowedEnvVars"`,
        place,
      ),
    ];
  }
  if (process.env[name] !== undefined) return [];
  return [warning('variable-missing', `the variable ${name} of the header ${header} is not set here`, place)];
}

function variableIn(value: string): string | null {
  const found = /\$\{?([A-Za-z_]\w*)\}?|\{\{\s*(?:env\.)?([A-Za-z_]\w*)\s*\}\}|%([A-Z_]\w*)%/.exec(value);
  return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? null);
}
