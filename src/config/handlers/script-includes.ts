import { basename, dirname } from 'node:path';
import { namedFiles } from '../load/named-files.ts';

/** What a file takes in when it runs, besides what its commands name. */
export interface ScriptIncludes {
  /** Paths as the file spells them. */
  readonly names: readonly string[];
  /** Patterns, by which a new file may come in. */
  readonly patterns: readonly string[];
}

const maxNames = 100;

/** `#!./bin/run`, `include rules.mk` and `for part in parts/*.sh; do . "$part"; done`. */
export function scriptIncludes(file: string, text: string): ScriptIncludes {
  const [, interpreter = ''] = /^#!\s*(.*)/.exec(text) ?? [];
  const isMakefile = /^(?:GNU)?makefile$|\.mk$/i.test(basename(file));
  const included = isMakefile ? [...text.matchAll(/^[-s]?include[ \t]+(.*)$/gm)] : [];
  const isSourcing = /(?:^|[\s;&|(])(?:\.|source|(?:ba|da|k|z)?sh)\s+\S*\$/m.test(text);
  const looped = isSourcing ? [...text.matchAll(/\bfor\s+\w+\s+in\s+([^;\n]+)/g)] : [];
  const words = [interpreter, ...[...included, ...looped].map(([, list = '']) => list)]
    .flatMap((list) => list.split(/\s+/))
    .map((word) => word.replaceAll(/["']/g, ''))
    .filter((word) => word !== '' && !word.includes('$'))
    .slice(0, maxNames);
  const isPattern = (word: string): boolean => /[*?]/.test(word);
  const names = [...words.filter((word) => !isPattern(word)), ...modulesOf(text)];
  return { names, patterns: words.filter(isPattern) };
}

/** `use Rules::Push;`, `require 'rules.push'` and `source('rules.R')`: what scripts of Perl, Ruby, PHP, Lua and R take in from beside them. */
function modulesOf(text: string): readonly string[] {
  const used = [...text.matchAll(/^[ \t]{0,40}(?:use|require)[ \t]{1,40}([A-Z][\w:]*)/gm)].slice(0, maxNames);
  const modules = used.map(([, name = '']) => `${name.replaceAll('::', '/')}.pm`);
  const required = [
    ...text.matchAll(
      /\b(?:require|require_relative|require_once|include|load|do|dofile|loadfile|source)\b[^'"\n]{0,40}['"]\/?([^'"\n]+)['"]/g,
    ),
  ].slice(0, maxNames);
  return [
    ...modules.flatMap((module) => [module, `lib/${module}`, `../lib/${module}`]),
    ...required.flatMap(([, name = '']) => {
      const path = name.replaceAll('.', '/');
      return [name, `${name}.rb`, `${path}.lua`, `${path}/init.lua`];
    }),
  ];
}

/** The files of a pattern, and the folders in which a new one would be another. */
export function byPattern(
  pattern: string,
  from: string,
): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  const files = namedFiles(pattern, from);
  return { files, folders: [...new Set(files.map((file) => dirname(file)))] };
}
