import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { Hooks } from '../../../src/entries/index.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { eventually } from '../../support/eventually.ts';
import { bash, bashResult, sleep } from '../../support/hooks.ts';
import { canLook, processesWith } from '../../support/processes/leftovers.ts';
import { type Loaded, Project } from '../support.ts';

afterAll(() => endWorkers());

const named = (...names: string[]): string =>
  `hooks:\n  PreToolUse:\n${names.map((name) => `    - { name: ${name}, type: command, handler: exit 0 }\n`).join('')}`;

async function watched(files: Readonly<Record<string, string>>): Promise<Loaded & { project: Project }> {
  const project = new Project(files);
  return { project, ...(await project.load('hookline.yaml', { watch: true, guardQuietMs: 50 })) };
}

function names({ config }: Loaded): string[] {
  return config.declarations.map(({ name }) => name);
}

function logged({ log }: Loaded, level: string): string[] {
  return log.filter((entry) => entry.level === level).map(({ message }) => message);
}

describe('watched files', () => {
  it('are read again when they change', async () => {
    const loaded = await watched({ 'hookline.yaml': named('old') });
    loaded.project.write('hookline.yaml', named('first', 'second'));
    await expect.poll(() => names(loaded)).toEqual(['first', 'second']);
    await expect.poll(() => logged(loaded, 'info')).toHaveLength(1);
    expect(loaded.hooks.list().map(({ name }) => name)).toEqual(['first', 'second']);
  });

  it('may be replaced by another file of that name', async () => {
    const loaded = await watched({ 'hookline.yaml': named('old') });
    for (const name of ['second', 'third']) {
      renameSync(
        loaded.project.write('hookline.yaml.tmp', named(name)),
        loaded.project.file('hookline.yaml'),
      );
      await expect.poll(() => names(loaded)).toEqual([name]);
    }
  });

  it('may be links into another folder', async () => {
    const project = new Project({ 'real/config.yaml': named('old') });
    symlinkSync('real/config.yaml', project.file('hookline.yaml'));
    const loaded = await project.load('hookline.yaml', { watch: true });
    project.write('real/config.yaml', named('changed'));
    await expect.poll(() => names(loaded)).toEqual(['changed']);
  });

  it('with a broken edit keep the old hooks, say so once with the place, and can be repaired', async () => {
    const loaded = await watched({ 'hookline.yaml': named('old') });
    loaded.project.write('hookline.yaml', 'hooks:\n  PreToolUze: []\n');
    await expect.poll(() => logged(loaded, 'error')).toHaveLength(1);
    expect(loaded.project.shortened(logged(loaded, 'error')[0] ?? '')).toBe(
      [
        'the changed configuration cannot be used, the hooks stay as they were:',
        'hookline.yaml:2:3: error: unknown event "PreToolUze", did you mean "PreToolUse"?',
        '  2 |   PreToolUze: []',
        '    |   ^^^^^^^^^^',
      ].join('\n'),
    );
    loaded.project.write('unrelated.txt', 'something else in the folder');
    await sleep(300);
    expect(logged(loaded, 'error')).toHaveLength(1);
    expect(names(loaded)).toEqual(['old']);
    expect((await loaded.hooks.fire('PreToolUse', bash)).runs).toMatchObject([{ hook: 'old' }]);
    loaded.project.write('hookline.yaml', named('repaired'));
    await expect.poll(() => names(loaded)).toEqual(['repaired']);
  });

  it.each([
    ['truncated', ''],
    ['left with only comments', '# hooks:\n#   PreToolUse: []\n'],
    ['a document of nothing', '---\n~\n'],
  ])('that are %s keep the old hooks, since nothing was said to be meant', async (_, text) => {
    const guarded = 'hooks:\n  PreToolUse: [{ name: no, type: command, handler: exit 2, guard: true }]\n';
    const loaded = await watched({ 'hookline.yaml': guarded });
    loaded.project.write('hookline.yaml', text);
    await expect.poll(() => logged(loaded, 'error')).toHaveLength(1);
    expect(logged(loaded, 'error')[0]).toContain('the file is empty; write {} if no hooks are meant');
    expect((await loaded.hooks.fire('PreToolUse', bash)).decision).toBe('deny');
    loaded.project.write('hookline.yaml', '{}\n');
    await expect.poll(() => names(loaded)).toEqual([]);
    await expect.poll(() => logged(loaded, 'info').at(-1)).toMatch(/again: 0 hooks$/);
  });

  it('that lose a guard say which', async () => {
    const guard = (name: string, keys = ''): string =>
      `    - { name: ${name}, type: command, handler: exit 0, guard: true${keys} }\n`;
    const section = 'hooks:\n  PreToolUse:\n';
    const loaded = await watched({
      'hookline.yaml': section + guard('kept') + guard('gone') + guard('weak') + guard('moved'),
    });
    loaded.project.write(
      'hookline.yaml',
      `${section}${guard('kept', ', matcher: Bash')}    - { name: weak, type: command, handler: exit 0 }\n  UserPromptSubmit:\n${guard('moved')}`,
    );
    await expect.poll(() => logged(loaded, 'info').at(-1)).toMatch(/again: 3 hooks$/);
    expect(logged(loaded, 'warning').map((line) => loaded.project.shortened(line))).toEqual([
      'the guard gone of hookline.yaml:4 is gone',
      'the guard weak of hookline.yaml:5 is gone',
      'the guard moved of hookline.yaml:6 is gone',
    ]);
    loaded.project.write('hookline.yaml', section + guard('kept'));
    await expect.poll(() => logged(loaded, 'info').at(-1)).toMatch(/again: 1 hook$/);
  });

  it('may vanish and come back, with their folder', async () => {
    const project = new Project({ 'conf/hookline.yaml': named('old') });
    const loaded = await project.load('conf/hookline.yaml', { watch: true });
    rmSync(project.file('conf'), { recursive: true });
    await expect.poll(() => logged(loaded, 'error')).toHaveLength(1);
    expect(names(loaded)).toEqual(['old']);
    mkdirSync(project.file('conf'));
    await sleep(200);
    project.write('conf/hookline.yaml', named('back'));
    await expect.poll(() => names(loaded)).toEqual(['back']);
  });

  it('are the included ones too, also those that a broken edit names', async () => {
    const loaded = await watched({
      'hookline.yaml': 'include: sub/a.yaml\n',
      'sub/a.yaml': named('a'),
    });
    loaded.project.write('sub/a.yaml', named('b'));
    await expect.poll(() => names(loaded)).toEqual(['b']);
    loaded.project.write('hookline.yaml', 'include: [sub/a.yaml, new/c.yaml]\n');
    await expect.poll(() => logged(loaded, 'error')).toHaveLength(1);
    mkdirSync(loaded.project.file('new'));
    await sleep(200);
    loaded.project.write('new/c.yaml', named('c'));
    await expect.poll(() => names(loaded)).toEqual(['b', 'c']);
  });

  it('are no longer watched once they say so, or are closed', async () => {
    const project = new Project({ 'hookline.yaml': `watch: true\n${named('old')}` });
    const loaded = await project.load('hookline.yaml', { guardQuietMs: 50 });
    project.write('hookline.yaml', named('last'));
    await expect.poll(() => names(loaded)).toEqual(['last']);
    project.write('hookline.yaml', named('unseen'));
    await sleep(300);
    expect(names(loaded)).toEqual(['last']);

    const closed = await watched({ 'hookline.yaml': named('old') });
    await closed.config.close();
    closed.project.write('hookline.yaml', named('unseen'));
    await sleep(300);
    expect(closed.hooks.list()).toEqual([]);
    await expect(closed.config.reload()).rejects.toThrow('this configuration was closed');
  });

  it('do not keep the process alive', async () => {
    const project = new Project({ 'hookline.yaml': named('a') });
    project.write(
      'host.mjs',
      `import { loadConfig } from ${JSON.stringify(new URL('../../../dist/index.js', import.meta.url).href)};
       const { hooks } = await loadConfig(${JSON.stringify(project.file('hookline.yaml'))}, { watch: true });
       console.log(hooks.list().length);`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [project.file('host.mjs')], {
      timeout: 60_000,
    });
    expect(stdout).toBe('1\n');
  });
});

