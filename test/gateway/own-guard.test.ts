import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../src/config/load/config.ts';
import { Hooks } from '../../src/engine/hooks/hooks.ts';
import type { Outcome } from '../../src/engine/outcome/outcome.ts';
import { guardOwnFiles } from '../../src/gateway/own-guard.ts';
import { tarOf, zipOf } from '../support/archives.ts';

const settings =
  '{"hooks":{"PreToolUse":[{"command":"${XDG_DATA_HOME:-$HOME/.local/share}/hookline/hook refuse 595 claude-code"}]}}';
const world = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-own-')));
const contents = {
  'home/.claude/settings.json': settings,
  'home/.local/share/hookline/hook': '#!/bin/sh\n',
  'home/.local/state/hookline/trust/a.json': '{}',
  'home/.config/hookline/hookline.yaml': '',
  'home/notes.txt': '',
  'pfx/lib/node_modules/hookline/dist/cli/main.js': '',
  'pfx/lib/node_modules/hookline/dist/chunk.js': '',
  'proj/hookline.yaml': '',
  'proj/guard.sh': 'exit 0',
  'proj/cli/main.js': '',
  'proj/out/x': '',
  'proj/.claude/settings.json': settings,
  'evil/settings.json': '{}',
  'evil/.claude/settings.json': '{}',
  'harmless/readme.md': '',
  'other-hookline/package.json': '{"name":"hookline","version":"9.9.9"}',
  'my-tool/package.json': '{"name":"my-tool","bin":"tool.js"}',
};

/** The archives in the project, by what is in them. */
const archives = {
  evil: ['src/', 'src/a.ts', 'hookline.yaml'],
  top: ['top/', 'top/hookline.yaml'],
  harmless: ['src/', 'src/a.ts', 'docs/hookline.yaml'],
};
const home = join(world, 'home');
const proj = join(world, 'proj');
const program = join(world, 'pfx/lib/node_modules/hookline');
const evil = join(world, 'evil');
const hooks = new Hooks();
const { argv } = process;

beforeAll(async () => {
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(world, name)), { recursive: true });
    writeFileSync(join(world, name), text);
  }
  for (const [name, members] of Object.entries(archives)) {
    writeFileSync(join(proj, `${name}.tar`), tarOf(members));
    writeFileSync(join(proj, `${name}.tgz`), gzipSync(tarOf(members)));
    writeFileSync(join(proj, `${name}.zip`), zipOf(members));
  }
  vi.stubEnv('HOME', home);
  for (const name of ['CONFIG', 'DATA', 'STATE', 'CACHE']) vi.stubEnv(`XDG_${name}_HOME`, '');
  process.argv = [process.execPath, join(program, 'dist/cli/main.js')];
  const files = [
    join(proj, 'hookline.yaml'),
    join(proj, 'guard.sh'),
    join(home, '.config/hookline/hookline.yaml'),
  ];
  const config = { hooks, files, declarations: [] };
  await guardOwnFiles(config as unknown as Config, proj);
});

afterAll(() => {
  vi.unstubAllEnvs();
  process.argv = argv;
  rmSync(world, { recursive: true });
});

