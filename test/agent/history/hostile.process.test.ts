import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ended } from '../../support/command-line/cli.ts';
import { runAgent } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const writes = (...files: readonly (readonly [string, string])[]): object => ({
  turns: [
    { tools: files.map(([file_path, content]) => ({ name: 'Write', input: { file_path, content } })) },
    { text: 'Done.' },
  ],
});

/** A folder in which an agent has written these files. */
async function written(...files: readonly (readonly [string, string])[]): Promise<string> {
  const { cwd, of } = await runAgent({ script: writes(...files) });
  expect(of('tool_result').map(({ is_error }) => is_error)).toEqual(files.map(() => false));
  return cwd;
}

function undo(cwd: string, ...words: readonly string[]): Promise<Ended> {
  return hookline(['undo', ...words], { cwd });
}

const historyOf = (cwd: string): string => join(cwd, '.hookline', 'history.git');

/** Adds a record to the history by hand, as somebody else might: it says that a file held something before. */
function forge(cwd: string, name: string, before: string, after: string, mode = '100644'): void {
  const git = (input: string, ...args: readonly string[]): string =>
    execFileSync('git', ['--git-dir', historyOf(cwd), ...args], { encoding: 'utf8', input }).trim();
  const commit = (content: string, kind: string): string =>
    `commit refs/heads/main\ncommitter x <x@x> 1 +0000\ndata <<END\nWrite it\n\nKind: ${kind}\nAgent: main\nEND\n${
      kind === 'found' ? `from ${git('', 'rev-parse', 'refs/heads/main')}\n` : ''
    }M ${mode} inline "${name}"\ndata ${Buffer.byteLength(content)}\n${content}\n\n`;
  git(`${commit(before, 'found')}${commit(after, 'write')}done\n`, 'fast-import', '--quiet', '--done');
}

describe('undo never writes through a link', () => {
  it.each(['the folder itself', 'a folder above it'])('when %s was replaced by one', async (which) => {
    const cwd = await written(['top/sub/a.txt', 'first'], ['top/sub/a.txt', 'second']);
    const outside = folderWith({ 'sub/a.txt': 'second', 'a.txt': 'second' });
    const folder = join(cwd, which === 'a folder above it' ? 'top' : 'top/sub');
    rmSync(folder, { recursive: true });
    symlinkSync(which === 'a folder above it' ? outside : join(outside, 'sub'), folder);
    for (const words of [[], ['--force'], ['--file', 'top/sub/a.txt', '--force']]) {
      const { code, stdout } = await undo(cwd, ...words);
      expect(code, stdout).not.toBe(0);
    }
    expect(readFileSync(join(outside, 'sub/a.txt'), 'utf8')).toBe('second');
  });

  it('when the file itself was replaced by one, nor deletes what it leads to', async () => {
    const cwd = await written(['a.txt', 'first'], ['a.txt', 'second'], ['new.txt', 'made']);
    const outside = folderWith({ 'a.txt': 'second', 'new.txt': 'made' });
    for (const name of ['a.txt', 'new.txt']) {
      rmSync(join(cwd, name));
      symlinkSync(join(outside, name), join(cwd, name));
    }
    await undo(cwd, '--steps', '3', '--force');
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('second');
    expect(readFileSync(join(outside, 'new.txt'), 'utf8')).toBe('made');
  });

  it('nor keeps a history behind one', async () => {
    const outside = folderWith({});
    const cwd = folderWith({
      'script.yaml': JSON.stringify({ prompt: 'x', ...writes(['a.txt', 'x']) }),
      'hookline.yaml': '{}',
    });
    symlinkSync(outside, join(cwd, '.hookline'));
    const { stderr } = await hookline(['run', '--script', 'script.yaml', '--json'], {
      cwd,
      env: { XDG_STATE_HOME: join(cwd, 'state') },
    });
    expect(stderr).toMatch(/is a link/);
    expect(existsSync(join(outside, 'history.git'))).toBe(false);
  });
});

