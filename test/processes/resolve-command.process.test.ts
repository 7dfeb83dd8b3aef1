import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HookFailure } from '../../src/entries/index.ts';
import { resolveCommand } from '../../src/processes/resolve-command.ts';
import { soonMs } from '../support/eventually.ts';
import { commandFixtures } from '../support/processes/command-fixtures.ts';
import { fireCommand } from '../support/processes/fire-command.ts';
import { Scratch } from '../support/scratch.ts';

const stripsTypes = 'typescript' in process.features && Boolean(process.features.typescript);
const path = process.env['PATH'];

let scratch: string;
beforeAll(async () => {
  scratch = new Scratch().path;
});

function resolved(command: string, args?: readonly string[]) {
  const { file, args: all } = resolveCommand(args === undefined ? { command } : { command, args }, {
    directory: commandFixtures,
    path,
  });
  return [file, ...all];
}

function problem(command: string, args?: readonly string[]): unknown {
  try {
    return resolved(command, args);
  } catch (error) {
    return error instanceof HookFailure && error.kind === 'missing' ? error.message : error;
  }
}

describe('a command line', () => {
  const denies = join(commandFixtures, 'denies.sh');

  it('that needs no shell is executed directly', () => {
    expect(resolved('./denies.sh')).toEqual([denies]);
    expect(resolved("  ./denies.sh --strict 'a b' \n")).toEqual([denies, '--strict', 'a b']);
    expect(resolved('cat -')).toEqual([expect.stringMatching(/^\/.*\/cat$/), '-']);
  });

  it.each(['./denies.sh | cat', 'FOO=1 ./denies.sh', 'exit 2', 'no-such-program --help', '"half'])(
    '%s is left to the shell',
    (line) => {
      expect(resolved(line)).toEqual(['/bin/sh', '-c', line]);
    },
  );

  it('may be the path of a file with blanks and signs in its name', async () => {
    const { outcome } = await fireCommand('./name with (signs) & blanks/denies.sh');
    expect(outcome.reason).toBe('not today');
  });

  it('may name a script beside it without a folder', () => {
    expect(resolved('first-line-wins.py -v')).toEqual([join(commandFixtures, 'first-line-wins.py'), '-v']);
  });

  it('finds a program on the PATH before a file beside it, and passes relative folders of the PATH over', async () => {
    await writeFile(join(scratch, 'true'), '');
    await writeFile(join(scratch, 'own-tool'), '#!/bin/sh\n');
    await chmod(join(scratch, 'own-tool'), 0o755);
    const find = (command: string, where: string | undefined) =>
      resolveCommand({ command }, { directory: scratch, path: where }).file;
    expect(find('true', path)).not.toContain(scratch);
    expect(find('true', undefined)).not.toContain(scratch);
    expect(find('own-tool', path)).toBe(join(scratch, 'own-tool'));
    await mkdir(join(scratch, 'bin'));
    await writeFile(join(scratch, 'bin/tool'), '');
    await chmod(join(scratch, 'bin/tool'), 0o755);
    expect(find('tool', join(scratch, 'bin'))).toBe(join(scratch, 'bin/tool'));
    expect(find('tool', 'bin:.:')).toBe('/bin/sh');
  });

  it('with shell syntax works as in a shell', async () => {
    const { outcome } = await fireCommand(`cat >/dev/null && printf '{"deny": "%s"}' "$HOOKLINE_TOOL_NAME"`);
    expect(outcome.reason).toBe('Bash');
  });
});

describe('a program with arguments', () => {
  it('gets them as they are', async () => {
    const args = ['a b', '$HOME', '*', '', "it's"];
    const { stdout } = await fireCommand('./prints-arguments.sh', { args });
    expect(stdout).toBe("<a b><$HOME><*><><it's>");
  });

  it('is never left to a shell', () => {
    expect(problem('no-such-program', [])).toBe('the program "no-such-program" was not found');
    expect(problem('exit', ['2'])).toContain('was not found');
  });
});