function judged(tool: string, input: Record<string, unknown>): Promise<Outcome> {
  return hooks.fire('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: 'one', cwd: proj });
}

/** Null where nothing is held back. */
async function verdict(tool: string, input: Record<string, unknown>): Promise<string | null> {
  const { decision, reason } = await judged(tool, input);
  return decision === null ? null : `${decision}: ${reason}`;
}

const refused = {
  'a folder that the line goes to': [
    'cd ~/.claude && rm settings.json',
    'cd ~/.claude && sed -i /hookline/d settings.json',
    'cd ~ && rm .claude/settings.json',
    "cd && echo 'exit 40' > .local/share/hookline/hook",
    'cd ~/.local/state && rm -rf hookline',
    'cd $HOME/.local/state && rm -rf hookline',
    'cd "$HOME"; cd .local/state; rm -rf hookline',
    'cd ~/.local/share && mv hookline x',
    'cd ~/.config/hookline && sed -i s/a/b/ hookline.yaml',
    'pushd ~/.claude && rm settings.json',
    'env -C ~/.claude rm settings.json',
    "sh -c 'cd ~/.claude && rm settings.json'",
    `bash -c "cd \\$HOME/.claude && rm settings.json"`,
    '(cd ~/.claude; rm ./settings.json)',
    'cd "$SOMEWHERE" && rm settings.json',
    'cd "$SOMEWHERE" && rm -rf .claude',
    'cd "$SOMEWHERE" && echo > hookline/hook',
    'cd ~/.claude && cd .. && rm $PWD/.claude/settings.json',
    'cd ~/.claude && rm $PWD/settings.json',
    'rm $PWD/hookline.yaml',
    'rm -rf $PWD',
    'cd /tmp && rm -rf $OLDPWD',
  ],
  'a path by a variable': [
    "echo 'exit 40' > $HOME/.local/share/hookline/hook",
    'rm "$HOME/.local/share/hookline/hook"',
    'tee ${HOME}/.local/share/hookline/hook < x',
    'cp x $HOME/.local/share/hookline/hook',
    'ln -sf x $HOME/.local/share/hookline/hook',
    'dd if=x of=$HOME/.local/share/hookline/hook',
    'rm ${XDG_DATA_HOME:-$HOME/.local/share}/hookline/hook',
    'rm -rf $HOME/.local/state/hookline/trust',
    'rm -rf ${XDG_STATE_HOME:-$HOME/.local/state}',
    'rm -rf $HOME/.claude',
    'mv $HOME/.claude $HOME/c',
    'mv $HOME/.local/share $HOME/x',
    'rm "$HOME"/.claude/*.json',
    'D=$HOME/.claude; rm $D/settings.json',
    'rm $ELSEWHERE/.claude/settings.json',
    'rm -rf $ELSEWHERE/.claude',
  ],
  'the program': [
    `echo 'process.exit(40)' > ${program}/dist/cli/main.js`,
    `sed -i s/deny/allow/ ${program}/dist/*.js`,
    `rm -rf ${program}`,
    `cp x ${program}/dist/cli/main.js`,
    `cp x ${program}/dist/cli/kept/v20/hook/engine.js.code`,
    `mv ${program} /tmp/h`,
    `cd ${program}/dist && echo > chunk.js`,
    `cd ${program}/.. && mv hookline old`,
    `cp x ${process.execPath}`,
  ],
  'the program by its file': [
    `cd ${program}/dist/cli && node main.js trust --yes`,
    `cd ${program}/dist/cli && ./main.js trust --yes`,
    `node ${program}/dist/cli/main trust --yes`,
    `node ${program}/dist/cli/ma*.js trust --yes`,
    `ln -s ${program}/dist/cli/main.js /tmp/h.mjs && node /tmp/h.mjs trust --yes`,
    `node -e "process.argv=['node','x','trust','--yes'];import('${program}/dist/cli/main.js')"`,
    `M=${program}; node $M/dist/cli/main.js uninstall --yes`,
  ],
  'what an interpreter edits in place': [
    "perl -pi -e 's/deny/allow/' ~/.config/hookline/hookline.yaml",
    "perl -0777 -i.bak -pe 's/a/b/' hookline.yaml",
    'perl -ni -e print hookline.yaml',
    `perl -e '$^I = ""; while (<>) { print }' hookline.yaml`,
    `perl -e 'open(F, ">hookline.yaml")'`,
    `perl -e 'open F, ">> $ENV{HOME}/.config/hookline/hookline.yaml"'`,
    "ruby -pi -e '$_.upcase!' ~/.config/hookline/hookline.yaml",
    "find . -name '*.yaml' -exec perl -pi -e s/a/b/ {} +",
  ],
  'what find finds': [
    'find . -name hookline.yaml -exec rm {} \\;',
    "find . -name 'hookline*' -exec rm {} +",
    "find . -name 'guard*' -exec sed -i s/a/b/ {} +",
    "find . -name '*.yaml' -delete",
    'find . -delete',
    "find ~ -name '*.json' -path '*trust*' -exec rm {} +",
  ],
  'code that puts a path together': [
    `python3 -c "import os; os.remove(os.environ['HOME']+'/.claude/settings.json')"`,
    `python3 -c "import pathlib; (pathlib.Path.home()/'.claude'/'settings.json').unlink()"`,
    `python3 - <<'E'\nimport json, pathlib\np = pathlib.Path.home() / '.claude' / 'settings.json'\nd = json.loads(p.read_text())\ndel d['hooks']\np.write_text(json.dumps(d))\nE`,
    `python3 -c "import os; os.system('rm -rf ~/.local/state/hookline')"`,
    `python3 -c "import shutil, pathlib; shutil.rmtree(pathlib.Path.home()/'.local/state/hookline')"`,
    `python3 -c "import shutil, pathlib; shutil.rmtree(pathlib.Path.home()/'.claude')"`,
    `python3 -c "import os, shutil; os.chdir('${home}/.local/state'); shutil.rmtree('hookline')"`,
    `python3 -c "import os, shutil; shutil.rmtree(os.environ['XDG_STATE_HOME']+'/hookline')"`,
    `python3 -c "import subprocess; subprocess.run(['rm','-rf','${home}/.claude'])"`,
    `python3 -c "open('hookline.yaml', 'w').write('')"`,
    `node -e "require('fs').unlinkSync(process.env.HOME+'/.claude/settings.json')"`,
    `node -e "require('fs').rmSync(require('os').homedir()+'/.local/state/hookline',{recursive:true})"`,
    `perl -e 'unlink "$ENV{HOME}/.claude/settings.json"'`,
    `ruby -e 'File.delete(Dir.home+"/.claude/settings.json")'`,
  ],
  'whole folders': [
    `cp ${evil}/* .claude/`,
    `cp -r ${evil}/. ~/.claude/`,
    `cp -rT ${evil} ~/.claude`,
    `rsync -a ${evil}/.claude/ ~/.claude/`,
    `cp -r ${evil}/.claude ~`,
    'unzip -o x.zip -d ~/.claude',
    'unzip -o x.zip -d $HOME/.claude',
    'tar xf x.tar -C ~/.claude',
    'tar xf x.tar --directory=$HOME',
    'tar xf evil.tar',
    'tar -xzf evil.tgz',
    'mkdir -p out && tar xzf evil.tgz',
    'tar xf top.tar --strip-components=1',
    'tar xf evil.tar -C .',
    'unzip -o evil.zip',
    'patch -d ~/.claude < x',
    'git -C ~/.claude checkout .',
    'git checkout other -- .claude',
  ],
  'what a line lists': [
    'find . | xargs sed -i s/deny/allow/g',
    'find . -type f -print0 | xargs -0 sed -i s/a/b/',
    "find . -name '*.yaml' | xargs -I{} rm {}",
    'git ls-files | xargs sed -i s/a/b/',
    'grep -rl exit . | xargs sed -i s/exit/true/',
    'ls | xargs rm',
    'for f in $(find . -type f); do sed -i s/a/b/ "$f"; done',
    'find . -type f | while read -r f; do rm "$f"; done',
  ],
  'a folder that is put over another': [
    'mount --bind /tmp/evil .',
    'mount --bind /tmp/evil ~/.claude',
    'sudo mount -o bind /tmp/x ~/.local/share/hookline',
    'mount -t tmpfs tmpfs ~/.local/share',
    `mount --bind /tmp/evil ${program}/..`,
    'unshare -rm mount -t tmpfs none ~/.claude',
    'bindfs /tmp/evil ~/.claude',
  ],
  'a package in its place': [
    `npm i -g ${join(world, 'other-hookline')}`,
    'npm install --global ../other-hookline',
    'cd ../other-hookline && npm link',
    'npm i -g /tmp/not-there',
    'npm i -g git+https://example.com/x.git',
    'pnpm add -g file:../other-hookline',
  ],
};

/** What an archive holds that cannot be looked into, nobody knows. */
const asked = [
  'tar xf x.tar',
  'unzip x.zip',
  'curl -L https://example.com/x.tgz | tar xz',
  'curl -LO https://example.com/harmless.tgz && tar xzf harmless.tgz',
  'cp evil.tar harmless.tar && tar xf harmless.tar',
  "tar xf harmless.tar --transform='s/a/hookline.yaml/'",
  '7z x x.7z',
];

const passed = [
  'tar xf harmless.tar',
  'tar xzvf harmless.tgz',
  'mkdir -p out && tar xzf evil.tgz -C out',
  'tar xf evil.tar --strip-components=1',
  'unzip -o harmless.zip',
  'chmod -R u+w .',
  'chmod -R 755 . && ls',
  'chown -R me .',
  "find . -name '*.ts' | xargs sed -i s/a/b/",
  "find . -type f -name '*.py' -not -path './node_modules/*' | xargs sed -i s/a/b/",
  'find src -type f | xargs sed -i s/a/b/',
  "git ls-files '*.ts' | xargs sed -i s/a/b/",
  "git ls-files | grep '\\.ts$' | xargs sed -i s/a/b/",
  'grep -rl oldName . | xargs sed -i s/oldName/newName/',
  'rg -l oldName | xargs sed -i s/oldName/newName/',
  'mount',
  'mount --bind /tmp/a /mnt/a',
  'npm i -g typescript',
  `npm i -g ${join(world, 'my-tool')}`,
  'cd ../my-tool && npm link',
  'tar xzf /tmp/p.tgz -C /var/out',
  'tar xf a.tar -C out',
  'mkdir -p out && tar xzf a.tgz -C out',
  'tar xf a.tar --directory=/tmp/z',
  'unzip -l x.zip',
  'unzip -q x.zip -d out',
  "find . -name '*.tmp' -delete",
  "find . -name '*.log' -delete",
  "find . -name '*.pyc' -exec rm {} +",
  "find . -name '*.ts' -exec sed -i s/a/b/ {} +",
  'node ./cli/main.js build',
  'node cli/main.js install',
  './cli/main.js install',
  `node ${program}/dist/cli/main.js list`,
  'sh guard.sh < x.json',
  './guard.sh < x.json',
  `python3 -c 'print(open("hookline.yaml").read())'`,
  `node -e "console.log(require('fs').readFileSync('hookline.yaml', 'utf8'))"`,
  `python3 -c "import yaml; print(yaml.safe_load(open('hookline.yaml', 'r', encoding='utf-8')))"`,
  `python3 -c "import json, pathlib; print(json.loads((pathlib.Path.home()/'.claude'/'settings.json').read_text()))"`,
  `python3 -c "import pathlib; (pathlib.Path.home()/'notes.txt').write_text('x')"`,
  `node -e "require('fs').writeFileSync('package.txt', '1.0')"`,
  'cat hookline.yaml',
  'cp hookline.yaml /tmp/backup.yaml',
  'cd "$(mktemp -d)" && mkdir hookline && cd hookline',
  'cd ~ && cat .claude/settings.json',
  'cd $D && rm other.json',
  'rm -rf $BUILD/dist',
  'rm $D/src/settings.json',
  'rm $f.json',
  'cd out && rm x',
  'cd ~/projects && rm notes.txt',
  'rm $HOME/notes.txt',
  'rm -rf node_modules && npm ci',
  'npm ci',
  'npm install',
  'npm install lodash',
  `cp -r ${join(world, 'harmless')}/. .`,
  `cp -r ${join(world, 'harmless')}/* ~/`,
  'git checkout .',
  'git checkout -- src',
  'git -C sub checkout .',
  'git stash && git pull --rebase',
  `ls ${program}/dist`,
  `cat ${program}/dist/cli/main.js`,
  `${process.execPath} script.js`,
];

describe('the guard that is always there', () => {
  for (const [what, lines] of Object.entries(refused))
    it.each(lines)(`refuses ${what}: %s`, async (command) => {
      expect(await verdict('Bash', { command })).toMatch(/^deny: .*person/);
    });

  it.each(asked)('has a person asked about what is unpacked: %s', async (command) => {
    const { decision, reason } = await judged('Bash', { command });
    expect([decision, reason]).toEqual([
      'ask',
      expect.stringContaining('what is unpacked here cannot be told'),
    ]);
  });

  it.each(passed)('lets ordinary work pass: %s', async (command) => {
    expect(await verdict('Bash', { command })).toBeNull();
  });

  it.each([
    ['Write', { file_path: join(program, 'dist/cli/main.js'), content: 'process.exit(40)' }],
    ['Edit', { file_path: join(program, 'dist/chunk.js'), old_string: 'a', new_string: 'b' }],
    ['Write', { file_path: '~/.local/share/hookline/hook', content: '' }],
    [
      'apply_patch',
      { command: `*** Begin Patch\n*** Delete File: ${program}/dist/chunk.js\n*** End Patch\n` },
    ],
    ['mcp__shell__run', { program: 'hookline', args: ['trust', '--yes'] }],
    ['mcp__any__thing', { program: 'npx', arguments: ['hookline', 'trust', '--yes'] }],
    ['mcp__any__thing', { executable: 'sed', args: ['-i', 's/a/b/', 'hookline.yaml'] }],
    ['mcp__any__thing', { step: { program: 'hookline', args: ['uninstall'] } }],
    ['mcp__any__thing', { argv: ['hookline', 'trust', '--yes'] }],
    ['mcp__os__spawn', { file: 'hookline', args: ['trust', '--yes'] }],
    ['mcp__os__run', { bin: 'mount', params: ['--bind', '/tmp/x', 'hookline.yaml'] }],
  ])('refuses tools that write files or run programs: %s %j', async (tool, input) => {
    expect(await verdict(tool, input)).toMatch(/^deny: .*person/);
  });

  it.each([
    { program: 'ls', args: ['-la'] },
    { program: 'cat', args: ['hookline.yaml'] },
    { program: 'hookline', args: ['list'] },
  ])('lets programs of tools pass that only look: %j', async (input) => {
    expect(await verdict('mcp__any__thing', input)).toBeNull();
  });
});
