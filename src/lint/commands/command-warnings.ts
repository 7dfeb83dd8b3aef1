import { dirname, resolve } from 'node:path';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { failsClosed } from '../../config/load/declaration.ts';
import { usualPrograms } from '../../config/rules/usual-programs.ts';
import { shortPath, type UnplacedWarning, unplaced } from '../../config/source/problem.ts';
import { whyMissing } from '../../config/source/why-missing.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { findInPath } from '../../processes/find-in-path.ts';
import { type CommandTexts, hookCommandTexts } from './command-texts.ts';
import type { HookScript } from './script.ts';
import { scriptWarnings } from './script-warnings.ts';
import {
  answersOnStderr,
  isIdle,
  lostExitCode,
  onlySearches,
  programsOf,
  refusesByFailing,
  refusesWithTwo,
} from './shell-text.ts';
import { nodeProblem, rubyProblem, shellLineProblem, shellProblem } from './syntax.ts';
import { variableWarnings } from './variable-warnings.ts';

export async function commandWarnings(declaration: NamedDeclaration): Promise<readonly UnplacedWarning[]> {
  const texts = hookCommandTexts(declaration);
  const path = pathOf(declaration);
  const readable = texts.scripts.flatMap((script) => scriptWarnings(script, path));
  const backslashes = backslashWarnings(declaration, texts);
  const syntax = await syntaxWarnings(texts, readable.length > 0);
  return [
    ...backslashes,
    ...texts.missing.map((name) => missingWarning(name, declaration)),
    ...readable,
    ...syntax,
    ...(backslashes.length > 0 ? [] : programWarnings(texts, path)),
    ...(syntax.length > 0 ? [] : holdingWarnings(declaration, texts)),
    ...variableWarnings(declaration, texts),
  ];
}

function backslashWarnings({ runs }: NamedDeclaration, { line }: CommandTexts): readonly UnplacedWarning[] {
  const [path] = line === null ? [] : (/^(?:\.{0,2}\\)?(?:[\w.-]+\\)+[\w.-]+/.exec(runs) ?? []);
  if (path === undefined) return [];
  return [unplaced('handler-missing', `folders are separated by "/": ${path.replaceAll('\\', '/')}`)];
}

function pathOf({ entry }: NamedDeclaration): string {
  return (entry?.type === 'command' ? entry.env?.['PATH'] : undefined) ?? process.env['PATH'] ?? '';
}

function missingWarning(name: string, { place }: NamedDeclaration): UnplacedWarning {
  const message = `there is no file ${name}${whyMissing(resolve(dirname(place.file), name))}`;
  return unplaced('handler-missing', message);
}

async function syntaxWarnings(
  { line, scripts }: CommandTexts,
  isTold: boolean,
): Promise<readonly UnplacedWarning[]> {
  if (isTold) return [];
  const found: UnplacedWarning[] = [];
  const inLine = line === null ? null : await shellLineProblem(line);
  if (inLine !== null) found.push(unplaced('handler-syntax', `sh cannot read this line: ${inLine}`));
  for (const script of scripts) {
    const problem = await syntaxProblem(script);
    if (problem !== null)
      found.push(unplaced('handler-syntax', `${shortPath(script.file)} cannot be read: ${problem}`));
  }
  return found;
}

function syntaxProblem({ file, reader, program }: HookScript): Promise<string | null> {
  if (reader === 'node') return nodeProblem(file);
  if (reader === 'ruby') return rubyProblem(file);
  const isShell = reader === 'sh' || reader === 'bash' || reader === 'zsh' || reader === 'ksh';
  return isShell ? shellProblem(program === '' ? 'sh' : program, file) : Promise.resolve(null);
}

function shellTexts({
  line,
  scripts,
}: CommandTexts): readonly { readonly text: string; readonly name: string | null }[] {
  const read = scripts
    .filter(({ reader }) => reader === 'sh' || reader === 'bash' || reader === 'ksh')
    .map(({ text, file }) => ({ text, name: shortPath(file) }));
  return line === null ? read : [{ text: line, name: null }, ...read];
}

