import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startInTerminal } from '../../support/command-line/cli.ts';
import { TrustWorld } from './trust-world.ts';

const config = (more = ''): string => `hooks:
  PreToolUse:
    - { name: no-rm, matcher: Bash, type: command, handler: ./hooks/no-rm.sh, guard: true }
${more}`;
const script = (word = 'rm'): string =>
  `#!/bin/sh\n. "$(dirname "$0")/lib.sh"\ngrep -q "${word} x" && { echo no rm >&2; exit 2; }; true\n`;
const project = { 'hookline.yaml': config(), 'hooks/no-rm.sh': script(), 'hooks/lib.sh': ': nothing\n' };

describe('a configuration that a repository brings', () => {
  it('runs no hook before a person has trusted it, which is said; those of the user run', async () => {
    const world = new TrustWorld({
      'project/hookline.yaml': `handlers: { mine: ./mine.mjs }\n${config('    - { type: mine, handler: x }')}`,
      'project/mine.mjs': `import { writeFileSync } from 'node:fs';
        writeFileSync(new URL('ran', import.meta.url), '');
        export const mine = { type: 'mine', create: () => () => undefined };`,
      'project/hooks/no-rm.sh': '#!/bin/sh\ntouch ran\n',
      'config/hookline/hookline.yaml': 'permissions: { deny: ["Bash(dd *)"] }\n',
    });
    const first = await world.ask('rm x');
    expect(first).toMatchObject({ denied: false, notice: expect.stringContaining('hookline trust') });
    expect((await world.ask('dd if=/dev/zero')).denied).toBe(true);
    const { stdout } = await world.run(['trust']);
    expect(stdout).toContain('./hooks/no-rm.sh');
    expect(stdout).toContain('mine.mjs');
    expect(readdirSync(world.path('.'))).not.toContain('ran');
    await world.trust();
    await world.ask('ls');
    expect(readdirSync(world.path('.'))).toContain('ran');
  });

  it('is told of at the beginning and at each prompt, and else once a session', async () => {
    const world = TrustWorld.of(project);
    const said = async (event: string, session: string): Promise<boolean> =>
      (await world.ask('ls', { event, session })).notice.includes('not trusted yet');
    expect(await said('PreToolUse', 'a')).toBe(true);
    expect(await said('PreToolUse', 'a')).toBe(false);
    expect(await said('UserPromptSubmit', 'a')).toBe(true);
    expect(await said('UserPromptSubmit', 'a')).toBe(true);
    expect(await said('SessionStart', 'b')).toBe(true);
    expect(await said('PreToolUse', 'b')).toBe(false);
    expect(await said('PreToolUse', 'c')).toBe(true);
  });

  it('counts once it is trusted, here and below, and no longer once that is taken back', async () => {
    const world = TrustWorld.of({ ...project, 'sub/keep': '' });
    expect((await world.ask('rm x', { words: ['--config', 'hookline.yaml'] })).denied).toBe(true);
    await world.trust('project/sub');
    expect(await world.ask('rm x', { folder: 'project/sub' })).toMatchObject({ denied: true, notice: '' });
    expect(await world.ask('ls')).toEqual({ denied: false, notice: '', reason: '' });
    await world.run(['trust', '--remove']);
    expect((await world.ask('rm x')).denied).toBe(false);
    expect((await world.run(['trust', '--remove'])).code).toBe(1);
  });

  it('is not trusted without a person, nor when it is broken', async () => {
    const world = TrustWorld.of(project);
    const nobody = await world.run(['trust']);
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
    expect((await world.ask('rm x')).denied).toBe(false);
    world.write('hookline.yaml', 'hooks: { PreTolUse: [] }');
    expect((await world.run(['trust', '--yes'])).code).toBe(1);
    expect((await world.run(['trust', '--list'])).stdout).toContain('nothing is trusted');
  });

  it('is trusted by whoever says yes to it in a terminal', async () => {
    const world = TrustWorld.of(project);
    for (const [key, isTrusted] of [
      ['n', false],
      ['y', true],
    ] as const) {
      const { child, shows, ended } = startInTerminal(['trust'], { cwd: world.path('.'), env: world.env });
      await shows('Trust this? [y/N]');
      child.stdin?.write(`${key}\n`);
      expect((await ended).code).toBe(isTrusted ? 0 : 1);
      expect((await world.ask('rm x')).denied).toBe(isTrusted);
    }
  });

  it('cannot allow what the user forbids', async () => {
    const world = new TrustWorld({
      'project/hookline.yaml':
        'permissions: { allow: ["Bash(dd *)"] }\nhooks: { PreToolUse: [{ type: module, handler: ./yes.mjs }] }\n',
      'project/yes.mjs': `export default () => ({ type: 'allow' });`,
      'config/hookline/hookline.yaml': 'permissions: { deny: ["Bash(dd *)"] }\n',
    });
    await world.trust();
    expect((await world.ask('dd if=/dev/zero')).denied).toBe(true);
  });
});

