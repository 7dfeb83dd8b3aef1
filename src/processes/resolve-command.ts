import { extname, join, resolve } from 'node:path';
import { HookFailure } from '../engine/outcome/failure.ts';
import { lookUp } from '../engine/values/look-up.ts';
import { firstBytes, isExecutable, isFile } from '../files/file-facts.ts';
import { plainWords } from '../shell/read/plain-words.ts';
import { findInPath } from './find-in-path.ts';

export interface Invocation {
  readonly file: string;
  readonly args: readonly string[];
  readonly script: string | null;
}

export interface CommandLine {
  readonly command: string;
  readonly args?: readonly string[];
  readonly shell?: boolean;
}

export interface SearchedFolders {
  readonly directory: string;
  readonly path: string | undefined;
}

const shell = '/bin/sh';
const defaultPath = '/usr/local/bin:/usr/bin:/bin';

export function resolveCommand(
  { command, args, shell: always }: CommandLine,
  places: SearchedFolders,
): Invocation {
  if (args !== undefined) {
    const program = findProgram(command, places);
    if (program === null) throw missing(`the program "${command}" was not found`);
    return followedBy(program, args);
  }
  const line = command.trim();
  if (always === true) return { file: shell, args: ['-c', line], script: null };
  // A path may contain blanks and shell characters. If the file exists, it is meant.
  if (line.includes('/') && isFile(resolve(places.directory, line))) return findScript(line, places);
  const [name, ...rest] = plainWords(line) ?? [];
  const program = name === undefined ? null : findProgram(name, places);
  // A command that is not found may be the shell's own, such as `exit`. If not, the shell says so.
  return program === null ? { file: shell, args: ['-c', line], script: null } : followedBy(program, rest);
}

function followedBy(program: Invocation, args: readonly string[]): Invocation {
  return { ...program, args: [...program.args, ...args] };
}

function findProgram(name: string, places: SearchedFolders): Invocation | null {
  if (name.includes('/')) return findScript(name, places);
  const isBeside = isFile(join(places.directory, name));
  if (isBeside && extname(name) in interpreters) return findScript(name, places);
  const file = findInPath(name, places.path ?? defaultPath);
  if (file !== null) return { file, args: [], script: null };
  return isBeside ? findScript(name, places) : null;
}

function findScript(name: string, places: SearchedFolders): Invocation {
  const file = resolve(places.directory, name);
  if (!isFile(file)) throw missing(`the command "${name}" was not found: ${file} is not a file`);
  const interpreter = lookUp(interpreters, extname(file));
  // Some file systems mark every file as executable. Without `#!`, the system would give any script to sh.
  if (isExecutable(file) && (interpreter === undefined || firstBytes(file, 2) === '#!'))
    return { file, args: [], script: null };
  if (interpreter !== undefined) return { file: interpreter(name, places.path), args: [file], script: file };
  throw missing(
    `the command "${name}" is not executable, and its name does not tell what runs it; try chmod +x ${file}`,
  );
}

type Interpreter = (script: string, path: string | undefined) => string;

const runningNode: Interpreter = () => process.execPath;

const typedNode: Interpreter = (script) => {
  const canStrip = 'typescript' in process.features && Boolean(process.features.typescript);
  if (canStrip) return process.execPath;
  throw missing(
    `the command "${script}" is TypeScript, which node ${process.version} does not run; node 22.18 and later do`,
  );
};

const interpreters: Readonly<Record<string, Interpreter>> = {
  '.sh': () => shell,
  '.py': (script, path) => {
    const python = findInPath('python3', path ?? defaultPath);
    if (python === null) throw missing(`the command "${script}" needs python3, which is not on the PATH`);
    return python;
  },
  '.js': runningNode,
  '.mjs': runningNode,
  '.cjs': runningNode,
  '.ts': typedNode,
  '.mts': typedNode,
  '.cts': typedNode,
};

function missing(message: string): HookFailure {
  return new HookFailure('missing', message);
}
