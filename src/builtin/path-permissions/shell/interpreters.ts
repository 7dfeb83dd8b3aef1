import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { knownStart } from '../../../shell/programs/words.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import type { JudgedCommand } from './call.ts';
import { codePaths } from './scripts/code.ts';
import { judgeUnknownProgram } from './unknown-program.ts';
import { isProcess, wordFor } from './words.ts';

/** Options before a script, or instead of one, that load and run nothing. */
const flags =
  /^(?:-[uBOIsEVvh]+|-W\w+|-X\w+|--(?:version|help|test|watch|check|no-warnings|enable-source-maps|expose-gc|input-type=\w+|experimental-[\w-]+|max[-_]old[-_]space[-_]size=\d+|trace-[\w-]+|test-[\w-]+(?:=[\w-]+)?|allow-[\w-]+|quiet|no-install|silent))$/;
/** Options of Perl and Ruby that go through files line by line. */
const editing = /^-[pnwl0]*(?:i(?:\.\w+)?)?$/;
/** Options whose value is code. */
const codeFlags = /^(?:-[a-zA-Z0]*[ceEpr]|--eval|--print|eval)$/;
/** Modules of Python that run code which they are given. */
const runners = /^(?:timeit|code|codeop|pdb|bdb|runpy|trace|idlelib|doctest)$/;

/** A program that runs code in a language of its own. */
export function judgeInterpreter(call: JudgedCommand): void {
  const { name, words, command } = call;
  const refuse = (): never => {
    throw new UnjudgeablePath(`${name} with code that cannot be judged`);
  };
  const code = command.code.filter(({ language, text }) => language !== 'file' && !isLetters(text, words));
  const isEditor = /^(?:perl|ruby)/.test(name);
  const first = words.findIndex(
    (word) => !flags.test(word.value ?? knownStart(word)) && !(isEditor && editing.test(word.value ?? '')),
  );
  const start = words[first];
  const text = start === undefined ? '' : knownStart(start);
  const own = code.map((one) => one.text);
  if (code.length > 0) {
    const isWord = own.every((one) => words.includes(one) || one.value === command.input);
    const isStated = codeFlags.test(text) || text === '-' || start === undefined;
    if (!isWord || !isStated) refuse();
    for (const { language, text: source } of code) {
      const paths = source.value === null ? null : codePaths(language, source.value, isLocal(call));
      for (const path of paths ?? refuse()) {
        call.add('read', [wordFor(path)]);
        call.add('write', [wordFor(path)]);
      }
    }
    judgeUnknownProgram(
      call,
      words.filter((word) => !own.includes(word) && word.value !== '-'),
    );
    return;
  }
  const isModule = /^-m$/.test(text) && !runners.test(words[first + 1]?.value ?? 'pdb');
  const isScript = /^[^-]/.test(text) && start !== undefined && !isProcess(start) && start.value !== 'eval';
  const isIdle =
    start === undefined &&
    words.some(({ value }) => /^-(?:V|v|-version|-help|-test|-watch)$/.test(value ?? ''));
  if (!isModule && !isScript && !isIdle) refuse();
  judgeUnknownProgram(call);
}

/** Whether a module of this name lies in the folder. */
function isLocal({ folders }: JudgedCommand): (name: string) => boolean {
  return (name) =>
    folders.every(
      (folder) => folder !== null && [name, `${name}.py`].some((file) => existsSync(join(folder, file))),
    );
}

/** `-pe` is two options, not the code `e`. */
function isLetters({ value }: ShellWord, words: readonly ShellWord[]): boolean {
  return (
    value !== null &&
    /^[a-zA-Z]{1,3}$/.test(value) &&
    words.some((word) => /^-[a-zA-Z]{1,4}$/.test(word.value ?? '') && word.value?.endsWith(value))
  );
}