describe('a forged record', () => {
  it('of a file that agents do not write is refused, also by force', async () => {
    const cwd = await written(['a.txt', 'first']);
    const outside = folderWith({ 'a.txt': 'now' });
    const up = '../'.repeat(cwd.split('/').length);
    const forged = [
      [join(outside, 'a.txt'), `root${outside}/a.txt`],
      [join(outside, 'a.txt'), `work/sub/${up}${outside.slice(1)}/a.txt`],
      [join(cwd, '.git/hooks/pre-commit'), 'work/%.git/hooks/pre-commit'],
      [join(cwd, '.hookline/a.txt'), 'work/.hookline/a.txt'],
      [join(cwd, 'hookline.yaml'), 'work/hookline.yaml'],
      [join(cwd, 'sub/hookline.yml'), 'work/sub/hookline.yml'],
      [join(cwd, '.claude/settings.json'), 'work/.claude/settings.json'],
    ] as const;
    for (const [file, name] of forged) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, 'now');
      try {
        forge(cwd, name, 'evil', 'now');
      } catch {
        // git itself refuses such a name, which is as good.
      }
    }
    for (const words of [[], ['--force'], ['--steps', '99', '--force']]) await undo(cwd, ...words);
    expect(forged.map(([file]) => readFileSync(file, 'utf8'))).toEqual(forged.map(() => 'now'));
  });

  it('of a script that a guard runs, of a file with a second name elsewhere and of a pipe is refused', async () => {
    const cwd = await written(['a.txt', 'first']);
    const outside = folderWith({ 'b.txt': 'now' });
    writeFileSync(
      join(cwd, 'hookline.yaml'),
      'hooks:\n  PreToolUse:\n    - { name: g, type: command, handler: ./check.sh, guard: true }\n',
    );
    writeFileSync(join(cwd, 'check.sh'), 'now', { mode: 0o755 });
    linkSync(join(outside, 'b.txt'), join(cwd, 'b.txt'));
    execFileSync('sh', ['-c', 'mkfifo pipe'], { cwd });
    for (const name of ['pipe', 'check.sh', 'b.txt']) {
      forge(cwd, `work/${name}`, 'evil', 'now');
      const { code, stdout, stderr } = await undo(cwd);
      expect([code, stdout, stderr], name).toEqual([1, expect.stringContaining(`✗ ${name} `), '']);
    }
    const { stdout } = await undo(cwd, '--steps', '99', '--force');
    expect(stdout).toContain('✓ a.txt deleted again');
    expect(readFileSync(join(cwd, 'check.sh'), 'utf8')).toBe('now');
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('now');
  });

  it('of a link makes none', async () => {
    const cwd = await written(['a.txt', 'first']);
    forge(cwd, 'work/link', '/etc/passwd', 'x', '120000');
    await undo(cwd, '--force');
    expect(existsSync(join(cwd, 'link')) && lstatSync(join(cwd, 'link')).isSymbolicLink()).toBe(false);
  });

  it('runs no program that the repository names', async () => {
    const cwd = await written(['a.txt', 'first'], ['a.txt', 'second']);
    writeFileSync(join(cwd, 'evil.sh'), `#!/bin/sh\ntouch ${join(cwd, 'ran')}\n`);
    chmodSync(join(cwd, 'evil.sh'), 0o755);
    const config = [
      '[log]\n showSignature = true',
      `[gpg]\n program = ${cwd}/evil.sh`,
      `[core]\n fsmonitor = ${cwd}/evil.sh\n pager = ${cwd}/evil.sh\n hooksPath = ${cwd}`,
      `[diff]\n external = ${cwd}/evil.sh`,
    ];
    const commit = execFileSync(
      'git',
      ['--git-dir', historyOf(cwd), 'cat-file', 'commit', 'refs/heads/main'],
      { encoding: 'utf8' },
    );
    const signed = commit.replace(
      '\n\n',
      '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\n',
    );
    const id = execFileSync(
      'git',
      ['--git-dir', historyOf(cwd), 'hash-object', '-t', 'commit', '-w', '--stdin'],
      { encoding: 'utf8', input: signed },
    ).trim();
    writeFileSync(join(historyOf(cwd), 'refs/heads/main'), `${id}\n`);
    writeFileSync(
      join(historyOf(cwd), 'config'),
      `[core]\n repositoryformatversion = 0\n bare = true\n${config.join('\n')}\n`,
    );
    await undo(cwd, '--list');
    await undo(cwd);
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });

  it.each(['config', 'elsewhere/config'])(
    'fetches nothing by a program that %s of the repository names',
    async (file) => {
      const cwd = await written(['a.txt', 'first'], ['a.txt', 'second']);
      writeFileSync(join(cwd, 'evil.sh'), `#!/bin/sh\ntouch ${join(cwd, 'ran')}\n`, { mode: 0o755 });
      const history = historyOf(cwd);
      mkdirSync(join(history, 'elsewhere'));
      writeFileSync(
        join(history, file),
        `[core]\n repositoryformatversion = 1\n bare = true\n[extensions]\n partialClone = x\n[remote "x"]\n url = ${cwd}\n promisor = true\n uploadpack = ${cwd}/evil.sh\n`,
      );
      if (file !== 'config') {
        cpSync(join(history, 'refs'), join(history, 'elsewhere/refs'), { recursive: true });
        cpSync(join(history, 'objects'), join(history, 'elsewhere/objects'), { recursive: true });
        writeFileSync(join(history, 'commondir'), 'elsewhere\n');
      }
      const blob = execFileSync('git', ['--git-dir', history, 'hash-object', '--stdin'], {
        encoding: 'utf8',
        input: 'first',
      }).trim();
      for (const top of ['.', 'elsewhere'])
        rmSync(join(history, top, 'objects', blob.slice(0, 2), blob.slice(2)), { force: true });
      await undo(cwd);
      expect(existsSync(join(cwd, 'ran'))).toBe(false);
      expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('second');
    },
  );

  it('cannot come by links in the history to what is elsewhere', async () => {
    const cwd = await written(['a.txt', 'first'], ['a.txt', 'second']);
    const outside = folderWith({});
    const objects = join(historyOf(cwd), 'objects');
    cpSync(objects, join(outside, 'objects'), { recursive: true });
    rmSync(objects, { recursive: true });
    symlinkSync(join(outside, 'objects'), objects);
    const before = readdirSync(join(outside, 'objects'), { recursive: true });
    const { code, stderr } = await undo(cwd);
    expect(code, stderr).toBe(1);
    expect(stderr).toMatch(/is a link/);
    expect(readdirSync(join(outside, 'objects'), { recursive: true })).toEqual(before);
  });
});

