import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../src/entries/index.ts';
import { folderWith } from '../../support/folder-with.ts';
import { bash } from '../../support/hooks.ts';
import { projectFolder } from '../../support/pages.ts';
import { load, Project } from '../support.ts';

const stop = (keys: string): string => `hooks: { Stop: [{ type: command, handler: exit 0, ${keys} }] }\n`;

async function names(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { config } = await new Project(files).load();
  return config.declarations.map(({ name }) => name);
}

describe('include', () => {
  it('puts the hooks of the other files first, nested ones before those', async () => {
    expect(
      await names({
        'hookline.yaml': `include: [one.yaml, sub/two.yml]\n${stop('name: main')}`,
        'one.yaml': stop('name: one'),
        'sub/two.yml': `include: three.yaml\n${stop('name: two')}`,
        'sub/three.yaml': stop('name: three'),
      }),
    ).toEqual(['one', 'three', 'two', 'main']);
  });

  it('reads a file once, however often and by whatever name it is included', async () => {
    const project = new Project({
      'hookline.yaml': 'include: [a.yaml, ./a.yaml, b.yaml, link.yaml]\n',
      'a.yaml': stop('name: a'),
      'b.yaml': 'include: a.yaml\n',
    });
    symlinkSync('a.yaml', project.file('link.yaml'));
    const { config } = await project.load();
    expect(config.declarations).toHaveLength(1);
    expect(config.files.map((file) => project.shortened(file))).toEqual([
      'hookline.yaml',
      'a.yaml',
      'b.yaml',
    ]);
  });

  it('is an error when a file includes itself, however long the way', async () => {
    const project = new Project({
      'hookline.yaml': 'include: a.yaml\n',
      'a.yaml': 'watch: false\ninclude:\n  - hookline.yaml\n',
    });
    expect(await project.says()).toBe(
      [
        'a.yaml:3:5: error: hookline.yaml includes itself',
        '  3 |   - hookline.yaml',
        '    |     ^^^^^^^^^^^^^',
      ].join('\n'),
    );
  });

  it('is an error at its place when the file is not there or is of no kind', async () => {
    const project = new Project({
      'notes.txt': '',
      'fine.ymal': '',
      'hookline.yaml': 'include: [gone.yaml, notes.txt, fine.ymal]\n',
    });
    expect((await project.says()).split('\n').filter((line) => line.includes('error'))).toEqual([
      'hookline.yaml:1:11: error: gone.yaml cannot be read: it does not exist',
      expect.stringMatching(
        /^hookline\.yaml:1:22: error: the name of notes\.txt does not say what it is: it ends in /,
      ),
      'hookline.yaml:1:33: error: the name of fine.ymal does not say what it is, did you mean ".yaml"?',
    ]);
  });

  it('says what is wrong in every file', async () => {
    const project = new Project({
      'hookline.yaml': 'include: [a.yaml, b.yaml]\nhoks: {}\n',
      'a.yaml': 'hooks: { Stopp: [] }\n',
      'b.yaml': 'hooks: [\n',
    });
    const places = (await project.says()).split('\n').filter((line) => line.includes('error'));
    expect(places.map((line) => line.split(' ')[0])).toEqual([
      'hookline.yaml:2:1:',
      'a.yaml:1:10:',
      'b.yaml:1:9:',
    ]);
  });

  it('settings and relative paths are those of the file that has them', async () => {
    const project = new Project({
      'hookline.yaml': `include: sub/other.yaml\n${stop('name: main')}`,
      'sub/other.yaml':
        'hooks:\n  timeout: 5000\n  PreToolUse: [{ name: other, type: command, handler: ./deny.sh }]\n',
      'sub/deny.sh': '#!/bin/sh\nexit 2\n',
    });
    const { hooks } = await project.load();
    expect(hooks.list()).toMatchObject([
      { name: 'other', timeoutMs: 5000 },
      { name: 'main', timeoutMs: 30_000 },
    ]);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
  });
});

describe('the programs of a script', () => {
  it('that are not there are a warning at their place', async () => {
    const project = new Project({
      'hookline.yaml': 'hooks: { scripts: sub/a.arma }\n',
      'sub/a.arma':
        'hook pre:tool /run ./here.sh\nhook pre:tool /run ./gone.sh $args\nhook pre:tool /run no-such-program\n',
      'sub/here.sh': '#!/bin/sh\n',
    });
    expect((await project.says()).split('\n')).toEqual([
      'sub/a.arma:2:20: warning: the command "./gone.sh" was not found: sub/gone.sh is not a file; until it is there, the hook fails [handler-missing]',
      '  2 | hook pre:tool /run ./gone.sh $args',
      '    |                    ^^^^^^^^^',
      'sub/a.arma:3:20: warning: the program "no-such-program" was not found; until it is there, the hook fails [handler-missing]',
      '  3 | hook pre:tool /run no-such-program',
      '    |                    ^^^^^^^^^^^^^^^',
    ]);
  });
});

