import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GateNotice } from '../../../src/agent/tool-call/tool-gate.ts';
import { bashTool } from '../../../src/agent/tools/bash.ts';
import type { ProtectedPath } from '../../../src/builtin/own-files/protected-path.ts';
import { ProtectedSnapshot } from '../../../src/builtin/own-files/protected-snapshot.ts';
import { type GateAnswer, ToolGate } from '../../../src/entries/agent.ts';
import { cpuMs } from '../../support/cpu.ts';
import { eventually } from '../../support/eventually.ts';
import { toolContext } from '../../support/firing/tool-context.ts';
import { folderWith } from '../../support/folder-with.ts';
import { quietHooks } from '../../support/hooks.ts';

const guard = '#!/bin/sh\nexit 2\n';
const config = 'hooks: {} # not committed\n';

interface Guarded {
  readonly path: string;
  readonly notices: readonly GateNotice[];
  bash(command: string): Promise<GateAnswer>;
}

/** A repository whose configuration has a change that is not committed, and a gate with the real Bash. */
function guarded(more: readonly ProtectedPath[] = []): Guarded {
  // What a line reads from a file, nobody can tell from the line.
  const path = folderWith({
    'hookline.yaml': 'hooks: {}\n',
    'hooks/no-rm.sh': guard,
    'f.txt': 'text\n',
    names: 'hookline hooks no-rm alias shlex\n',
  });
  const git = (...words: string[]): unknown => execFileSync('git', words, { cwd: path });
  git('init', '-q', '.');
  git('add', 'hookline.yaml');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x');
  writeFileSync(join(path, 'hookline.yaml'), config);
  symlinkSync('hookline.yaml', join(path, 'alias.yaml'));
  const notices: GateNotice[] = [];
  const gate = new ToolGate({
    hooks: quietHooks().hooks,
    cwd: path,
    protectedPaths: ['hookline.yaml', 'alias.yaml', 'hooks/no-rm.sh', 'hookline.yml', ...more],
    notice: (notice) => notices.push(notice),
  });
  const tool = bashTool();
  const bash = (command: string): Promise<GateAnswer> =>
    gate.call({ id: '1', name: 'Bash', input: { command } }, (input) => tool.run(input, toolContext(path)));
  return { path, notices, bash };
}

function expectUntouched(path: string): void {
  expect(readFileSync(join(path, 'hookline.yaml'), 'utf8')).toBe(config);
  expect(readFileSync(join(path, 'hooks/no-rm.sh'), 'utf8')).toBe(guard);
  expect(statSync(join(path, 'hooks/no-rm.sh')).mode & 0o777).toBe(0o755);
  expect(lstatSync(join(path, 'alias.yaml')).isSymbolicLink()).toBe(true);
  expect(existsSync(join(path, 'hookline.yml'))).toBe(false);
}