function programWarnings(texts: CommandTexts, path: string): readonly UnplacedWarning[] {
  return shellTexts(texts).flatMap(({ text, name }) =>
    programsOf(text)
      .filter((program) => findInPath(program, path) === null)
      .map((program) => {
        const message = `${name ?? 'this'} runs "${program}", which is not on the PATH${didYouMean(program, usualPrograms)}`;
        return { code: 'program-missing' as const, message };
      }),
  );
}

function holdingWarnings(declaration: NamedDeclaration, texts: CommandTexts): readonly UnplacedWarning[] {
  const { line, scripts, plain } = texts;
  const unheard = decides(declaration) ? unheardWarnings(texts, failsClosed(declaration)) : [];
  if (unheard.length > 0) return unheard;
  if (!failsClosed(declaration))
    return decides(declaration) ? [...failingWarnings(texts), ...lostWarnings(texts)] : [];
  if (plain !== null && scripts.length === 0)
    return isIdle(plain) ? [idle('this')] : searching(plain, 'this');
  return shellTexts(texts).flatMap(({ text, name }): readonly UnplacedWarning[] => {
    // A script that the line runs may refuse, whatever else the line does, unless the line drops its answer.
    const isWhole = name === null ? scripts.length === 0 : line === null;
    if (isWhole && isIdle(text)) return [idle(name ?? 'this')];
    const searches = isWhole ? searching(text, name ?? 'this') : [];
    if (searches.length > 0) return searches;
    return name !== null && line !== null ? [] : lost(text, name);
  });
}

/** Whether the hook could block an action here. */
function decides({ point, options: { mode = 'enforce' } }: NamedDeclaration): boolean {
  return point.block !== null && mode === 'enforce';
}

function lost(text: string, name: string | null): readonly UnplacedWarning[] {
  const problem = lostExitCode(text);
  const message = name === null ? problem : `${name}: ${problem}`;
  return problem === null || message === null ? [] : [unplaced('exit-code-lost', message)];
}

/** Many hooks may fail without harm; one that runs a script with exit code 2 wants to deny. */
function lostWarnings(texts: CommandTexts): readonly UnplacedWarning[] {
  const { line, scripts } = texts;
  if (line !== null) return scripts.some(({ text }) => refusesWithTwo(text)) ? lost(line, null) : [];
  return shellTexts(texts).flatMap(({ text, name }) => (refusesWithTwo(text) ? lost(text, name) : []));
}

function unheardWarnings(texts: CommandTexts, isGuard: boolean): readonly UnplacedWarning[] {
  return allTexts(texts)
    .filter(({ text }) => answersOnStderr(text))
    .map(({ name }) => ({
      code: isGuard ? 'guard-idle' : 'handler-exit',
      message: `${name} writes its answer to stderr, which counts only as the reason of exit code 2; write the answer to stdout`,
    }));
}

function allTexts({
  line,
  scripts,
}: CommandTexts): readonly { readonly text: string; readonly name: string }[] {
  return [
    ...(line === null ? [] : [{ text: line, name: 'this' }]),
    ...scripts.map(({ text, file }) => ({ text, name: shortPath(file) })),
  ];
}

function searching(text: string, name: string): readonly UnplacedWarning[] {
  const program = onlySearches(text);
  if (program === null) return [];
  const message = `${name} has no exit code 2: where "${program}" finds something, the action goes ahead`;
  return [unplaced('guard-idle', message)];
}

function idle(name: string): UnplacedWarning {
  const message = `${name} can never block: exit code 2 or a reply in JSON would`;
  return unplaced('guard-idle', message);
}

/** Exit code 1 is a failure, after which the action goes ahead unless the hook must hold. */
function failingWarnings(texts: CommandTexts): readonly UnplacedWarning[] {
  return allTexts(texts)
    .filter(({ text }) => refusesByFailing(text))
    .map(({ name }) =>
      unplaced(
        'handler-exit',
        `${name} exits with 1, which is a failure, and the action goes ahead; exit code 2 denies`,
      ),
    );
}
