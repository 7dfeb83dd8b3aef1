import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookline } from '../support/command-line/served.ts';
import { folderWith } from '../support/folder-with.ts';
import { everyNth } from '../support/seed.ts';

describe.each([
  ['sh', 0],
  ['python', 1],
  ['javascript', 2],
])('hookline init --language %s', (language, turn) => {
  it('writes a hook that is valid, tested, and shown to deny', async () => {
    const cwd = folderWith({});
    const { code, stdout } = await hookline(['init', '--language', language], { cwd });
    expect(stdout).toMatch(
      /^wrote hookline\.yaml\nwrote hooks\/no.rm\.\w+\nwrote hookline\.test\.yaml\n\nNext\n {2}hookline test --canary/,
    );
    expect(code).toBe(0);
    expect(await hookline(['validate', '--strict'], { cwd })).toMatchObject({ code: 0 });
    const tested = await hookline(['test', '--canary'], { cwd });
    expect(tested.stdout).toMatch(/✓ 4 passed, 0 failed, 1 of 1 hook covered\n$/);
    expect(tested.code).toBe(0);
  });

  it('judges a command by what a shell would make of it, not by how JSON writes it', async () => {
    const cwd = folderWith({});
    await hookline(['init', '--language', language], { cwd });
    // Each has a hook of its own, which takes a while to start: a third of them, and another third in each language.
    const cases = [
      ...everyNth(denied, 3, { turn }).map((command) => ({ command, decision: 'deny' })),
      ...everyNth(accepted, 3, { turn }).map((command) => ({ command, decision: null })),
    ];
    const tests = cases.map(({ command, decision }) => ({
      name: JSON.stringify(command),
      fire: 'pre:tool:Bash',
      input: { tool_input: { command, description: 'tidies up -really' } },
      expect: { decision },
    }));
    writeFileSync(join(cwd, 'more.test.yaml'), JSON.stringify({ tests }));
    const { stdout } = await hookline(['test', 'more.test.yaml', '--json'], { cwd });
    const results = (JSON.parse(stdout) as { tests: { name: string; passed: boolean }[] }).tests;
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results.length).toBe(cases.length);
  });
});

const denied = [
  'rm -rf /',
  'rm\t-rf x',
  'ls\nrm -r x',
  '\\rm -rf x',
  'r\\m -rf x',
  '"rm" -rf x',
  "rm '-rf' x",
  'rm "-fr" "a b"',
  'rm -v -R x',
  'rm --force --recursive x',
  'cd / && sudo /bin/rm -fr *',
  'echo "a\\"; rm -rf x',
];
const accepted = [
  'rm notes.txt',
  'rm -f notes.txt; ls -r',
  'docker run --rm -r x',
  'farm -rf',
  'npm run build',
  'echo "a \\" b"',
  'é -r',
];

describe('hookline init', () => {
  it('overwrites nothing, and says what is there', async () => {
    const cwd = folderWith({ 'hookline.yaml': 'hooks: {}\n' });
    const { code, stderr } = await hookline(['init'], { cwd });
    expect(stderr).toBe('error: hookline.yaml already exists, so nothing was written; --force overwrites\n');
    expect(code).toBe(1);
    expect(readFileSync(join(cwd, 'hookline.yaml'), 'utf8')).toBe('hooks: {}\n');
    expect(existsSync(join(cwd, 'hooks'))).toBe(false);
  });

  it.each([[[]], [['--guards']]])('switches the trace on with --trace, else offers it: %j', async (words) => {
    const cwd = folderWith({});
    const { stdout } = await hookline(['init', ...words], { cwd });
    expect(stdout).toContain('add "trace: true" to hookline.yaml');
    expect(stdout).toContain('hookline install');
    const traced = await hookline(['init', ...words, '--trace', '--force'], { cwd });
    expect(traced.stdout).toContain('hookline ui');
    expect(traced.stdout).not.toContain('add "trace: true"');
    expect(readFileSync(join(cwd, 'hookline.yaml'), 'utf8')).toMatch(/^trace: true\n\nhooks:$/m);
    expect(await hookline(['validate', '--strict'], { cwd })).toMatchObject({ code: 0 });
  });

  it('overwrites with --force', async () => {
    const cwd = folderWith({ 'hookline.yaml': 'hooks: {}\n' });
    expect((await hookline(['init', '--force'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'hookline.yaml'), 'utf8')).toContain(
      '$schema=./node_modules/hookline/hookline.schema.json',
    );
  });

  it('makes the folder that it is told', async () => {
    const cwd = folderWith({});
    const { stdout } = await hookline(['init', 'guards/new', '--json'], { cwd });
    expect(JSON.parse(stdout)).toEqual({
      written: ['guards/new/hookline.yaml', 'guards/new/hooks/no-rm.sh', 'guards/new/hookline.test.yaml'],
    });
  });

  it('says so when it cannot write', async () => {
    const cwd = folderWith({ hooks: 'a file where a folder should be' });
    const { code, stderr } = await hookline(['init'], { cwd });
    expect(stderr).toMatch(/^error: hooks\/no-rm\.sh cannot be written: /);
    expect(code).toBe(1);
  });
});

describe('hookline init --guards', () => {
  it('writes the recommended guards, valid, tested, and shown to deny', async () => {
    const cwd = folderWith({ 'package.json': '{}' });
    const { code, stdout } = await hookline(['init', '--guards'], { cwd });
    expect(stdout).toContain('hookline install');
    expect(stdout).toMatch(
      /^wrote hookline\.yaml\nwrote hookline\.test\.yaml\n\nNext\n {2}hookline test --canary/,
    );
    expect(code).toBe(0);
    expect(await hookline(['validate', '--strict'], { cwd })).toMatchObject({ code: 0 });
    const tested = await hookline(['test', '--canary'], { cwd });
    expect(tested.stdout).toMatch(/✓ 9 passed, 0 failed, 6 of 6 hooks covered\n$/);
    const checked = await hookline(['guards', 'check', 'cat .env', '--config', 'hookline.yaml', '--json'], {
      cwd,
    });
    expect(JSON.parse(checked.stdout)).toMatchObject({ decision: 'deny', rule: 'protected-files.env' });
  });

  it('is offered by init', async () => {
    const { stdout } = await hookline(['init'], { cwd: folderWith({}) });
    expect(stdout).toContain('hookline init --guards');
  });
});
