import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeAgent } from '../../../src/gateway/agents/claude-code.ts';
import { codexAgent } from '../../../src/gateway/agents/codex.ts';
import { sumOf } from '../../../src/gateway/install/checksums.ts';
import { hookLine } from '../../../src/gateway/install/hook-line.ts';
import { launcherText, systemCurl } from '../../../src/gateway/install/launcher.ts';
import { eventually } from '../../support/eventually.ts';
import { projectFolder } from '../../support/pages.ts';
import { Scratch } from '../../support/scratch.ts';
import { writeChain } from './write-chain.ts';

/** A payload that no pipe holds, so that a line that does not read it would break the agent's write. */
const payload = JSON.stringify({ hook_event_name: 'PreToolUse', text: 'x'.repeat(1024 * 1024) });

const curl = systemCurl();
const uid = process.getuid?.() ?? 0;

/** Programs that take hookline's place. */
const programs = {
  answers: `let n = 0; process.stdin.on('data', (d) => (n += d.length)).on('end', () => console.log(JSON.stringify({ n, words: process.argv.slice(2) })));process.exitCode = 40;`,
  refuses: `console.error('because'); process.exit(42);`,
  crashes: `console.log('{"half'); throw new Error('broken');`,
  'ends with 7': 'process.exit(7);',
  'is an empty file': '',
  'answers, and then ends with 0': `console.log('{}');`,
  'ends with 2 and gives no reason': 'process.exit(2);',
  'is killed': `process.kill(process.pid, 'SIGKILL');`,
  hangs: `console.log('{}'); setInterval(() => {}, 1000);`,
  'hangs and ignores signals': `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`,
  // Where it does not matter who runs it: `sh` starts sooner than Node.
  'sh answers': `cat >/dev/null; echo '{}'; exit 40`,
  'sh refuses': 'echo because >&2; exit 42',
  'sh crashes': `echo '{"half'; exit 1`,
} as const;

/** A home whose name is hard on shells, with a launcher for such a program. */
class Home extends Scratch {
  readonly home = join(this.path, `ho'me "of $x *`);
  readonly launcher = join(this.home, '.local/share/hookline/launch');
  readonly main: string;

  constructor(
    program: keyof typeof programs,
    node: string = program.startsWith('sh ') ? '/bin/sh' : process.execPath,
  ) {
    super();
    this.main = this.write(`it's here/main.js`, programs[program]);
    mkdirSync(join(this.launcher, '..'), { recursive: true });
    writeChain(
      join(this.launcher, '..'),
      launcherText({ node, main: this.main, curl, uid, places: '' }),
      this.main,
    );
  }

  run(program: string, words: readonly string[], input: string = payload, more: NodeJS.ProcessEnv = {}) {
    const env = { PATH: '/usr/bin:/bin', HOME: this.home, ...more };
    const done = spawnSync(program, words, {
      input,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      cwd: this.path,
    });
    const { status, stdout, stderr } = done;
    // The error of a write that nobody read.
    return { status, stdout, stderr, unread: done.error?.message ?? null };
  }
}

const options = { required: true, open: false };
const line = hookLine(codexAgent, 'PreToolUse', options);
const shells = ['sh', 'dash', 'bash', 'fish', 'zsh'].filter(
  (shell) => spawnSync(shell, ['-c', ':']).status === 0,
);

it('is a file of sh, without what this machine puts in too', () => {
  const file = join(projectFolder, 'src/gateway/install/launcher.sh');
  for (const shell of ['sh', 'bash'])
    expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' }).stderr).toBe('');
});

