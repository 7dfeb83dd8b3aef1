import { chmodSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { asOwner } from '../machine.ts';
import type { Way, Ways } from '../way.ts';

const launcher = 'home/.local/share/hookline/hook';
const main = 'package/dist/cli/main.js';

/** Something is done to a Node and a package that only this world has. */
const program = (what: string, script: string): Way => ({
  what,
  does(world) {
    world.ownProgram();
    world.sh(script);
  },
});
const written = (what: string, file: string, text: string): Way => ({
  what,
  does(world) {
    world.ownProgram();
    world.write(file, text);
  },
});

/** What is done to the launcher, to Node and to the package. */
export const installationWays: Ways = [
  { what: 'remove the launcher', does: (world) => world.remove(launcher) },
  { what: 'empty the launcher', does: (world) => truncateSync(world.launcher) },
  {
    what: 'have the launcher do nothing',
    does: (world) => world.write(launcher, '#!/bin/sh\nexit 0\n'),
  },
  {
    what: 'cut the launcher in half',
    does({ launcher: file }) {
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.slice(0, text.length / 2));
    },
  },
  {
    what: 'put a folder in its place',
    does: (world) => world.sh(`rm ${launcher}; mkdir ${launcher}`),
  },
  {
    what: 'put a pipe in its place',
    does: (world) => world.sh(`rm ${launcher}; mkfifo ${launcher}`),
  },
  {
    what: 'put a link to nowhere in its place',
    does: (world) => world.link(launcher, '/nowhere'),
  },
  {
    what: 'put a link to another program in its place',
    does: (world) => world.link(launcher, '/bin/true'),
  },
  {
    what: 'make the launcher unreadable',
    calls({ launcher: file }) {
      chmodSync(file, 0);
      return { around: asOwner };
    },
  },
  {
    what: "remove the folder of hookline's data",
    does: (world) => world.remove('home/.local'),
  },
  {
    what: 'spoil the list of installations',
    does: (world) => world.write('home/.local/share/hookline/installations.json', '{'),
  },
  program('remove Node', 'rm bin/node'),
  program('put `true` in the place of Node', 'ln -sf /bin/true bin/node'),
  program('put `false` in the place of Node', 'ln -sf /bin/false bin/node'),
  program('put a folder in the place of Node', 'rm bin/node; mkdir bin/node'),
  program('take Node the right to run', 'rm bin/node; echo >bin/node; chmod 644 bin/node'),
  written(
    'put a script in the place of Node that fails',
    'bin/node',
    '#!/bin/sh\necho SyntaxError >&2\nexit 1\n',
  ),
  written(
    'put a program in the place of Node that hangs and is killed',
    'bin/node',
    '#!/bin/sh\nsleep 0.2; kill -9 $$\n',
  ),
  program('remove the package', 'rm -r package'),
  program('empty the package', 'find package/dist -type f -exec truncate -s 0 {} +'),
  program(
    'remove everything but its first file',
    'cd package/dist; find . -type f ! -path ./cli/main.js -delete',
  ),
  written('empty its first file', main, ''),
  written('break its first file', main, 'import {'),
  written('have its first file do nothing', main, 'process.exit(0);'),
  program('put a folder in the place of its first file', `rm ${main}; mkdir ${main}`),
  program('remove what it depends on', 'rm package/node_modules'),
  written('make it CommonJS', 'package/package.json', '{ "type": "commonjs" }'),
  {
    what: 'remove the package, and plant a `hookline` in the project that the search path leads to',
    calls(world) {
      world.ownProgram();
      world.remove('package');
      world.write('project/node_modules/.bin/hookline', '#!/bin/sh\nexit 40\n');
      return { env: { PATH: `${world.project}/node_modules/.bin:/usr/bin:/bin` } };
    },
  },
  {
    what: 'remove Node, and plant a `node` in the project that the search path leads to',
    calls(world) {
      world.ownProgram();
      world.remove('bin');
      world.write('project/node_modules/.bin/node', '#!/bin/sh\nexit 40\n');
      return { env: { PATH: `${world.project}/node_modules/.bin:/usr/bin:/bin` } };
    },
  },
];