describe('a reload', () => {
  it('keeps the place of the hooks between those of code', async () => {
    const hooks = new Hooks();
    hooks.on('PreToolUse', { name: 'before' }, () => undefined);
    const project = new Project({ 'hookline.yaml': named('a') });
    const { config } = await project.load('hookline.yaml', { hooks });
    hooks.on('PreToolUse', { name: 'after' }, () => undefined);
    project.write('hookline.yaml', named('b', 'c'));
    await config.reload();
    expect((await hooks.fire('PreToolUse', bash)).runs.map((run) => run.hook)).toEqual([
      'before',
      'b',
      'c',
      'after',
    ]);
    await config.close();
    expect(hooks.list().map(({ name }) => name)).toEqual(['before', 'after']);
  });

  it('whose names code has taken meanwhile changes nothing', async () => {
    const hooks = new Hooks();
    const project = new Project({ 'hookline.yaml': named('a') });
    const { config } = await project.load('hookline.yaml', { hooks });
    hooks.on('Stop', { name: 'b' }, () => undefined);
    project.write('hookline.yaml', named('b'));
    await expect(config.reload()).rejects.toThrow('the name "b" is taken');
    expect(hooks.list().map(({ name }) => name)).toEqual(['a', 'b']);
    expect(config.declarations).toMatchObject([{ name: 'a' }]);
  });

  it('is all or nothing for every firing', async () => {
    const generation = (number: number): string =>
      `hooks:\n  PreToolUse:\n${[0, 1, 2]
        .map((index) => `    - { name: g${number}-${index}, type: module, handler: ./quiet.mjs }\n`)
        .join('')}`;
    const project = new Project({
      'hookline.yaml': generation(0),
      'quiet.mjs': 'export default async () => undefined;\n',
    });
    const { config, hooks } = await project.load();
    let isDone = false;
    // Also where the test fails: nothing else would end the firings.
    onTestFinished(() => {
      isDone = true;
    });
    const mixed: string[][] = [];
    let firings = 0;
    const fireOn = async (): Promise<void> => {
      while (!isDone) {
        const ran = (await hooks.fire('PreToolUse', bash)).runs.map((run) => run.hook);
        firings += 1;
        if (new Set(ran.map((name) => name.split('-')[0])).size !== 1 || ran.length !== 3) mixed.push(ran);
        await new Promise(setImmediate);
      }
    };
    const firing = Promise.all([fireOn(), fireOn(), fireOn()]);
    for (let number = 1; number <= 30; number += 1) {
      const before = firings;
      project.write('hookline.yaml', generation(number));
      await config.reload();
      await eventually(() => firings > before);
    }
    isDone = true;
    await firing;
    expect(mixed).toEqual([]);
  });

  it('leaves a hook that is still there what it knows', async () => {
    const yaml = (more: string): string => `hooks:
  PostToolUse:
    - { type: builtin, handler: mid-stream-injection, options: { file: note.txt, perRound: 1 } }
${more}`;
    const project = new Project({ 'hookline.yaml': yaml(''), 'note.txt': 'first' });
    const { config, hooks } = await project.load();
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toHaveLength(1);
    project.write('note.txt', 'second');
    project.write('hookline.yaml', yaml('    - { type: command, handler: exit 0 }\n'));
    await config.reload();
    const { injections, runs } = await hooks.fire('PostToolUse', bashResult);
    expect(runs).toHaveLength(2);
    expect(injections).toEqual([]);
  });
});