describe('a configuration that has changed since it was trusted', () => {
  it.each<[string, (world: TrustWorld) => void, RegExp]>([
    [
      'its text',
      (world) => world.write('hookline.yaml', config('# more')),
      /^ {2}hookline\.yaml:\d+ \+ # more/m,
    ],
    [
      'what a hook runs',
      (world) => world.write('hooks/no-rm.sh', script('never')),
      /hooks\/no-rm\.sh:(\d+) - .*grep -q "rm x"[\s\S]*hooks\/no-rm\.sh:\1 \+ .*grep -q "never x"/,
    ],
    [
      'what that reads',
      (world) => world.write('hooks/lib.sh', 'exit 0\n'),
      /^ {2}hooks\/lib\.sh:1 - : nothing\n {2}hooks\/lib\.sh:1 \+ exit 0/m,
    ],
    ['it is empty', (world) => world.write('hookline.yaml', ''), /- {3}PreToolUse:/],
    ['it is gone', (world) => rmSync(world.path('hookline.yaml')), /hookline\.yaml is gone/],
    ['it has another name', (world) => renameSync(world.path('hookline.yaml'), world.path('x')), /is gone/],
    [
      'it is a link to nothing',
      (world) => {
        rmSync(world.path('hookline.yaml'));
        symlinkSync('nothing', world.path('hookline.yaml'));
      },
      /hookline\.yaml is gone/,
    ],
    [
      'it is a folder',
      (world) => {
        rmSync(world.path('hookline.yaml'));
        mkdirSync(world.path('hookline.yaml'));
      },
      /hookline\.yaml is another/,
    ],
    ['its script is gone', (world) => rmSync(world.path('hooks/no-rm.sh')), /no-rm\.sh is gone/],
    [
      'its folder was put behind a link',
      (world) => {
        renameSync(world.path('.'), join(world.home, 'moved'));
        writeFileSync(join(world.home, 'moved/hooks/lib.sh'), 'exit 0\n');
        symlinkSync('moved', join(world.home, 'project'));
      },
      /exit 0/,
    ],
    ['its records are broken', (world) => breakRecords(world), /cannot be read any more/],
  ])('holds everything back, and says why: %s', async (_, change, why) => {
    const world = TrustWorld.of(project);
    await world.trust();
    change(world);
    const held = await world.ask('ls');
    expect(held).toMatchObject({ denied: true, reason: expect.stringMatching(why) });
    expect(held.reason).toContain('hookline trust');
    expect((await world.ask('hello', { event: 'UserPromptSubmit' })).denied).toBe(true);
  });

  it.skipIf(process.getuid?.() === 0)(
    'holds everything back when it cannot be read (skipped for root)',
    async () => {
      const world = TrustWorld.of(project);
      await world.trust();
      chmodSync(world.path('hookline.yaml'), 0);
      expect((await world.ask('ls')).denied).toBe(true);
    },
  );

  it('sees what comes to stand before or beside what was trusted', async () => {
    const world = TrustWorld.of({
      'hookline.yml': `include: more/*.yaml
hooks:
  PreToolUse:
    - { name: py, matcher: Bash, type: python, handler: rules.check }
    - { name: js, matcher: Bash, type: command, handler: node check.cjs }
`,
      'more/a.yaml': 'permissions: { deny: ["Bash(dd *)"] }\n',
      'rules.py': 'def check(event): return None\n',
      'check.cjs': `require('./part')`,
      'part.js': '',
    });
    await world.trust();
    expect(await world.ask('ls')).toMatchObject({ denied: false, notice: '' });
    for (const [name, text] of [
      ['more/b.yaml', '{}'],
      ['shlex.py', ''],
      ['part', ''],
    ] as const) {
      world.write(name, text);
      expect(await world.ask('ls'), name).toMatchObject({ denied: true });
      rmSync(world.path(name));
      expect(await world.ask('ls'), name).toMatchObject({ denied: false });
    }
    world.write('hookline.yaml', 'hooks: {}');
    expect(await world.ask('ls')).toMatchObject({
      denied: false,
      notice: expect.stringContaining('not trusted'),
    });
    expect((await world.ask('dd if=/dev/zero')).denied).toBe(true);
  });

  it('sees what comes in by a workspace, an include, an interpreter or a pattern', async () => {
    const world = TrustWorld.of({
      'hookline.yaml': `hooks:
  PreToolUse:
    - { name: js, matcher: Nothing, type: module, handler: ./check.mjs }
    - { name: make, matcher: Nothing, type: command, handler: make -s guard }
    - { name: own, matcher: Nothing, type: command, handler: ./own }
    - { name: parts, matcher: Nothing, type: command, handler: ./all.sh }
`,
      'check.mjs': `import rules from 'rules';\nexport default rules;\n`,
      'packages/rules/package.json': '{ "exports": { ".": { "import": "./src/main.js" } } }',
      'packages/rules/src/main.js': `export { default } from './deep.js';\n`,
      'packages/rules/src/deep.js': 'export default () => undefined;\n',
      Makefile: 'include g.mk\n',
      'g.mk': 'guard:\n\ttrue\n',
      own: '#!bin/run\n',
      'bin/run': '#!/bin/sh\n',
      'all.sh': '#!/bin/sh\nfor part in parts/*.sh; do . "./$part"; done\n',
      'parts/a.sh': ':\n',
    });
    mkdirSync(world.path('node_modules'));
    symlinkSync('../packages/rules', world.path('node_modules/rules'));
    await world.trust();
    expect(await world.ask('ls')).toMatchObject({ denied: false, notice: '' });
    for (const name of ['packages/rules/src/deep.js', 'g.mk', 'bin/run', 'parts/a.sh', 'parts/b.sh']) {
      const before = existsSync(world.path(name)) ? readFileSync(world.path(name), 'utf8') : null;
      world.write(name, 'exit 0\n');
      expect(await world.ask('ls'), name).toMatchObject({ denied: true });
      if (before === null) rmSync(world.path(name));
      else world.write(name, before);
    }
    expect(await world.ask('ls')).toMatchObject({ denied: false });
  });

  it('lets what does not run change: other files, and the dependencies of a package', async () => {
    const manifest = (version: string): string =>
      JSON.stringify({ scripts: { check: './check.sh' }, dependencies: { a: version } });
    const world = TrustWorld.of({
      'hookline.yaml':
        'hooks: { PreToolUse: [{ name: npm, type: command, handler: npm run check, matcher: Nothing }] }\n',
      'package.json': manifest('1'),
      'check.sh': '#!/bin/sh\n',
    });
    await world.trust();
    world.write('package.json', manifest('2'));
    world.write('other.txt', '');
    mkdirSync(world.path('node_modules/.bin'), { recursive: true });
    world.write('node_modules/.bin/check', '');
    expect(await world.ask('ls')).toEqual({ denied: false, notice: '', reason: '' });
    world.write('package.json', manifest('2').replace('check.sh', 'other.sh'));
    expect((await world.ask('ls')).denied).toBe(true);
  });

  it('is trusted again by its person, and the states before stay trusted: each branch has one', async () => {
    const world = TrustWorld.of(project);
    await world.trust();
    world.write('hooks/no-rm.sh', script('mv'));
    await world.trust();
    expect((await world.ask('mv x')).denied).toBe(true);
    expect((await world.ask('rm x')).denied).toBe(false);
    rmSync(world.path('hookline.yaml'));
    await world.trust();
    expect(await world.ask('rm x')).toEqual({ denied: false, notice: '', reason: '' });
    world.write('hookline.yaml', config());
    world.write('hooks/no-rm.sh', script());
    expect(await world.ask('rm x')).toMatchObject({ denied: true, reason: expect.stringContaining('no rm') });
    const listed = JSON.parse((await world.run(['trust', '--list', '--json'])).stdout);
    expect(listed).toMatchObject([{ file: world.path('hookline.yaml'), states: 3, standing: 'trusted' }]);
  });
});