describe('a command that changes what guards the session', () => {
  it.each([
    'tee hookline.{yaml,bak} < f.txt',
    'sort -ohookline.yaml f.txt',
    'echo > hookline.yam\\\nl',
    'n=hookline; echo x > $n.yaml',
    'd=hoo; e=ks; mv $d$e elsewhere',
    'rm -rf .',
    'cd hooks && chmod -x no-rm.sh',
    'echo > "$PWD/hookline.yaml"',
    'cp f.txt hookline.yaml',
    `sed -i 's/a/b/' hookline.yaml`,
    'unheard-of --config hookline.yaml',
  ])('is denied where its words say so: %s', async (command) => {
    const { path, bash } = guarded();
    expect(await bash(command)).toMatchObject({ executed: false, isError: true });
    expectUntouched(path);
  });

  it.each([
    'git checkout -- .',
    'git stash',
    'git reset --hard',
    'git clean -fdx',
    'read n _ < names; echo $n.yaml | xargs -n1 truncate -s0',
    'read n _ < names; echo x > $n.yaml',
    'read n _ < names; echo x > $n.yml',
    'read n _ < names; rm $n.yaml; mkdir $n.yaml',
    'read _ d f _ < names; chmod -x $d/$f.sh',
    'read _ d _ < names; mv $d elsewhere',
    'read _ d _ < names; mv $d elsewhere; echo > $d',
    'read _ _ _ n _ < names; rm $n.yaml; echo > $n.yaml',
    'read n _ < names; cp -p $n.yaml t; tr h x < t > $n.yaml; touch -r t $n.yaml',
  ])('fails, and all is put back: %s', async (command) => {
    const { path, bash, notices } = guarded();
    const answer = await bash(command);
    expect(answer).toMatchObject({ executed: true, isError: true });
    expect(String(answer.content)).toMatch(/^Bash changed what guards this session: .*(put back|removed)/);
    expect(notices).toMatchObject([{ level: 'error', hook: null }]);
    expectUntouched(path);
    expect(await bash('echo fine')).toMatchObject({ isError: false, content: 'fine' });
  });

  it.each([
    'git status',
    'touch -c h*/x',
    'read n _ < names; touch $n.yaml',
    'echo new > g.txt; git stash list',
  ])('lets others be: %s', async (command) => {
    const { path, bash } = guarded();
    expect(await bash(command)).toMatchObject({ isError: false });
    expectUntouched(path);
  });

  it.each([
    `echo '{"a":1}'`,
    `git commit --allow-empty -m 'fix {x} in hookline.yaml'`,
    'cat hookline.yaml',
    'grep -n hooks hookline.yaml',
    'diff hookline.yaml f.txt || true',
    'cp hookline.yaml copy.yaml',
    'echo hookline.yaml > list.txt',
  ])('lets be what only reads or names it: %s', async (command) => {
    const { path, bash } = guarded();
    execFileSync('git', ['config', 'user.name', 'a'], { cwd: path });
    execFileSync('git', ['config', 'user.email', 'a@b'], { cwd: path });
    expect(await bash(command)).toMatchObject({ isError: false });
    expectUntouched(path);
  });

  it('is judged in time, however long a word is', async () => {
    const { bash } = guarded();
    const answer = await bash(`: ${'/x=,'.repeat(12_000)}`);
    expect(answer.executed).toBe(true);
  });

  it('is not blamed for what a person changed before it', async () => {
    const { path, bash } = guarded();
    await bash('true');
    writeFileSync(join(path, 'hookline.yaml'), 'hooks: { }\n');
    expect(await bash('true')).toMatchObject({ isError: false });
    expect((await bash('git checkout -- .')).isError).toBe(true);
    expect(readFileSync(join(path, 'hookline.yaml'), 'utf8')).toBe('hooks: { }\n');
  });

  it('cannot hide behind one that begins meanwhile', async () => {
    const { path, bash } = guarded();
    const first = bash(
      'read n _ < names; echo x > $n.yaml; touch changed; while [ ! -e go ]; do sleep 0.02; done',
    );
    await eventually(() => existsSync(join(path, 'changed')));
    const second = bash('touch go');
    expect([(await first).isError, (await second).isError]).toContain(true);
    expectUntouched(path);
  });

  it('may not add a module where programs would find it before others', async () => {
    const { path, bash } = guarded([{ newIn: '.', endings: ['.py', '.so'] }]);
    writeFileSync(join(path, 'old.py'), '');
    expect(await bash('echo > shlex.py')).toMatchObject({ executed: false });
    expect(await bash('mkdir re; echo > re/__init__.py')).toMatchObject({ executed: false });
    expect(
      await bash('read _ _ _ _ n < names; echo > $n.py; mkdir json; echo > json/__init__.p""y; ls'),
    ).toMatchObject({
      isError: true,
    });
    expect(await bash('x=__init__; mkdir -p json; echo > json/$x.py; y=re; echo > $y.so')).toMatchObject({
      isError: true,
    });
    expect(['shlex.py', 'json/__init__.py', 're.so'].filter((name) => existsSync(join(path, name)))).toEqual(
      [],
    );
    expect(await bash('echo 1 > old.py; mkdir -p pkg/in; echo > pkg/in/new.py')).toMatchObject({
      isError: false,
    });
    expect(readFileSync(join(path, 'old.py'), 'utf8')).toBe('1\n');
  });
});

describe('taking a snapshot', () => {
  it('costs little where nothing changed', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `hook-${index}.sh`);
    const path = folderWith(Object.fromEntries(names.map((name) => [name, guard])));
    const snapshot = new ProtectedSnapshot(
      names.map((name) => join(path, name)),
      [{ newIn: path, endings: ['.py'] }],
    );
    const rounds = 200;
    const ms = await cpuMs(() => {
      for (let round = 0; round < rounds; round += 1) {
        snapshot.begin();
        expect(snapshot.end()).toEqual([]);
      }
    });
    // Far less than a millisecond of work by itself.
    expect(ms / rounds).toBeLessThan(5);
  });

  it('keeps what is in a folder that is not a file apart', () => {
    const path = folderWith({ 'history/a': '1' });
    const snapshot = new ProtectedSnapshot([join(path, 'history')], []);
    snapshot.begin();
    mkdirSync(join(path, 'history/b'));
    expect(snapshot.end()).toEqual([]);
  });
});
