import { homedir } from 'node:os';
import { join } from 'node:path';
import { lookUp } from '../../engine/values/look-up.ts';
import type { InterpreterCode } from '../../shell/reading.ts';

/** Languages in which files are opened by texts in quotes. */
const languages: ReadonlySet<string> = new Set(['javascript', 'lua', 'perl', 'php', 'python', 'ruby']);

/** Words of code that may change files, or run what may. */
const changing =
  /write|unlink|remove|\brm|rename|\.replace\(|move|copy|\bcp|truncate|append|chmod|chown|link|mkdir|touch|delete|save|dump(?!s)|edit|output|FileUtils|File\.(?:new|open)|\bopen\s*\([^)]*,(?!\s*(?:mode\s*=\s*)?['"]r[bt]?['"]|\s*encoding)|['"][wax]b?\+?['"]|r\+|>|import\s*\(|getattr|__|base64|atob|fromCharCode|\bchr\b|\$(?:\^|-)I\b/i;
const starting = /system|exec|spawn|popen|subprocess|child_|\beval\b|`|%x|\bqx\b|\bpty\b/;
const removing = /rmtree|\brm|remove|rename|move|unlink|delete|replace/i;

/** The words by which code names the home of its user. */
const homeWords = /\bHOME\b|homedir|\bhome\b|expanduser|expand_path/;
/** Where the other folders of a user are when nothing says otherwise. */
const otherFolders: Readonly<Record<string, string>> = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
};
const maxTexts = 100;
const maxCode = 64 * 1024;

/** Whether code is seen to do no more to files than read them. */
export function onlyReads({ language, text: { value } }: InterpreterCode): boolean {
  if (!languages.has(language) || value === null || value.length > maxCode) return false;
  return !changing.test(value) && !starting.test(value);
}

export interface CodePaths {
  /** Paths that code may write to. */
  readonly paths: readonly string[];
  /** Whether it may remove or move them, with all that is below. */
  readonly removes: boolean;
  /** Lines that it may have a shell run. */
  readonly lines: readonly string[];
}

/** The paths that code puts together from texts: behind a word for home, and in a folder that it goes to. */
export function pathsInCode(code: InterpreterCode): CodePaths | null {
  const text = code.text.value?.slice(0, maxCode) ?? '';
  if (!languages.has(code.language) || onlyReads(code)) return null;
  const texts = textsIn(text);
  const lines = starting.test(text) ? [...texts, texts.join(' ')] : [];
  const paths = basesIn(text).flatMap((base) => texts.map((one) => join(base, one)));
  return { paths: [...texts, ...paths], removes: removing.test(text), lines };
}

/** The folders that paths of the code may count from. */
function basesIn(code: string): readonly string[] {
  const home = homeWords.test(code) ? [homedir()] : [];
  const others = [...code.matchAll(/XDG_[A-Z]+_HOME/g)].slice(0, 10).flatMap(([name]) => {
    const usual = lookUp(otherFolders, name);
    return [...(usual === undefined ? [] : [join(homedir(), usual)]), process.env[name] ?? ''];
  });
  const entered = [...code.matchAll(/chdir\W{1,4}([^'"`\n]{1,300})['"`]/g)].slice(0, 10);
  return [...home, ...others, ...entered.map(([, folder = '']) => folder)].filter((one) => one !== '');
}

/** The texts in quotes, and those that follow each other, as one path: `home / '.claude' / 'settings.json'`. */
function textsIn(code: string): readonly string[] {
  const found = [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g)].slice(0, maxTexts);
  const texts = found.map(([, single, double, back]) => withoutHome(single ?? double ?? back ?? ''));
  const joined = found.flatMap((first, at) => {
    let end = first.index + first[0].length;
    let path = texts[at] ?? '';
    return found.slice(at + 1, at + 6).flatMap((next, behind) => {
      if (end < 0 || !/^[\s/,+.()]{0,8}$/.test(code.slice(end, next.index))) {
        end = -1;
        return [];
      }
      end = next.index + next[0].length;
      path = join(path, texts[at + 1 + behind] ?? '');
      return [path];
    });
  });
  return [...texts, ...joined].filter((text) => text !== '');
}

/** `"$ENV{HOME}/x"`, `${process.env.HOME}/x`, `#{Dir.home}/x`, and `>x` for Perl: what follows. */
function withoutHome(text: string): string {
  return text
    .replace(/^\s*\+?[<>]{1,2}\s*/, '')
    .replace(/^(?:\$ENV\{\w+\}|[$#]?\{[^{}]{1,80}\}|\$\w+)(?=\/)/, '');
}