describe('what hookline writes itself', () => {
  it('is trusted: by init and by install', async () => {
    const world = new TrustWorld({
      '.claude/keep': '',
      'other/hookline.yaml': 'permissions: { deny: ["Bash(dd *)"] }',
    });
    expect((await world.run(['init', '--guards'])).code).toBe(0);
    expect(await world.ask('git push --force')).toMatchObject({
      denied: true,
      reason: expect.stringContaining('push'),
    });
    expect(await world.run(['install', 'claude-code', '--yes'], 'other')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is not trusted yet'),
    });
    expect((await world.ask('dd if=/dev/zero', { folder: 'other', session: '2' })).denied).toBe(true);
    writeFileSync(join(world.home, 'other/hookline.local.yaml'), '{}');
    expect((await world.run(['list'], 'other')).stderr).toContain('hookline.local.yaml is not trusted yet');
  });
});

it('is for its user alone', async () => {
  const world = TrustWorld.of(project);
  await world.trust();
  const root = join(world.home, 'state/hookline/trust');
  const [folder = ''] = readdirSync(root);
  const [file = ''] = readdirSync(join(root, folder));
  const modes = [root, join(root, folder), join(root, folder, file)].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

describe('an agent', () => {
  it('is kept from hookline itself, also where there is no configuration', async () => {
    const world = new TrustWorld({ '.claude/keep': '', '.codex/config.toml': 'model = "x"\n' });
    const home = (path: string): string => join(world.home, path);
    for (const command of ['ls', 'hookline list', 'cat hookline.yaml', `cat ${home('.codex/config.toml')}`])
      expect((await world.ask(command)).denied, command).toBe(false);
    expect((await world.ask(`echo >> ${home('.codex/config.toml')}`)).denied).toBe(false);
    await world.run(['install', 'codex', 'claude-code', '--user', '--yes']);
    for (const command of [
      'hookline uninstall',
      'npx hookline trust --yes',
      `rm -rf ${home('state/hookline')}`,
      `echo {} > ${home('state/hookline/trust/x.json')}`,
      `sed -i s/a/b/ ${home('data/hookline/hook')}`,
      `echo >> ${home('.codex/config.toml')}`,
      `rm ${home('.codex/hooks.json')}`,
      `echo '{"disableAllHooks":true}' > .claude/settings.local.json`,
      'echo "hooks: {}" > hookline.yaml',
    ])
      expect((await world.ask(command)).denied, command).toBe(true);
  });

  it('is so while a project is not trusted', async () => {
    const world = TrustWorld.of(project);
    for (const command of ['hookline trust --yes', 'echo "hooks: {}" > hookline.yaml'])
      expect((await world.ask(command)).denied, command).toBe(true);
  });
});

function breakRecords(world: TrustWorld): void {
  const root = join(world.home, 'state/hookline/trust');
  for (const folder of readdirSync(root))
    for (const name of readdirSync(join(root, folder))) writeFileSync(join(root, folder, name), '{');
}