describe('the installed line', () => {
  it('has no quote and no backslash inside, and names no version and no folder', () => {
    expect(line).toMatch(/^\/bin\/sh -c '[^'"\\]*'$/);
    expect(line).not.toContain(process.cwd());
  });

  it.each(shells)('passes the payload and the answer on in %s', (shell) => {
    const { status, stdout, unread } = new Home('answers').run(shell, ['-c', line]);
    expect({ status, unread }).toEqual({ status: 0, unread: null });
    expect(JSON.parse(stdout)).toEqual({
      n: payload.length,
      words: ['hook', 'codex', '--required', '--launched'],
    });
  });

  it.each(shells)('refuses in %s when the launcher is gone', (shell) => {
    const home = new Home('answers');
    rmSync(home.launcher);
    expect(home.run(shell, ['-c', line])).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^hookline is missing or broken here, so this is blocked\..*hookline install.*\n$/,
      ),
      unread: null,
    });
  });

  it.each([undefined, '', 'planted'])('names HOME in its refusal when that is %j', (HOME) => {
    const home = new Home('answers');
    expect(home.run('sh', ['-c', line], '{}', { HOME })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^HOME names no folder here.* start the agent with HOME set\.\nhookline is missing or broken here, so this is blocked\./,
      ),
    });
  });

  it.each(['HOME', 'XDG_DATA_HOME'])(
    'runs no launcher of a project, whatever folder of it %s names',
    (name) => {
      const home = new Home('sh refuses');
      const planted = name === 'HOME' ? 'planted/.local/share/hookline/hook' : 'planted/hookline/hook';
      home.write(planted, 'cat >/dev/null; exit 40');
      for (const path of ['planted', './planted', 'planted/../planted']) {
        const { status, stderr } = home.run('sh', ['-c', line], '{}', { [name]: path });
        expect({ status, stderr }).toEqual({
          status: 2,
          stderr: expect.stringContaining(name === 'HOME' ? 'HOME names no folder' : 'because'),
        });
      }
    },
  );

  it('refuses whatever part of the launcher is there, unless that is all of it', () => {
    const home = new Home('sh answers');
    const lines = readFileSync(home.launcher, 'utf8').split('\n');
    const parts = lines.map((_, end) => lines.slice(0, end).join('\n'));
    expect(parts.length).toBeGreaterThan(50);
    const open = parts.filter((part) => {
      home.write(home.launcher.slice(home.path.length), part);
      const { status, stderr } = home.run('sh', ['-c', line], '{}');
      return !(status === 2 && stderr !== '') && !part.includes('exit "$_code"; }\n');
    });
    expect(open).toEqual([]);
  });

  it.each(['exit 40', 'echo; exit 40', 'cat; exit 40', 'echo {}; exit 40', 'exit 0', 'kill -9 $$'])(
    'refuses when the launcher answers without repeating what it was asked with: %s',
    (script) => {
      const home = new Home('sh answers');
      home.write(home.launcher.slice(home.path.length), `#!/bin/sh\n${script}\n`);
      for (const shell of ['sh', 'bash']) {
        const { status, stderr } = home.run(shell, ['-c', line], '{}');
        expect({ status, stderr }).toEqual({
          status: 2,
          stderr: expect.stringContaining('so this is blocked'),
        });
      }
    },
  );

  it('is the same wherever hookline is installed, and names the first stage by its checksum', () => {
    const file = join(projectFolder, 'src/gateway/install/hook.sh');
    expect(line).toContain(sumOf(readFileSync(file)));
    for (const shell of ['sh', 'bash'])
      expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' }).stderr).toBe('');
  });

  it.each(['hook', 'launch', 'manifest', 'checksums'])('refuses when `%s` has one byte more', (name) => {
    const home = new Home('sh answers');
    expect(home.run('sh', ['-c', line], '{}')).toMatchObject({ status: 0, stderr: '' });
    const file = join(home.launcher, '..', name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, name === 'checksums' ? `0${text}` : `${text}\n`);
    for (const shell of shells)
      expect(home.run(shell, ['-c', line], '{}')).toEqual({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(/so this is blocked\. .*hookline install/),
        unread: null,
      });
    writeFileSync(file, text);
    expect(home.run('sh', ['-c', line], '{}').status).toBe(0);
  });

  it('refuses before it starts Node when the program has one byte more', () => {
    const home = new Home('answers');
    appendFileSync(home.main, '\n');
    expect(home.run('sh', ['-c', line], '{}')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/its program has changed since it was installed.*hookline install/),
    });
  });

  it('refuses when a file of the launcher has no end', () => {
    const home = new Home('sh answers');
    for (const name of ['hook', 'launch', 'manifest']) {
      const file = join(home.launcher, '..', name);
      const text = readFileSync(file, 'utf8');
      rmSync(file);
      for (const script of [`mkfifo ${name}`, `ln -s /dev/zero ${name}`]) {
        spawnSync('sh', ['-c', `rm -f ${name}; ${script}`], { cwd: join(home.launcher, '..') });
        expect(home.run('sh', ['-c', line], '{}').status).toBe(2);
      }
      rmSync(file);
      writeFileSync(file, text);
    }
  });

  it.each(['>&-', '>/dev/full'])('refuses when nobody takes the answer: %s', (nowhere) => {
    const home = new Home('sh answers');
    const { status, stderr } = home.run('sh', ['-c', `${line} ${nowhere}`]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('so this is blocked'),
    });
  });

  it('holds the end of a turn back once, and then lets it end', () => {
    const home = new Home('answers');
    rmSync(home.launcher);
    const stop = hookLine(codexAgent, 'Stop', options);
    const again = '{"stop_hook_active":true,"last_assistant_message":null}';
    const said = '{"stop_hook_active":false,"last_assistant_message":"\\"stop_hook_active\\":true"}';
    expect(home.run('sh', ['-c', stop], said).status).toBe(2);
    expect(home.run('sh', ['-c', stop], again)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('goes unchecked'),
    });
  });

  it.each([
    ['at an event that cannot be blocked', hookLine(claudeCodeAgent, 'PostToolUse', options)],
    ['with --open', hookLine(codexAgent, 'PreToolUse', { required: true, open: true })],
  ])('only says that hookline is missing %s', (_, loud) => {
    const home = new Home('answers');
    rmSync(home.launcher);
    expect(home.run('sh', ['-c', loud])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('goes unchecked'),
      unread: null,
    });
  });
});

