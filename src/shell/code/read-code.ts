import { homedir } from 'node:os';
import { join } from 'node:path';
import { spelling } from '../read/queries.ts';
import type { InterpreterCode } from '../read/reading.ts';
import { shellQuoted } from '../read/words.ts';
import { readAwk } from './awk.ts';
import { type CodeAction, CodeFindings, type CodeReading, TooManySteps, unclosed } from './code.ts';
import { evaluate } from './evaluate/evaluate.ts';
import { javascriptLanguage } from './languages/javascript.ts';
import type { Language } from './languages/language.ts';
import { luaLanguage } from './languages/lua.ts';
import { perlLanguage } from './languages/perl.ts';
import { phpLanguage } from './languages/php.ts';
import { pythonLanguage } from './languages/python.ts';
import { rubyLanguage } from './languages/ruby.ts';
import { readSed } from './sed.ts';
import { readSql } from './sql.ts';
import { readToolCode } from './tools.ts';

const languages: ReadonlyMap<string, Language> = new Map(
  [pythonLanguage, javascriptLanguage, perlLanguage, rubyLanguage, phpLanguage, luaLanguage].map(
    (language) => [language.name, language],
  ),
);
const readers: ReadonlyMap<string, (code: string, found: CodeFindings) => void> = new Map([
  ['awk', readAwk],
  ['sed', readSed],
  ['sql', readSql],
]);

const maxLength = 20_000;
const maxGuesses = 200;

/** What code in another language does: the same kinds of actions for all, and what is unknown about it. */
export function readCode(language: string, code: string, home: string = homedir()): CodeReading {
  const found = new CodeFindings();
  const known = languages.get(language);
  try {
    if (code.length > maxLength) found.doubt('hidden', 'code that is too long');
    else if (known !== undefined) evaluate(withoutQuestion(language, code), known, found, { home, depth: 0 });
    else (readers.get(language) ?? ((text) => readToolCode(language, text, found)))(code, found);
  } catch (problem) {
    if (!(problem instanceof TooManySteps)) throw problem;
    found.doubt('hidden', 'code that takes too long to read');
  }
  return {
    steps: found.steps,
    actions: [...found.actions.flatMap((action) => entered(action, found)), ...guesses(found)].map(
      (action) => (found.isMixed && 'path' in action ? { ...action, isListed: false } : action),
    ),
    doubts: found.doubts,
  };
}

const readings = new WeakMap<InterpreterCode, CodeReading>();

/** What the code of a command does: read once, however many ask. What only run time knows of it is as it is written. */
export function readingOf(code: InterpreterCode): CodeReading {
  const known = readings.get(code) ?? readCode(code.language, spelling(code.text));
  readings.set(code, known);
  return known;
}

/** Whether code runs programs, or may: what it runs is computed, or the code itself is only known at run time. */
export function mayRun(code: InterpreterCode): boolean {
  if (code.text.value === null) return true;
  const { actions, doubts } = readingOf(code);
  return actions.some(({ kind }) => kind === 'run') || doubts.some(({ kind }) => kind === 'hidden');
}

function withoutQuestion(language: string, code: string): string {
  return language === 'python'
    ? code.replaceAll(
        /^[!%]+\s*(.*)$/gm,
        (_, line: string) => `__import__('os').system(${JSON.stringify(line)})`,
      )
    : code;
}

/** Where code enters a folder, its paths and lines may count from there too. */
function entered(action: CodeAction, found: CodeFindings): readonly CodeAction[] {
  if (found.entered.size === 0) return [action];
  const folders = [...found.entered].slice(0, 5);
  if (action.kind === 'run')
    return [
      action,
      ...folders.map((folder) => ({ ...action, line: `cd ${shellQuoted(folder)} && ${action.line}` })),
    ];
  if (!('path' in action) || typeof action.path[0] !== 'string' || action.path[0].startsWith('/'))
    return [action];
  const [start, ...rest] = action.path;
  return [action, ...folders.map((folder) => ({ ...action, path: [join(folder, start), ...rest] }))];
}

/**
 * Texts that functions get which aren't known here may be paths. Where the code runs or opens what only run time knows, all of
 * its texts may.
 */
function guesses({ actions, doubts, texts, given, entered: folders }: CodeFindings): readonly CodeAction[] {
  const isOpen =
    doubts.some(({ kind, name }) => kind === 'hidden' || name === unclosed) ||
    actions.some((action) => 'path' in action && action.path.includes(null));
  const all = [...(isOpen ? [...texts].map((text) => [text, true] as const) : given)]
    .filter(([text]) => text !== '' && text.length < 4096 && !text.includes('\n'))
    .slice(0, maxGuesses);
  const below = [...folders]
    .slice(0, 5)
    .flatMap((folder) => all.map(([text, writes]) => [join(folder, text), writes] as const));
  return [...all, ...below].flatMap(([text, writes]) =>
    (writes ? (['read', 'write'] as const) : (['read'] as const)).map((kind) => ({
      kind,
      path: [text],
      below: false,
      isSure: false,
    })),
  );
}