describe('names', () => {
  it('are made up from the type and what runs, with a number where that is not unique', async () => {
    const twice = '{ type: command, handler: exit 0 }';
    expect(
      await names({ 'hookline.yaml': `hooks: { Stop: [${twice}, ${twice}], PreToolUse: [${twice}] }\n` }),
    ).toEqual(['command_exit 0', 'command_exit 0 #2', 'command_exit 0 #3']);
  });

  it('that are used twice in one file mean the later hook', async () => {
    const { config, log } = await load(`hooks:
  Stop: [{ name: a, type: command, handler: exit 0 }]
  PreToolUse: [{ name: a, type: command, handler: exit 1 }]
`);
    expect(config.declarations).toMatchObject([{ name: 'a', runs: 'exit 1' }]);
    expect(log).toMatchObject([{ level: 'warning', message: expect.stringContaining('replaces that one') }]);
  });

  it('that another file uses are an error with both places', async () => {
    const project = new Project({
      'hookline.yaml': `include: a.yaml\n${stop('name: x')}`,
      'a.yaml': stop('name: x'),
    });
    expect(await project.says()).toContain(
      'hookline.yaml:2:57: error: the name "x" is already used at a.yaml:1:57; give this hook another one',
    );
  });

  it('that two agents use are fine', async () => {
    const agent = (id: string): string =>
      `  - { id: ${id}, backend: { hooks: { Stop: [{ name: x, type: command, handler: exit 0 }] } } }\n`;
    expect(await names({ 'hookline.yaml': `agents:\n${agent('a')}${agent('b')}` })).toEqual(['x', 'x']);
  });

  it('that code has already are an error at the place of the name, and nothing is registered', async () => {
    const hooks = new Hooks();
    hooks.on('Stop', { name: 'x' }, () => undefined);
    const project = new Project({ 'hookline.yaml': stop('name: x') });
    await expect(project.load('hookline.yaml', { hooks })).rejects.toThrow(
      'hookline.yaml:1:57: error: the name "x" is taken',
    );
    expect(hooks.list()).toHaveLength(1);
  });
});

describe('points', () => {
  it('go by their aliases, and take a matcher in their name', async () => {
    const { hooks, log } = await load(`hooks:
  pre:tool:shell: [{ name: shell, type: command, handler: exit 0 }]
  pre:tool: [{ name: alias, type: command, handler: exit 0 }]
  PreToolUse: [{ name: canonical, type: command, handler: exit 0 }]
`);
    expect(log).toEqual([]);
    expect(hooks.list()).toMatchObject([
      { name: 'shell', point: 'PreToolUse', matcher: 'shell' },
      { name: 'alias', point: 'PreToolUse', matcher: '*' },
      { name: 'canonical', point: 'PreToolUse' },
    ]);
  });

  // In a process of its own: a point that is defined stays.
  it('can be points of your own', () => {
    const folder = folderWith({
      'hookline.yaml': `hooks:
  pre:deploy: [{ type: command, handler: exit 2, matcher: "prod*" }]
  pre:deploy:staging: [{ type: command, handler: exit 2 }]
`,
    });
    const entry = (name: string): string => JSON.stringify(join(projectFolder, 'dist', name));
    const program = `import { definePoint } from ${entry('index.js')};
      import { loadConfig } from ${entry('index.js')};
      const row = { summary: 'Before a deployment.', matches: 'environment', admits: ['deny'], block: 'deny', fields: ['environment'] };
      const deploy = definePoint()('pre:deploy', row);
      const config = await loadConfig('hookline.yaml');
      const decisions = [];
      for (const environment of ['production', 'staging', 'test'])
        decisions.push((await config.hooks.fire(deploy, { environment })).decision);
      console.log(JSON.stringify(decisions));
      await config.close();`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual(['deny', 'deny', null]);
  });
});

describe('override', () => {
  const yaml = (own: string): string => `hooks:
  PreToolUse:
    - { name: global, type: command, handler: exit 0 }
    - { name: guard, type: command, handler: exit 0, guard: true }
  Stop: [{ name: stop, type: command, handler: exit 0 }]
agents:
  - id: a
    backend:
      hooks:
        pre:tool: ${own}
`;
  const ran = async (own: string): Promise<string[]> => {
    const { hooks } = await load(yaml(own));
    return (await hooks.fire('PreToolUse', bash, { agent: 'a' })).runs.map((run) => run.hook);
  };

  it.each([
    ['[{ name: own, type: command, handler: exit 0 }]', ['global', 'guard', 'own']],
    [
      '{ override: false, hooks: [{ name: own, type: command, handler: exit 0 }] }',
      ['global', 'guard', 'own'],
    ],
    ['{ override: true, hooks: [{ name: own, type: command, handler: exit 0 }] }', ['guard', 'own']],
    ['{ override: true, hooks: [] }', ['guard']],
  ])('%s runs %j', async (own, expected) => {
    expect(await ran(own)).toEqual(expected);
  });

  it('is for that agent and that point only', async () => {
    const { hooks } = await load(yaml('{ override: true, hooks: [] }'));
    const count = async (agent: string): Promise<number> =>
      (await hooks.fire('PreToolUse', bash, { agent })).runs.length;
    expect(await count('b')).toBe(2);
    expect((await hooks.fire('Stop', { stop_hook_active: false }, { agent: 'a' })).runs).toHaveLength(1);
  });
});
