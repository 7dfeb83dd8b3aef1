import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isPathAction, type PathAction } from '../../../src/shell/actions/action.ts';
import { actionsOf } from '../../../src/shell/actions/actions-of.ts';
import { reachOf } from '../../../src/shell/actions/reach.ts';
import { everyNth, isLong } from '../../support/seed.ts';

/** Real programs run lines under strace: every file that one opens, makes or removes is named by an action or a doubt. */
const lines = readFileSync(new URL('traced-lines.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const hasTracer = spawnSync('strace', ['-V']).status === 0;
if (!hasTracer) console.warn('strace is missing: no line is traced');

const quoted = (line: string): string => `'${line.replaceAll("'", "'\\''")}'`;
const swapped = (line: string, from: string, to: string): string =>
  line.replaceAll(new RegExp(`(?<=[ =])${from}(?=[ ;)]|$)`, 'g'), to);

/** The same in other words: in wrappers, with other files, before and after other commands. */
function variantsOf(line: string): readonly string[] {
  const isPlain = /^[\w.-]+ [^;|&<>$`]*$/.test(line) && !/^(?:cd|pushd|source|while|for|\.) /.test(line);
  const wrappers = [
    'env X=1',
    'nice',
    'timeout 5',
    'setsid -w',
    'stdbuf -o0',
    'command',
    'busybox nice',
    'flock lock',
  ];
  return [
    line,
    `sh -c ${quoted(line)}`,
    `bash -c ${quoted(line)}`,
    `(${line})`,
    `{ ${line}; }`,
    `true && ${line}`,
    `false || ${line}`,
    `if true; then ${line}; fi`,
    `f() { ${line}; }; f`,
    `${line}; cat b`,
    `cd d; cd ..; ${line}`,
    ...(isPlain ? wrappers.map((wrapper) => `${wrapper} ${line}`) : []),
    ...['b', './a', 'd/f', '"$PWD/a"', 'l'].map((file) => swapped(line, 'a', file)),
    ...['e', './d', 'd/', '"$PWD"/d'].map((folder) => swapped(line, 'd', folder)),
  ];
}

const all = [...new Set(lines.flatMap(variantsOf))];
const programOf = (line: string): string => /^(?:busybox )?[\w.-]+/.exec(line)?.[0] ?? '';
const programs = new Set(lines.map(programOf));
// What a user has every shell read at its start isn't part of a line.
const env = { ...process.env, BASH_ENV: '' };
const looked = spawnSync(
  'bash',
  [
    '-c',
    'while read -r p q; do busybox --list | grep -qx "${q:-cat}" && type "$p" || echo "$p${q:+ }$q" >&2; done',
  ],
  { input: [...programs].join('\n'), env, encoding: 'utf8' },
);
const missing = new Set(looked.stderr.split('\n').filter((line) => programs.has(line)));
if (missing.size > 0) console.warn(`missing, so not traced: ${[...missing].join(', ')}`);
const isThere = (line: string): boolean => {
  const known = lines.find((one) => line.includes(one));
  return !missing.has(programOf(known ?? line));
};
const traced = hasTracer ? (isLong ? all : everyNth(lines, 5)).filter(isThere) : [];

const files: Readonly<Record<string, string>> = {
  a: 'x\n',
  b: 'x\ny\n',
  'd/f': 'x\n',
  'e/g': 'x\n',
  names: 'a\nb\n',
  names0: 'a\0b\0',
  j: '{"x":1}',
  p: '.',
  's.sh': 'cat a\n',
  's.py': 'print(1)',
  'n.js': '',
  sedp: 'p',
  awkp: '1',
  edcmds: 'w\nq\n',
  'c.c': 'int main(){return 0;}',
  mk: 'all:\n\ttrue\n',
  's.s': '',
  'x.xml': '<a/>',
  'c.patch': '--- a\n+++ a\n@@ -1 +1 @@\n-x\n+z\n',
};
const made =
  'tar cf t.tar a d; tar czf t.tgz a; zip -q t.zip a b; gzip -c a > g.gz; zstd -q a -o s.zst; gcc -c c.c -o o';

function filled(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-traced-'));
  for (const name of ['d', 'e', 'empty']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  symlinkSync('a', join(folder, 'l'));
  spawnSync('bash', ['-c', made], { cwd: folder, env });
  return folder;
}

const template = hasTracer ? filled() : '';
afterAll(() => rmSync(template, { recursive: true, force: true }));

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-traced-'));
  cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

function namesIn(folder: string): ReadonlySet<string> {
  return new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
}

interface Touched {
  readonly name: string;
  readonly isWritten: boolean;
  readonly isFolder: boolean;
}

const calls =
  /(?<![a-z])(open(?:at)?|creat|unlink(?:at)?|rename\w*|truncate|(?:sym)?link(?:at)?|mkdir(?:at)?|rmdir)\((.*)\)\s+= (?!-1)/;

/** The files below the folder that a line touched, which were there before it or are there now. */
function touchedBy(line: string, folder: string): readonly Touched[] {
  const log = `${folder}.log`;
  const before = namesIn(folder);
  const options = ['-f', '-y', '-s', '4096', '-e', 'trace=file', '-o', log];
  spawnSync('timeout', ['10', 'strace', ...options, 'bash', '-c', line], { cwd: folder, env, input: '' });
  const after = namesIn(folder);
  const text = readFileSync(log, 'utf8');
  rmSync(log);
  return text.split('\n').flatMap((row): readonly Touched[] => {
    const [, call = '', words = ''] = calls.exec(row) ?? [];
    if (call === '') return [];
    const isWritten = !call.startsWith('open') || /O_WRONLY|O_RDWR|O_CREAT/.test(words);
    const isFolder = /^mkdir/.test(call) || /O_DIRECTORY|O_PATH/.test(words);
    if (isFolder && !isWritten) return [];
    const paths = [...words.matchAll(/(?:<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g)]
      .map(([, base, name = '']) => resolve(base ?? folder, name))
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1));
    // A link is made at its last path.
    const own = /link/.test(call) && !call.startsWith('unlink') ? paths.slice(-1) : paths;
    return own
      .filter((name) => before.has(name) || after.has(name))
      .map((name) => ({ name, isWritten, isFolder }));
  });
}

function isNamed(
  { name, isWritten, isFolder }: Touched,
  actions: readonly PathAction[],
  cwd: string,
): boolean {
  const full = join(cwd, name);
  return actions.some((action) => {
    if (isWritten && action.kind !== 'write' && action.kind !== 'delete') return false;
    const places = action.among ?? [action];
    return places.some(({ path, below }) => {
      if (path.includes(null)) return true;
      return action.folders.some((base) => {
        if (base === null) return true;
        const named = resolve(base, path.join(''));
        const isBelow = full.startsWith(`${named}/`);
        // What is copied there is below it, and folders are made on the way.
        if (named === full || (isBelow && action.copied !== undefined)) return true;
        if (isFolder && named.startsWith(`${full}/`)) return true;
        return isBelow && below !== null && reachOf(below, named)(full);
      });
    });
  });
}

describe('real programs', () => {
  it('are at least 150, in 5,000 lines', () => {
    expect(programs.size).toBeGreaterThanOrEqual(150);
    expect(all.length).toBeGreaterThanOrEqual(5000);
  });

  it.each(traced)('%s', { timeout: 60_000 }, (line) => {
    const cwd = scratch();
    try {
      const { actions, doubts } = actionsOf({ toolName: 'Bash', input: { command: line }, cwd });
      // What a program may reach besides its words is on its card, and a script of its own is such a program.
      const isOpen = actions.some(
        ({ kind, command }) =>
          kind === 'run' && (command?.card?.reach !== undefined || command?.card === null),
      );
      const touched = touchedBy(line, cwd);
      if (doubts.length > 0 || isOpen) return;
      const paths = actions.filter(isPathAction);
      expect(touched.filter((one) => !isNamed(one, paths, cwd))).toEqual([]);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
