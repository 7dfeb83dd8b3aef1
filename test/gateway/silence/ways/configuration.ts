import { appendFileSync, chmodSync, mkdirSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { asOwner } from '../machine.ts';
import type { Ways } from '../way.ts';

const config = 'project/hookline.yaml';
const guard = `permissions: { deny: ["Bash(git push *)"] }\n`;

/** Each level of lists has ten times the one before. */
const bomb = Array.from(
  { length: 12 },
  (_, n) => `x-${n}: &a${n} [${n === 0 ? 'x' : Array(10).fill(`*a${n - 1}`)}]`,
).join('\n');

/** What is done to the file with the guards, and beside it. */
export const configurationWays: Ways = [
  { what: 'remove `hookline.yaml`', does: (world) => world.remove(config) },
  {
    what: 'move `hookline.yaml` away',
    does: ({ config: file }) => renameSync(file, `${file}.bak`),
  },
  {
    what: 'rename it to `Hookline.yaml`',
    does: ({ config: file, project }) => renameSync(file, join(project, 'Hookline.yaml')),
  },
  {
    what: 'empty the folder of the project',
    does: (world) => world.sh('rm -rf project/* project/.c*'),
  },
  { what: 'empty `hookline.yaml`', does: (world) => world.write(config, '') },
  { what: 'leave nothing but comments in it', does: (world) => world.write(config, '# soon\n') },
  {
    what: 'write it as UTF-16',
    does: (world) => world.write(config, Buffer.from(`\u{FEFF}${guard}`, 'utf16le')),
  },
  {
    what: 'write bytes into it that are no text',
    does: (world) => world.write(config, Buffer.from([0x7b, 0xff, 0xfe, 0])),
  },
  {
    what: 'put a folder in its place',
    does: (world) => world.sh(`rm ${config}; mkdir ${config}`),
  },
  {
    what: 'put a pipe in its place, which nobody writes to',
    does: (world) => world.sh(`rm ${config}; mkfifo ${config}`),
  },
  {
    what: 'put a loop of links in its place',
    does: (world) => world.link(config, 'hookline.yaml'),
  },
  {
    what: 'put a link to nowhere in its place',
    does: (world) => world.link(config, '/nowhere/hookline.yaml'),
  },
  {
    what: 'put a link to `/dev/zero` in its place',
    does: (world) => world.link(config, '/dev/zero'),
  },
  {
    what: 'put a link to `/dev/null` in its place',
    does: (world) => world.link(config, '/dev/null'),
  },
  { what: 'make it 1 GB long', does: ({ config: file }) => truncateSync(file, 2 ** 30) },
  {
    what: 'write aliases into it that grow to 10^12 values',
    does: (world) => world.write(config, `${bomb}\n${guard}`),
  },
  {
    what: 'nest 100,000 lists in it',
    does: (world) => world.write(config, `${guard}x-deep: ${'['.repeat(100_000)}`),
  },
  {
    what: 'cut it in the middle of a word',
    does: (world) => world.write(config, guard.slice(0, 30)),
  },
  {
    what: 'say one of its keys twice',
    does: (world) => world.write(config, `${guard}permissions: {}\n`),
  },
  {
    what: 'begin a second document in it',
    does: ({ config: file }) => appendFileSync(file, '---\nhooks: {}\n'),
  },
  {
    what: 'misspell `permissions`',
    does: (world) => world.write(config, guard.replace('permissions', 'permisions')),
  },
  { what: 'misspell `deny`', does: (world) => world.write(config, guard.replace('deny', 'denny')) },
  {
    what: 'leave the marks of a merge in it',
    does: (world) => world.write(config, `<<<<<<< HEAD\n{}\n=======\n${guard}>>>>>>> main\n`),
  },
  {
    what: 'include a file, and remove it',
    does: (world) => world.write(config, 'include: [guards.yaml]\n'),
  },
  {
    what: 'include files by a pattern, and remove them',
    does: (world) => world.write(config, 'include: ["guards/*.yaml"]\n'),
  },
  {
    what: 'have an included file include the first one',
    does(world) {
      world.write(config, 'include: [guards.yaml]\n');
      world.write('project/guards.yaml', `include: [hookline.yaml]\n${guard}`);
    },
  },
  {
    what: 'make `hookline.yaml` unreadable',
    calls({ config: file }) {
      chmodSync(file, 0);
      return { around: asOwner };
    },
  },
  {
    what: 'make the folder of the project unreadable',
    calls({ project }) {
      chmodSync(project, 0);
      return { around: asOwner, cwd: '/' };
    },
  },
  {
    what: 'make a Git repository below, and work there',
    calls(world) {
      const below = join(world.project, 'below');
      mkdirSync(join(below, '.git'), { recursive: true });
      return { cwd: below, env: { CLAUDE_PROJECT_DIR: below } };
    },
  },
  {
    what: 'plant a `hookline.yaml` without hooks in a folder below, and work there',
    calls(world) {
      world.write('project/below/hookline.yaml', '{}\n');
      const below = join(world.project, 'below');
      return { cwd: below, env: { CLAUDE_PROJECT_DIR: below } };
    },
  },
  {
    what: 'plant a `hookline.yaml` beside a `hookline.yml` with the guard',
    does(world) {
      world.write('project/hookline.yml', guard);
      world.write(config, '{}\n');
    },
  },
  {
    what: 'allow in `hookline.local.yaml` what `hookline.yaml` denies',
    trusted: true,
    does: (world) =>
      world.write('project/hookline.local.yaml', 'permissions: { allow: ["Bash(git push *)"] }\n'),
  },
  {
    what: 'say in `hookline.local.yaml` that only it counts',
    trusted: true,
    does: (world) => world.write('project/hookline.local.yaml', 'managed: { only: true }\n'),
  },
  {
    what: 'have a hook of `hookline.local.yaml` allow every call first',
    trusted: true,
    does: (world) =>
      world.write(
        'project/hookline.local.yaml',
        `hooks: { PreToolUse: [{ type: command, priority: -100, handler: 'echo {\\"decision\\":\\"allow\\"}' }] }\n`,
      ),
  },
  {
    what: 'have a hook change the command, and another one change it back behind the guard',
    trusted: true,
    guard: 'command',
    does(world) {
      const hook = (priority: number, file: string): string =>
        `    - { priority: ${priority}, type: module, handler: ./${file} }\n`;
      const rewriting = (command: string): string =>
        `export default ({ tool_input: input }) => ({ updated_input: { ...input, command: '${command}' } });\n`;
      world.write(
        'project/hookline.local.yaml',
        `hooks:\n  PreToolUse:\n${hook(-1000, 'hide.mjs')}${hook(1000, 'show.mjs')}`,
      );
      world.write('project/hide.mjs', rewriting('ls'));
      world.write('project/show.mjs', rewriting('git push origin'));
    },
  },
  {
    what: 'override the hooks of the point for the agent of the session',
    trusted: true,
    guard: 'command',
    does: (world) =>
      world.write(
        'project/hookline.local.yaml',
        'agents: [{ id: main, backend: { hooks: { PreToolUse: { override: true, hooks: [] } } } }]\n',
      ),
  },
  {
    what: 'declare a hook of the same name in `hookline.local.yaml`, switched off',
    trusted: true,
    guard: 'command',
    does: (world) =>
      world.write(
        'project/hookline.local.yaml',
        'hooks: { PreToolUse: [{ name: no-push, type: command, handler: "true", enabled: false }] }\n',
      ),
  },
];