describe('a script', () => {
  it.each([
    ['by-extension.sh', 'by sh'],
    ['by-extension.py', 'by python'],
    ['by-extension.js', 'by node'],
    ['by-extension.mjs', 'by node'],
    ['executable-without-first-line.py', 'by python'],
    ['executable-without-first-line', 'by sh after all'],
    ['first-line-wins.py', 'by its first line'],
  ])('%s runs %s', async (script, reason) => {
    expect((await fireCommand(`./${script}`)).outcome.reason).toBe(reason);
  });

  it.runIf(stripsTypes)('in TypeScript runs by node', async () => {
    expect((await fireCommand('./by-extension.ts')).outcome.reason).toBe('by node');
  });

  it.skipIf(stripsTypes)('in TypeScript is missing where node does not run it', async () => {
    const { outcome, run } = await fireCommand('./by-extension.ts');
    expect(outcome.decision).toBe('deny');
    expect(run.failure).toBe('missing');
    expect(run.error).toMatch(/"\.\/by-extension\.ts" is TypeScript, which node v[\d.]+ does not run/);
  });

  it('in Python is missing without a python3', () => {
    expect(() =>
      resolveCommand({ command: './by-extension.py' }, { directory: commandFixtures, path: scratch }),
    ).toThrow('needs python3, which is not on the PATH');
  });
});

describe('what cannot be run is missing, and says what to do', () => {
  it.each([
    [
      'not found',
      './no-such-script.sh',
      {},
      /"\.\/no-such-script\.sh" was not found: .*no-such-script\.sh is not a file/,
    ],
    ['a folder', './', {}, /"\.\/" was not found/],
    [
      'not on the PATH',
      'no-such-program --help',
      {},
      /"no-such-program --help" was not found \(exit 127\): .*not found/,
    ],
    ['not executable', './not-executable', {}, /"\.\/not-executable" is not executable.*chmod \+x/],
    [
      'not executable, in a shell',
      './not-executable | cat; ./not-executable',
      { cwd: commandFixtures },
      /could not be executed \(exit 126\)/,
    ],
    [
      'a first line that names nothing',
      './broken-interpreter.sh',
      {},
      /first line of .*broken-interpreter\.sh names was not found/,
    ],
    [
      'no working directory',
      './denies.sh',
      { cwd: './nowhere' },
      /working directory .*nowhere does not exist/,
    ],
    [
      'too long for the system',
      './denies.sh',
      { env: { LONG: 'x'.repeat(5_000_000) } },
      /"\.\/denies\.sh" could not be started: its arguments and its environment are too long/,
    ],
  ] as const)('%s', async (_, line, options, error) => {
    const fired = await fireCommand(line, options);
    expect(fired.outcome.decision).toBe('deny');
    expect(fired.run.failure).toBe('missing');
    expect(fired.run.error).toMatch(error);
    expect(fired.ms).toBeLessThan(soonMs);
    await fired.expectNothingLeft();
  });
});

describe('the working directory', () => {
  it('is the folder of the configuration, unless the event has one that exists', async () => {
    const { stdout } = await fireCommand('./prints-folder.sh');
    expect(stdout.trim()).toBe(commandFixtures);
    const other = await fireCommand('./prints-folder.sh', { input: { cwd: '/' } });
    expect(other.stdout.trim()).toBe('/');
    const gone = await fireCommand('./prints-folder.sh', { input: { cwd: '/no/such/folder' } });
    expect(gone.stdout.trim()).toBe(commandFixtures);
  });

  it('is where the shell looks, when the line always goes to the shell', async () => {
    const line = './prints-folder.sh';
    const here = await fireCommand(line, { shell: true, input: { cwd: commandFixtures } });
    expect(here.stdout.trim()).toBe(commandFixtures);
    const elsewhere = await fireCommand(line, { shell: true, input: { cwd: '/' } });
    expect(elsewhere.run.error).toMatch(/^the command "\.\/prints-folder\.sh" was not found \(exit 127\)/);
  });

  it('is `cwd`, relative to the folder of the configuration, whatever the event says', async () => {
    const { stdout } = await fireCommand('./prints-folder.sh', { cwd: '..', input: { cwd: '/' } });
    expect(stdout.trim()).toBe(join(commandFixtures, '..'));
  });
});
