import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FileHistory } from '../../../src/agent/history/file-history.ts';
import { editTool, writeTool } from '../../../src/agent/tools/standard-tools.ts';
import type { ToolContext } from '../../../src/agent/tools/tool.ts';
import { deny, type Hooks, modify } from '../../../src/entries/index.ts';
import { textOf, toolContext } from '../../support/firing/tool-context.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

let scratch: Scratch;
let history: FileHistory;
let hooks: Hooks;
let context: ToolContext;
beforeEach(async () => {
  scratch = new Scratch();
  history = await FileHistory.open({ root: scratch.path, sessionId: 'session-1' });
  hooks = quietHooks().hooks;
  context = contextFor(history);
});

function contextFor(files: FileHistory): ToolContext {
  return toolContext(scratch.path, { files, fire: hooks.fire.bind(hooks) });
}
const at = (name: string): string => join(scratch.path, name);
const text = (name: string): string | null => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : null);
const write = (name: string, content: string): Promise<unknown> => history.write(name, content, context);
const git = (...args: string[]): string =>
  execFileSync('git', ['--git-dir', history.directory, ...args], { encoding: 'utf8', stdio: 'pipe' });

describe('a file write', () => {
  it('asks hooks, writes, tells hooks, and is one commit that says who did it', async () => {
    const seen: unknown[] = [];
    hooks.on('pre:git:write', (input) => void seen.push(['pre', input.path, input.content, text('a/b.txt')]));
    hooks.on(
      'post:git:write',
      (input) => void seen.push(['post', input.path, input.content, text('a/b.txt')]),
    );
    expect(await write('a/b.txt', 'new')).toEqual({ written: true, content: 'new' });
    expect(seen).toEqual([
      ['pre', 'a/b.txt', 'new', null],
      ['post', 'a/b.txt', 'new', 'new'],
    ]);
    expect(git('log', '--format=%B')).toBe(
      'Write a/b.txt\n\nKind: write\nAgent: main\nTool-Use: call-1\nSession: session-1\n\n',
    );
    expect(await history.list()).toMatchObject([
      {
        kind: 'write',
        agent: 'main',
        toolUseId: 'call-1',
        sessionId: 'session-1',
        changes: [{ path: 'a/b.txt', before: null }],
      },
    ]);
  });

  it('does not happen when a hook denies it; the model is told why', async () => {
    hooks.on('pre:git:write', { name: 'frozen', matcher: '*.lock' }, () => deny('generated file'));
    const result = await writeTool.run({ file_path: 'x.lock', content: 'x' }, context);
    expect(result).toEqual({
      isError: true,
      content: 'x.lock was not written: Denied by the pre:git:write hook "frozen": generated file',
    });
    expect(text('x.lock')).toBeNull();
    expect(await history.list()).toEqual([]);
  });

  it('holds what a hook made of it, and the model is told so', async () => {
    hooks.on('pre:git:write', ({ content }) => modify(`// header\n${content}`));
    const posted: string[] = [];
    hooks.on('post:git:write', ({ content }) => void posted.push(content));
    const result = await writeTool.run({ file_path: 'a.ts', content: 'code' }, context);
    expect(text('a.ts')).toBe('// header\ncode');
    expect(posted).toEqual(['// header\ncode']);
    expect(textOf(result)).toContain('A hook changed what was written');
    expect(result.response).toMatchObject({ content: '// header\ncode' });
  });

  it('is shown to hooks by the file that is really written', async () => {
    const outside = new Scratch();
    mkdirSync(at('sub'));
    symlinkSync(outside.path, at('link'));
    const seen: string[] = [];
    hooks.on('pre:git:write', ({ path }) => void seen.push(path));
    await write('sub/../c.txt', '');
    await write(at('d.txt'), '');
    await write('link/e.txt', '');
    expect(seen).toEqual(['c.txt', 'd.txt', join(outside.path, 'e.txt')]);
    const path = join(outside.path, 'e.txt');
    expect(await history.undo()).toMatchObject({ restored: [], conflicts: [{ path }] });
    expect((await history.undo({ file: path })).restored).toEqual([{ path, deleted: true }]);
    expect(readdirSync(outside.path)).toEqual([]);
  });

  it('is a refusal, not an exception, when the disk refuses; the history knows', async () => {
    mkdirSync(at('folder'));
    expect(await write('folder', 'x')).toMatchObject({ written: false });
    scratch.write('file', 'old');
    expect(await write('file/below', 'x')).toMatchObject({ written: false });
    expect(await write('file', 'new')).toMatchObject({ written: true });
    expect((await history.undo({ steps: 9 })).conflicts).toEqual([]);
    expect(text('file')).toBe('old');
  });

  it('keeps the mode of a file, its other names, and a link that leads to it', async () => {
    scratch.write('run.sh', '#!/bin/sh\n');
    chmodSync(at('run.sh'), 0o750);
    scratch.write('one', 'x');
    linkSync(at('one'), at('two'));
    symlinkSync('run.sh', at('link.sh'));
    await write('link.sh', '#!/bin/sh\nexit 1\n');
    await write('one', 'y');
    expect(statSync(at('run.sh')).mode & 0o777).toBe(0o750);
    expect(text('run.sh')).toBe('#!/bin/sh\nexit 1\n');
    expect(text('two')).toBe('y');
    rmSync(at('run.sh'));
    await history.undo({ file: 'run.sh', force: true });
    expect(statSync(at('run.sh')).mode & 0o111).not.toBe(0);
  });

  it('never goes into the history itself', async () => {
    expect(await write('.hookline/history.git/HEAD', 'x')).toMatchObject({ written: false });
    expect(git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('is not seen by the repository of the person, whose configuration plays no part', async () => {
    const own = (...args: string[]): string =>
      execFileSync('git', ['-C', scratch.path, ...args], { encoding: 'utf8' });
    own('init', '-q');
    const hook = scratch.write('.git/hooks/reference-transaction', '#!/bin/sh\nexit 1\n');
    chmodSync(hook, 0o755);
    scratch.write('.gitignore', 'ignored.txt\n');
    history = await FileHistory.open({ root: scratch.path });
    context = contextFor(history);
    await write('ignored.txt', 'kept');
    expect(own('status', '--porcelain')).toBe('?? .gitignore\n');
    expect(await history.list()).toHaveLength(1);
    expect(existsSync(at('.git/refs/heads/main'))).toBe(false);
  });

  it('can be in a repository of the person, which is recorded like any other file', async () => {
    const names = ['.git/config', '.GIT/x', '%.git/y', 'sub/.git', '.gitignore', 'git~1'];
    for (const name of names) await write(name, name);
    expect((await history.list()).flatMap(({ changes }) => changes.map(({ path }) => path))).toEqual(names);
    expect(git('fsck', '--strict', '--no-dangling')).toBe('');
    const { restored, conflicts } = await history.undo({ steps: names.length });
    expect(restored).toEqual([]);
    expect(conflicts.map(({ path }) => path)).toEqual(['sub/.git', '.GIT/x', '.git/config']);
    for (const file of names) await history.undo({ file });
    expect(names.map(text)).toEqual(names.map(() => null));
  });

  it('goes on after somebody has packed the history', async () => {
    await write('a.txt', '1');
    git('gc', '--quiet', '--prune=now');
    await write('a.txt', '2');
    expect(await (await FileHistory.open({ root: scratch.path })).list()).toHaveLength(2);
    await history.undo();
    expect(text('a.txt')).toBe('1');
  });

  it('goes one after another where several come at once', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `f${index % 4}.txt`);
    await Promise.all(names.map((name, index) => write(name, `version ${index}`)));
    expect(text('f3.txt')).toBe('version 11');
    expect(await history.list()).toHaveLength(12);
    expect(git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('takes turns with other processes that write to the same history', async () => {
    const other = await FileHistory.open({ root: scratch.path, sessionId: 'session-2' });
    const numbers = Array.from({ length: 6 }, (_, index) => index);
    await Promise.all(
      numbers.flatMap((index) => [write(`mine-${index}`, 'x'), other.write(`theirs-${index}`, 'x', context)]),
    );
    expect(await history.list()).toHaveLength(12);
    expect((await other.undo({ steps: 12 })).restored).toHaveLength(12);
    expect(git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('goes ahead without a history where there is no git, and says so at the start', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    onTestFinished(() => {
      process.env['PATH'] = path;
    });
    const problems: string[] = [];
    const without = await FileHistory.open({
      root: scratch.path,
      onProblem: (problem) => problems.push(problem),
    });
    const problem = 'Files are written without a history, and cannot be undone: git was not found';
    expect(problems).toEqual([problem]);
    expect(without.problem).toBe(problem);
    expect(await without.write('a.txt', 'x', context)).toEqual({ written: true, content: 'x' });
    expect(text('a.txt')).toBe('x');
    expect(await without.list()).toEqual([]);
    expect(() => without.undo()).toThrow(problem);
  });

  it('clears away the lock of a process that was killed', async () => {
    await write('a.txt', '1');
    const lock = join(history.directory, 'refs/heads/main.lock');
    writeFileSync(lock, '');
    utimesSync(lock, 1000, 1000);
    writeFileSync(join(history.directory, 'scratch-999999999-1'), 'half');
    const next = await FileHistory.open({ root: scratch.path });
    expect(await next.write('a.txt', '2', context)).toMatchObject({ written: true });
    expect(await next.list()).toHaveLength(2);
    expect(readdirSync(history.directory).some((name) => name.startsWith('scratch'))).toBe(false);
  });
});

describe('undo', () => {
  it('restores what a file held, deletes what did not exist, and brings back what was deleted', async () => {
    scratch.write('old.bin', 'a\0b');
    await write('old.bin', 'text');
    await write('new.txt', 'x');
    await history.delete('old.bin', context);
    expect(text('old.bin')).toBeNull();
    expect((await history.undo()).restored).toEqual([{ path: 'old.bin', deleted: false }]);
    expect(text('old.bin')).toBe('text');
    expect((await history.undo()).restored).toEqual([{ path: 'new.txt', deleted: true }]);
    expect(text('new.txt')).toBeNull();
    await history.undo();
    expect(text('old.bin')).toBe('a\0b');
    expect((await history.undo()).restored).toEqual([]);
  });

  it('goes several steps at once', async () => {
    for (const version of ['1', '2', '3', '4']) await write('a.txt', version);
    await history.undo({ steps: 2 });
    expect(text('a.txt')).toBe('2');
    await history.undo({ steps: 99 });
    expect(text('a.txt')).toBeNull();
  });

  it('does not count a write that changed nothing', async () => {
    for (const version of ['1', '2', '2']) await write('a.txt', version);
    await history.delete('none.txt', context);
    await history.undo();
    expect(text('a.txt')).toBe('1');
  });

  it('can be undone, and goes on from there', async () => {
    for (const version of ['1', '2', '3']) await write('a.txt', version);
    const undone = await history.undo({ steps: 2 });
    expect(text('a.txt')).toBe('1');
    await history.undo({ to: undone.before ?? '' });
    expect(text('a.txt')).toBe('3');
    await history.undo();
    expect(text('a.txt')).toBe('2');
    await write('a.txt', '4');
    await history.undo({ steps: 2 });
    expect(text('a.txt')).toBe('1');
  });

  it('goes to the state of any record, also for files that were not known then', async () => {
    scratch.write('b.txt', 'found');
    await write('a.txt', '1');
    const [first] = await history.list();
    await write('b.txt', 'written');
    await write('a.txt', '2');
    await write('c.txt', 'new');
    await history.undo({ to: first?.id.slice(0, 10) ?? '' });
    expect([text('a.txt'), text('b.txt'), text('c.txt')]).toEqual(['1', 'found', null]);
  });

  it('to a record counts the writes that it took back, also when the files are alike', async () => {
    await write('a.txt', '');
    const [first] = await history.list();
    await write('c/d.txt', '');
    await history.delete('c/d.txt', context);
    await history.undo({ to: first?.id ?? '' });
    await history.undo();
    expect([text('a.txt'), text('c/d.txt')]).toEqual([null, null]);
  });

  it('of one file to a record counts its writes, also when it is alike', async () => {
    await write('a.txt', 'kept');
    const [first] = await history.list();
    await write('b.txt', 'new');
    await history.delete('b.txt', context);
    await history.undo({ to: first?.id ?? '', file: 'b.txt' });
    await history.undo();
    expect([text('a.txt'), text('b.txt')]).toEqual([null, null]);
  });

  it('forward to a record counts the writes that stand again, also when the files are alike', async () => {
    await write('a.txt', 'x');
    await write('b.txt', 'y');
    await history.delete('b.txt', context);
    const last = (await history.list()).at(-1);
    await history.undo({ steps: 2 });
    expect(text('b.txt')).toBe(null);
    await history.undo({ to: last?.id ?? '' });
    await history.undo();
    expect([text('a.txt'), text('b.txt')]).toEqual(['x', 'y']);
  });

  it('can be for one file', async () => {
    await write('a.txt', '1');
    await write('a.txt', '2');
    await write('b.txt', '1');
    await history.undo({ file: 'a.txt' });
    expect([text('a.txt'), text('b.txt')]).toEqual(['1', '1']);
    await history.undo();
    expect([text('a.txt'), text('b.txt')]).toEqual(['1', null]);
    await history.undo();
    expect(text('a.txt')).toBeNull();
  });

  it('does not overwrite what a person changed since, unless forced; then that is recorded', async () => {
    await write('a.txt', 'agent');
    await write('b.txt', 'agent');
    scratch.write('a.txt', 'person');
    const held = await history.undo({ steps: 2 });
    expect(held.conflicts).toEqual([
      { path: 'a.txt', reason: 'somebody else changed it since an agent last wrote it' },
    ]);
    expect(held.restored).toEqual([]);
    expect([text('a.txt'), text('b.txt')]).toEqual(['person', 'agent']);
    await history.undo({ steps: 2, force: true });
    expect([text('a.txt'), text('b.txt')]).toEqual([null, null]);
    const changed = (await history.list()).find(({ kind }) => kind === 'changed');
    await history.undo({ to: changed?.id ?? '' });
    expect(text('a.txt')).toBe('person');
  });

  it('does not go past what a person changed between two writes', async () => {
    await write('a.txt', 'agent 1');
    scratch.write('a.txt', 'person');
    await write('a.txt', 'agent 2');
    expect((await history.undo({ steps: 2 })).conflicts).toHaveLength(1);
    await history.undo();
    expect(text('a.txt')).toBe('person');
    expect((await history.undo()).conflicts).toHaveLength(1);
    expect(text('a.txt')).toBe('person');
  });

  it('is not troubled by a write that was recorded but never happened', async () => {
    scratch.write('a.txt', 'before');
    await write('a.txt', 'after');
    scratch.write('a.txt', 'before');
    expect((await history.undo()).conflicts).toEqual([]);
    await write('a.txt', 'once more');
    await history.undo();
    expect(text('a.txt')).toBe('before');
  });

  it.each(['original', null])('goes past such a write, which is no step: %s', async (original) => {
    if (original !== null) scratch.write('a.txt', original);
    const lose = (content: string | null): void => {
      if (content === null) rmSync(at('a.txt'));
      else scratch.write('a.txt', content);
    };
    await write('a.txt', 'lost');
    lose(original);
    await write('a.txt', '1');
    await write('a.txt', 'lost again');
    lose('1');
    await write('a.txt', '2');
    await write('a.txt', 'lost at last');
    lose('2');
    expect((await history.list()).map(({ kind }) => kind)).not.toContain('changed');
    await history.undo();
    expect(text('a.txt')).toBe('1');
    expect((await history.undo({ steps: 100 })).conflicts).toEqual([]);
    expect(text('a.txt')).toBe(original);
  });

  it('goes past an undo that was recorded but never happened', async () => {
    scratch.write('a.txt', 'original');
    await write('a.txt', '1');
    await write('a.txt', '2');
    await history.undo();
    scratch.write('a.txt', '2');
    expect((await history.undo({ steps: 100 })).conflicts).toEqual([]);
    expect(text('a.txt')).toBe('original');
  });

  it('goes through no link that somebody put in the place of its scratch file', async () => {
    await write('a.txt', 'first');
    await write('a.txt', 'second');
    writeFileSync(at('victim'), 'precious');
    for (let number = 1; number < 9; number += 1)
      symlinkSync(at('victim'), join(history.directory, `scratch-${process.pid}-${number}`));
    await history.undo();
    expect([text('a.txt'), text('victim')]).toEqual(['first', 'precious']);
  });

  it('works in another process', async () => {
    await write('a.txt', '1');
    await write('a.txt', '2');
    const other = await FileHistory.open({ root: scratch.path });
    await other.undo();
    expect(text('a.txt')).toBe('1');
    await history.undo();
    expect(text('a.txt')).toBeNull();
  });

  it('refuses what makes no sense', async () => {
    await write('a.txt', '1');
    await expect(history.undo({ to: 'ffffffff' })).rejects.toMatchObject({ code: 'history-unknown' });
    await expect(history.undo({ steps: 0 })).rejects.toMatchObject({ code: 'option-invalid' });
    await expect(history.undo({ steps: 1, to: 'abcd' })).rejects.toMatchObject({ code: 'option-invalid' });
  });

  it('knows names with blanks, quotes and letters of every kind', async () => {
    const names = ['with blank.txt', 'q"uo\\te.txt', 'ümläut/名前.txt', 'new\nline.txt'];
    for (const name of names) await write(name, name);
    expect((await history.list()).flatMap(({ changes }) => changes.map(({ path }) => path))).toEqual(names);
    expect((await history.undo({ steps: 4 })).restored).toHaveLength(4);
    expect(names.map(text)).toEqual([null, null, null, null]);
  });
});

describe('Edit', () => {
  const edit = async (old_string: string, new_string: string, replace_all = false): Promise<string> =>
    textOf(await editTool.run({ file_path: 'a.txt', old_string, new_string, replace_all }, context));

  it('replaces text that occurs once, whatever it looks like', async () => {
    scratch.write('a.txt', 'one $& (two)\n');
    expect(await edit('$& (two)', '$1 $$')).toBe('Edited a.txt in one place.');
    expect(text('a.txt')).toBe('one $1 $$\n');
  });

  it('replaces every occurrence only when it is told to', async () => {
    scratch.write('a.txt', 'x x x');
    expect(await edit('x', 'y')).toBe(
      'a.txt was not edited: old_string occurs 3 times; add text around it until it is unique, or set replace_all',
    );
    expect(await edit('x', 'y', true)).toBe('Edited a.txt in 3 places.');
    expect(text('a.txt')).toBe('y y y');
  });

  it('keeps the line ends of the file', async () => {
    scratch.write('a.txt', 'one\r\ntwo\r\nthree\r\n');
    await edit('one\ntwo', '1\n2');
    expect(text('a.txt')).toBe('1\r\n2\r\nthree\r\n');
  });

  it('says what is wrong and changes nothing', async () => {
    expect(await edit('a', 'b')).toContain('does not exist');
    scratch.write('a.txt', 'text');
    expect(await edit('absent', 'b')).toContain('old_string does not occur in it');
    expect(await edit('text', 'text')).toContain('are the same');
    expect(await edit('', 'text')).toContain('old_string is empty');
    writeFileSync(at('a.txt'), Buffer.from([0x66, 0xfc, 0x72]));
    expect(await edit('f', 'g')).toContain('is not UTF-8 text');
  });

  it('loses no edit when several agents edit the same file at once', async () => {
    scratch.write('a.txt', 'a b c d');
    await Promise.all(['a', 'b', 'c', 'd'].map((letter) => edit(letter, letter.toUpperCase())));
    expect(text('a.txt')).toBe('A B C D');
  });
});