describe.skipIf(!canLook)('the worker of a Python hook', () => {
  const python = (mark: string, name: string): string =>
    `    - { name: ${name}, type: python, handler: rules.check, env: { MARK: ${mark} } }\n`;
  const rules =
    'import time\n\ndef check(event):\n    time.sleep(event["tool_input"].get("sleep", 0))\n    return {}\n';
  const workers = (mark: string): readonly number[] => processesWith(`MARK=${mark}`);
  const atPreToolUse = (lines: string): string => `hooks:\n  PreToolUse:\n${lines}`;

  it('stays while a hook needs it, and ends when none does', async () => {
    const mark = `stays-${process.pid}`;
    const project = new Project({ 'hookline.yaml': atPreToolUse(python(mark, 'a')), 'rules.py': rules });
    const { config, hooks } = await project.load();
    await hooks.fire('PreToolUse', bash);
    const [worker] = workers(mark);
    expect(worker).toBeDefined();
    project.write('hookline.yaml', atPreToolUse(python(mark, 'renamed') + python(mark, 'second')));
    await config.reload();
    await hooks.fire('PreToolUse', bash);
    expect(workers(mark)).toEqual([worker]);
    project.write('hookline.yaml', named('other'));
    await config.reload();
    await expect.poll(() => workers(mark)).toEqual([]);
  });

  it('finishes what a firing asked of it before the hook was gone', async () => {
    const mark = `finishes-${process.pid}`;
    const project = new Project({
      'hookline.yaml': atPreToolUse(python(mark, 'a') + python(mark, 'b')),
      'rules.py': rules,
    });
    const { config, hooks } = await project.load();
    await hooks.fire('PreToolUse', bash);
    const firing = hooks.fire('PreToolUse', { ...bash, tool_input: { sleep: 0.5 } });
    await sleep(1);
    await config.close().catch(() => undefined);
    expect((await firing).runs).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    await expect.poll(() => workers(mark)).toEqual([]);
  });
});

it('the thread of an isolated module ends with its hook', async () => {
  const project = new Project();
  project.write(
    'hookline.yaml',
    'hooks:\n  PreToolUse:\n    - { type: module, handler: ./beats.mjs, isolate: true, timeout: 15 }\n',
  );
  project.write(
    'beats.mjs',
    `import { appendFileSync } from 'node:fs';
     setInterval(() => appendFileSync(${JSON.stringify(project.file('beats'))}, '.'), 10);
     export default () => undefined;`,
  );
  const { config, hooks } = await project.load();
  const beats = (): number => statSync(project.file('beats'), { throwIfNoEntry: false })?.size ?? 0;
  await hooks.fire('PreToolUse', bash);
  await expect.poll(beats).toBeGreaterThan(2);
  project.write('hookline.yaml', named('other'));
  await config.reload();
  const isStill = async (): Promise<boolean> => {
    const before = beats();
    await sleep(300);
    return beats() === before;
  };
  await expect.poll(isStill).toBe(true);
});
