import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Way, Ways } from '../way.ts';
import type { World } from '../world.ts';

/** A variable has another value. */
const variable = (what: string, env: Readonly<Record<string, string | undefined>>): Way => ({
  what,
  calls: () => ({ env }),
});

/** A program of this name comes first on the search path. */
const shadowed = (name: string, body: string): Way => ({
  what: `plant a \`${name}\` on the search path`,
  calls(world) {
    world.write(`planted/${name}`, `#!/bin/sh\n${body}\n`);
    return { env: { PATH: `${world.path}/planted:/usr/bin:/bin` } };
  },
});

/** The resources of the call are limited. */
const limited = (what: string, limit: string): Way => ({
  what,
  calls: () => ({ around: (line) => `${limit}; ${line}` }),
});

const empty = (world: World): string => {
  const folder = join(world.path, 'elsewhere');
  mkdirSync(folder);
  return folder;
};

/** What is done to the environment of a call. */
export const environmentWays: Ways = [
  variable('take `HOME` away', { HOME: undefined }),
  { what: 'move `HOME`', calls: (world) => ({ env: { HOME: empty(world) } }) },
  { what: 'move `XDG_DATA_HOME`', calls: (world) => ({ env: { XDG_DATA_HOME: empty(world) } }) },
  ...['HOME', 'XDG_DATA_HOME'].map(
    (name): Way => ({
      what: `have \`${name}\` name a folder of the project, without a slash before it, with a launcher that says yes`,
      calls(world) {
        const folder = name === 'HOME' ? 'yes/.local/share' : 'yes';
        world.write(`project/${folder}/hookline/hook`, 'cat >/dev/null; exit 40');
        return { env: { [name]: 'yes' } };
      },
    }),
  ),
  { what: 'move `XDG_CONFIG_HOME`', calls: (world) => ({ env: { XDG_CONFIG_HOME: empty(world) } }) },
  {
    what: 'move `CLAUDE_PROJECT_DIR` to an empty folder',
    calls: (world) => ({ env: { CLAUDE_PROJECT_DIR: empty(world) } }),
  },
  variable('name a folder in `CLAUDE_PROJECT_DIR` that is not there', { CLAUDE_PROJECT_DIR: '/nowhere' }),
  {
    what: 'name a folder in `CLAUDE_PROJECT_DIR` that is not there, with the line of all projects',
    calls: ({ path }) => ({ byUserLine: true, env: { CLAUDE_PROJECT_DIR: join(path, 'nowhere') } }),
  },
  {
    what: 'add a line break to `CLAUDE_PROJECT_DIR`, with the line of all projects',
    calls: ({ project }) => ({ byUserLine: true, env: { CLAUDE_PROJECT_DIR: `${project}\n` } }),
  },
  variable('empty `PATH`', { PATH: '' }),
  variable('take `PATH` away', { PATH: undefined }),
  shadowed('node', 'exit 40'),
  shadowed('hookline', 'exit 40'),
  shadowed('sh', 'exit 40'),
  shadowed('cat', `echo '{}'`),
  shadowed('curl', `printf 'hookline 0\\n\\n'`),
  shadowed('sleep', 'exit 0'),
  shadowed('git', 'exit 0'),
  {
    what: 'have `NODE_OPTIONS` load a file that ends Node with exit code 40',
    calls: (world) => ({
      env: { NODE_OPTIONS: `--require ${world.write('leave.cjs', 'process.exit(40);')}` },
    }),
  },
  {
    what: 'have `NODE_OPTIONS` load a file that is not there',
    calls: () => ({ env: { NODE_OPTIONS: '--require /nowhere.cjs' } }),
  },
  variable('have `NODE_OPTIONS` say what Node does not know', { NODE_OPTIONS: '--no-such-option' }),
  variable('tell Node that another process talks to it by stdout', {
    NODE_CHANNEL_FD: '1',
    NODE_UNIQUE_ID: '1',
  }),
  {
    what: 'tell Node that it is one of several, with the line of all projects',
    calls: () => ({ byUserLine: true, env: { NODE_UNIQUE_ID: '1' } }),
  },
  {
    what: 'have `NODE_PATH` name a folder with other modules',
    calls(world) {
      for (const name of ['yaml', 'zod']) world.write(`planted/${name}/index.js`, 'process.exit(40);');
      return { env: { NODE_PATH: join(world.path, 'planted') } };
    },
  },
  variable('turn on debugging in Node', { NODE_DEBUG: '*', NODE_V8_COVERAGE: '/nowhere' }),
  {
    what: 'have `LD_PRELOAD` name a file that is no library',
    calls: (world) => ({ env: { LD_PRELOAD: world.write('no.so', 'no') } }),
  },
  {
    what: 'have `ENV` and `BASH_ENV` name a script that ends the shell',
    calls: (world) => ({
      env: { ENV: world.write('env.sh', 'exit 0'), BASH_ENV: join(world.path, 'env.sh') },
    }),
  },
  variable('set `IFS` to letters', { IFS: 'hoklineabc/' }),
  variable('set the language to one that there is none of', { LC_ALL: 'xx_XX.nothing', LANG: 'tr_TR' }),
  variable('set `HOOKLINE_DAEMON` and `XDG_RUNTIME_DIR` to nonsense', {
    HOOKLINE_DAEMON: 'no',
    XDG_RUNTIME_DIR: '/dev/null',
  }),
  variable('set the folder of temporary files to one that is not there', { TMPDIR: '/nowhere' }),
  variable('set `kind`, `code`, `said` and `payload`, as the launcher calls its variables', {
    kind: 'tell',
    code: '40',
    said: '{}',
    payload: '{}',
    fallback: '0',
    main: '/bin/true',
    node: '/bin/true',
  }),
  limited('allow four open files', 'ulimit -n 4'),
  limited('allow twelve open files', 'ulimit -n 12'),
  limited('allow 40 MB of memory', 'ulimit -v 40000'),
  limited('allow 600 MB of memory', 'ulimit -v 600000'),
  limited('allow no file to be written', 'ulimit -f 0'),
  limited('allow next to no stack', 'ulimit -s 64'),
];
