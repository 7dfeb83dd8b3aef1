import { basename, dirname, resolve } from 'node:path';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { failsClosed } from '../../config/load/declaration.ts';
import { shortPath, type UnplacedWarning, unplaced } from '../../config/source/problem.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { messageOf } from '../../engine/values/text.ts';
import { findInterpreter } from '../../handlers/python/interpreter.ts';
import { hookCommandTexts } from '../commands/command-texts.ts';
import { readOnly } from '../commands/syntax.ts';
import { pythonReader } from './python-source.ts';

interface Request {
  readonly declaration: NamedDeclaration;
  readonly interpreter: string;
  readonly question:
    | { readonly runs: string; readonly roots: readonly string[] }
    | { readonly script: string };
}

type Answer =
  | { readonly file: string; readonly syntax: string; readonly line: number | null }
  | { readonly file: string; readonly missing: string; readonly names: readonly string[] }
  | { readonly file: string; readonly wrong: string }
  | { readonly file: string; readonly unheard: string }
  | { readonly file: string; readonly changed: string }
  | { readonly file: string; readonly silent: string }
  | { readonly file: string; readonly uncalled: string }
  | { readonly module: string; readonly names: readonly string[] }
  | null;

export type FoundWarnings = readonly (readonly [NamedDeclaration, UnplacedWarning])[];

export async function pythonWarnings(declarations: readonly NamedDeclaration[]): Promise<FoundWarnings> {
  const found: (readonly [NamedDeclaration, UnplacedWarning])[] = [];
  const byInterpreter = new Map<string, Request[]>();
  for (const declaration of declarations) {
    const requests = requestsOf(declaration);
    if (typeof requests === 'string')
      found.push([declaration, { code: 'program-missing', message: requests }]);
    else
      for (const one of requests)
        byInterpreter.set(one.interpreter, [...(byInterpreter.get(one.interpreter) ?? []), one]);
  }
  for (const [interpreter, requests] of byInterpreter) {
    const answers = await ask(interpreter, requests);
    for (const [index, { declaration }] of requests.entries()) {
      const warning = warningFor(answers[index] ?? null, declaration);
      if (warning !== null) found.push([declaration, warning]);
    }
  }
  return found;
}

function requestsOf(declaration: NamedDeclaration): readonly Request[] | string {
  const { type, runs, place, entry, searches = [] } = declaration;
  const folder = dirname(place.file);
  if (type === 'python') {
    try {
      const name = entry?.type === 'python' ? (entry.python ?? 'python3') : 'python3';
      const interpreter = findInterpreter(name, folder, { PATH: process.env['PATH'] ?? '' });
      const roots = [folder, ...searches.map((path) => resolve(folder, path))];
      return [{ declaration, interpreter, question: { runs, roots } }];
    } catch (problem) {
      if (problem instanceof HookFailure) return messageOf(problem);
      throw problem;
    }
  }
  if (type !== 'command') return [];
  return hookCommandTexts(declaration)
    .scripts.filter(({ reader }) => reader === 'python')
    .map(({ file }) => ({ declaration, interpreter: 'python3', question: { script: file } }));
}

async function ask(interpreter: string, requests: readonly Request[]): Promise<readonly Answer[]> {
  const questions = JSON.stringify(requests.map(({ question }) => question));
  const { isFine, said } = await readOnly(interpreter, ['-c', pythonReader], questions);
  try {
    return isFine ? (JSON.parse(said) as readonly Answer[]) : [];
  } catch {
    return [];
  }
}

function warningFor(answer: Answer, declaration: NamedDeclaration): UnplacedWarning | null {
  const { runs } = declaration;
  if (answer === null) return null;
  if ('module' in answer) {
    const message = `there is no Python module "${answer.module}"${didYouMean(answer.module, answer.names) || ` beside this file or on Python's path`}`;
    return unplaced('handler-missing', message);
  }
  const file = shortPath(answer.file);
  if ('syntax' in answer) {
    const line = answer.line === null ? '' : `line ${answer.line}: `;
    return unplaced('handler-syntax', `${file} cannot be read: ${line}${answer.syntax}`);
  }
  if ('wrong' in answer) return unplaced('handler-export', `${answer.wrong}, in ${file}`);
  if ('unheard' in answer) return unplaced('handler-exit', `${answer.unheard}, in ${file}`);
  if ('changed' in answer) return unplaced('event-changed', `${answer.changed}, in ${file}`);
  if ('silent' in answer) {
    if (!failsClosed(declaration)) return null;
    const message = `${answer.silent} in ${file} returns nothing, so it can never block; return HookResult.deny(...)`;
    return unplaced('guard-idle', message);
  }
  if ('uncalled' in answer) {
    const path = `${basename(answer.file, '.py')}.${answer.uncalled}`;
    const message = `${file} defines ${answer.uncalled}, and calls nothing; write type: python and handler: ${path}`;
    return unplaced('handler-exit', message);
  }
  const hint = didYouMean(answer.missing.split('.').at(-1) ?? runs, answer.names);
  return unplaced('handler-export', `${file} defines no "${answer.missing}"${hint}`);
}