describe.each(shells.filter((shell) => shell === 'dash' || shell === 'bash'))(
  'the launcher in %s',
  (shell) => {
    // Longer than a busy machine takes to start Node.
    const call = (home: Home, kind = 'refuse', input = payload, seconds = '60') =>
      home.run(shell, [home.launcher, kind, seconds, 'codex'], input);

    it('passes a refusal on with its reason', () => {
      expect(call(new Home('refuses'))).toEqual({
        status: 42,
        stdout: '',
        stderr: 'because\n',
        unread: null,
      });
    });

    it.each([
      'crashes',
      'ends with 7',
      'is an empty file',
      'answers, and then ends with 0',
      'ends with 2 and gives no reason',
      'is killed',
      'hangs',
      'hangs and ignores signals',
    ] as const)('refuses when hookline %s, and says nothing else on stdout', (program) => {
      const seconds = program.startsWith('hangs') ? '1' : '60';
      expect(call(new Home(program), 'refuse', payload, seconds)).toEqual({
        status: 42,
        stdout: '',
        stderr: expect.stringContaining('hookline cannot answer, so this is blocked'),
        unread: null,
      });
    });

    it('refuses when the package is gone', () => {
      const home = new Home('answers');
      rmSync(home.main);
      expect(call(home)).toEqual({
        status: 42,
        stdout: '',
        stderr: expect.stringContaining('its program is gone'),
        unread: null,
      });
    });

    it('finds another Node when its own is gone', () => {
      const { status, stderr } = call(new Home('answers', '/nowhere/node'));
      // Where there is no other one, it refuses.
      expect([status, status === 40 ? '' : stderr.includes('is gone')]).toEqual(
        spawnSync('sh', ['-c', 'command -v node'], { env: { PATH: '/usr/bin:/bin' } }).status === 0
          ? [40, '']
          : [42, true],
      );
    });

    it('lets a turn end that was resumed already, and says so', () => {
      const active = '{"stop_hook_active":true}';
      expect(call(new Home('sh crashes'), 'resume').status).toBe(42);
      expect(call(new Home('sh crashes'), 'resume', active)).toMatchObject({
        status: 41,
        stderr: expect.stringContaining('goes unchecked'),
      });
    });

    it('leaves no process behind, however soon hookline ends', async () => {
      const seconds = `${(shell === 'dash' ? 3000 : 5000) + (process.pid % 1000)}`;
      call(new Home('answers'), 'refuse', '{}', seconds);
      const quick = new Home('is an empty file', '/usr/bin/true');
      const often = 'for _ in 1 2 3 4 5 6 7 8 9 10; do "$@"; "$@"; "$@"; done';
      quick.run('sh', ['-c', often, 'sh', shell, quick.launcher, 'refuse', seconds, 'codex'], '');
      await eventually(() => {
        const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
        return !stdout.split('\n').includes(`sleep ${seconds}`);
      });
    });
  },
);
