import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { corpus } from '../../../scripts/guards-corpus.mjs';
import { judgeLine } from '../../../src/builtin/destructive-commands/judge.ts';
import { allRules } from '../../../src/builtin/destructive-commands/rules.ts';
import {
  destructiveCommandsOptions,
  settingOf,
} from '../../../src/builtin/destructive-commands/setting/options.ts';
import { folderWith } from '../../support/folder-with.ts';

const setting = { ...settingOf(destructiveCommandsOptions().parse({})), looks: false };
const realBash = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? 'bash';

/** Lines that would reach beyond the scratch folder by the shell itself: absolute programs and files. */
const beyond =
  /(?:^|[\s;&|(])(?:\.{0,2}|~)\/\S*(?=\s|$)|>\s*\/(?!dev\/null)|\bexec\b|\/proc\/|\/dev\/(?!null|zero)/;

const record =
  'printf -v place "%q " cd "$PWD"; printf -v call "%q " "$@"; echo "$place; $call" >> "$RECORD"';

/** Programs that write down how they were called; those that run others do so. */
function stubs(folder: string): void {
  const names =
    'rm rmdir unlink shred find git dd mkfs curl wget docker kubectl terraform aws psql mysql npm npx node python3 chmod chown mv cp tee kill pkill sed awk grep cat ls tar rsync ssh make sleep touch mkdir';
  mkdirSync(folder, { recursive: true });
  for (const name of names.split(' ')) {
    writeFileSync(join(folder, name), `#!${realBash}\nset -- ${name} "$@"\n${record}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  for (const name of ['sudo', 'nohup', 'nice']) {
    writeFileSync(join(folder, name), `#!${realBash}\nexec "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  writeFileSync(join(folder, 'mktemp'), `#!${realBash}\necho /tmp/made.for.this\n`);
  chmodSync(join(folder, 'mktemp'), 0o755);
  for (const name of ['bash', 'sh']) symlinkSync(realBash, join(folder, name));
  for (const name of ['env', 'xargs']) symlinkSync(`/usr/bin/${name}`, join(folder, name));
}

it('nothing that a rule forbids runs in a real shell when a line passes', () => {
  const folder = folderWith({ 'project/package.json': '{}', 'project/src/a.ts': '', 'home/.bashrc': '' });
  const cwd = join(folder, 'project');
  stubs(join(folder, 'bin'));
  const tried = [
    ...corpus().filter(({ rule }) => rule === '-'),
    ...corpus().filter(({ set }) => set === 'evasive'),
    ...allRules.flatMap(({ passes }) => passes.map((command) => ({ command }))),
  ]
    .map(({ command }) => command)
    .filter((command) => !beyond.test(command));
  const lines = tried.filter((command) => judgeLine(command, cwd, setting) === null);
  expect(lines.length).toBeGreaterThan(tried.length / 2);
  const calls = lines.map((line, at) => {
    writeFileSync(join(folder, `${at}.sh`), `${line}\n`);
    return `( cd "$PROJECT"; RECORD="$OUT/${at}.txt"; export RECORD; . "$OUT/${at}.sh" ) < /dev/null > /dev/null 2>&1`;
  });
  writeFileSync(
    join(folder, 'run.sh'),
    // What has no stub is written down, too. The shell's own kill would reach real processes.
    `enable -n kill\ncommand_not_found_handle() { ${record}; }\nexport -f command_not_found_handle\n${calls.join('\n')}\ntrue\n`,
  );
  execFileSync(realBash, [join(folder, 'run.sh')], {
    cwd,
    env: {
      PATH: join(folder, 'bin'),
      HOME: join(folder, 'home'),
      TMPDIR: '/tmp/of-this-test',
      SHELL: join(folder, 'bin/ls'),
      USER: 'somebody',
      // CI systems and earlier lines of a script set these.
      RUNNER_TEMP: '/tmp/of-this-test',
      BUILD_DIR: 'build',
      tmp_dir: '/tmp/of-this-test/made',
      OUT: folder,
      PROJECT: cwd,
    },
    stdio: 'ignore',
    timeout: 100_000,
  });
  const recorded = lines.flatMap((line, at) => {
    const file = join(folder, `${at}.txt`);
    return existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((call) => ({ line, call }))
      : [];
  });
  expect(recorded.length).toBeGreaterThan(lines.length / 2);
  const forbidden = recorded.filter(({ call }) => judgeLine(call, cwd, setting) !== null);
  expect(
    forbidden.map(({ line, call }) => ({ line, call, rule: judgeLine(call, cwd, setting)?.rule.id })),
  ).toEqual([]);
});