describe('file names', () => {
  const names = [
    'a\u0001b.txt',
    'c\u0002d\u0001e.txt',
    'line\nbreak.txt',
    '\u001b[31mred.txt',
    'tab\t".txt',
    ' blank ',
    ':100644 000000.txt',
  ];

  it('with control characters are undone like any other, and shown without them', async () => {
    const cwd = await written(
      ...names.map((name) => [name, 'first'] as const),
      ...names.map((name) => [name, 'second'] as const),
    );
    const list = await undo(cwd, '--list');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(list.stdout).not.toMatch(/[\u0001\u0002\u001b]/);
    const { code, stdout } = await undo(cwd, '--steps', String(names.length));
    expect(code, stdout).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout).not.toMatch(/[\u0001\u0002\u001b]/);
    expect(names.map((name) => readFileSync(join(cwd, name), 'utf8'))).toEqual(names.map(() => 'first'));
  });
});

describe('the history', () => {
  it('is readable by its owner only, also one that was made before', async () => {
    const cwd = await written(['a.txt', 'first']);
    const mode = (): number => statSync(historyOf(cwd)).mode & 0o777;
    expect(mode()).toBe(0o700);
    chmodSync(historyOf(cwd), 0o755);
    await undo(cwd, '--list');
    expect(mode()).toBe(0o700);
  });

  it('still undoes what is in the folder, and a file elsewhere that is named', async () => {
    const outside = folderWith({ 'b.txt': 'old' });
    const cwd = await written(['a.txt', 'first'], ['a.txt', 'second'], [join(outside, 'b.txt'), 'new']);
    const refused = await undo(cwd);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/outside of this folder/);
    expect((await undo(cwd, '--file', join(outside, 'b.txt'))).code).toBe(0);
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('old');
    expect((await undo(cwd)).code).toBe(0);
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('first');
  });
});
