import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { globNames } from '../../files/glob-names.ts';
import { readShell } from '../read/read-shell.ts';
import type { ShellReading } from '../read/reading.ts';
import type { ReaderOptions } from '../read/state/frame.ts';

/** Variables that lead to folders, and that a command has as this process has them. */
const named =
  /^(?:XDG_[A-Z]+_(?:HOME|DIR)|TMPDIR|USER|LOGNAME|CLAUDE_CONFIG_DIR|CLAUDE_PROJECT_DIR|CODEX_HOME|GEMINI_[A-Z_]*(?:DIR|PATH|HOME))$/;

/** Reads a line that runs in this folder, with what is known of home and the other places of a user. */
export function readInPlace(line: string, cwd: string, options: ReaderOptions = {}): ShellReading {
  const variables = new Map([['HOME', homedir()]]);
  variables.set('PWD', cwd);
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && value !== '' && named.test(name)) variables.set(name, value);
  return readShell(line, { variables, ...knownOutputs(cwd), ...options });
}

const maxFolders = 12;

/** What the reader may ask about the folder in which a line starts. */
function knownOutputs(start: string): Pick<ReaderOptions, 'outputOf' | 'namesOf'> {
  return {
    outputOf: (words, folder) => printedPath(words, resolve(start, folder)),
    namesOf: (pattern, folder) => matchedFolders(pattern, resolve(start, folder)),
  };
}

/** What a program prints that only asks where it is; null for others. */
function printedPath(words: readonly string[], folder: string): string | null {
  switch (words.join(' ')) {
    case 'pwd':
    case 'pwd -L':
      return folder;
    case 'git rev-parse --show-toplevel':
      return topLevel(folder);
    default:
      return words[0] === 'mktemp' ? madePath(words.slice(1), folder) : null;
  }
}

/** Whatever its name, it is new, and there. */
function madePath(words: readonly string[], folder: string): string | null {
  const template = words.find((word, at) => !word.startsWith('-') && words[at - 1] !== '-p');
  const place = words.includes('-p') ? words[words.indexOf('-p') + 1] : undefined;
  if (!words.every((word) => !word.startsWith('-') || /^-(?:[dqt]+|p)$/.test(word))) return null;
  const base =
    place ?? (template === undefined || words.some((word) => /^-d?q?t/.test(word)) ? tmpdir() : folder);
  return resolve(folder, base, template ?? 'tmp.mktemp');
}

function topLevel(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return realpathSync(at);
    if (dirname(at) === at) return null;
  }
}

function matchedFolders(pattern: string, folder: string): readonly string[] | null {
  try {
    const names = globNames(pattern, folder).filter(
      (name) =>
        name !== pattern &&
        statSync(resolve(folder, name), { throwIfNoEntry: false })?.isDirectory() === true,
    );
    return names.length > maxFolders ? null : names;
  } catch (problem) {
    if (!(problem instanceof UnjudgeablePath)) throw problem;
    return null;
  }
}
