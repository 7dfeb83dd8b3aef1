import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/entries/builtin.ts';
import { quietHooks } from '../../support/hooks.ts';
import { fc, runs } from '../../support/seed.ts';

const canary = 'CANARY-7f3a';

let outer: string;
let home: string;
let work: string;
beforeAll(() => {
  outer = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-canaries-')));
  home = join(outer, '1/2/3/4/5/6/7/8/9');
  work = join(home, 'work');
});
afterAll(() => rmSync(outer, { recursive: true }));
beforeEach(build);

/** Every file that may not be read holds a canary; own programs, wherever they may be found, sing it. */
function build(): void {
  rmSync(join(outer, '1'), { recursive: true, force: true });
  for (const folder of ['work/src/deep', 'work/secrets', 'work/bin', 'work/a/b', 'beside', 'evil'])
    mkdirSync(join(home, folder), { recursive: true });
  for (const file of ['work/secrets/key', 'work/secrets/other', 'work/.env', 'beside/c', 'outside', 'key'])
    writeFileSync(join(home, file), `${canary} ${file}\n`);
  writeFileSync(join(work, 'secrets/s.json'), `{"x":"${canary}"}`);
  for (const file of ['work/x.txt', 'work/src/x.txt', 'work/src/deep/y', 'work/a/b/z'])
    writeFileSync(join(home, file), `plain ${file}\n`);
  writeFileSync(join(work, 'names'), 'secrets/key\0');
  writeFileSync(
    join(work, 'src/prog.awk'),
    'BEGIN { while ((getline line < "secrets/key") > 0) print line }',
  );
  for (const place of ['work/bin', 'work', 'evil']) {
    for (const program of ['cat', 'ls', 'evil']) {
      writeFileSync(join(home, place, program), `#!/bin/sh\n/bin/cat ${join(work, 'secrets/key')}\n`);
      chmodSync(join(home, place, program), 0o755);
    }
  }
  symlinkSync('../beside', join(work, 'out'));
  symlinkSync('../../secrets', join(work, 'src/deep/up'));
  symlinkSync('../src', join(work, 'a/l'));
}

/** Everything that may not be changed. */
function picture(): string {
  return readdirSync(outer, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => !path.startsWith(`${work}/`) || path.startsWith(join(work, 'secrets')))
    .map(({ entry, path }) => (entry.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path))
    .sort()
    .join('\n');
}

async function isAllowed(command: string, options: object = {}): Promise<boolean> {
  const { hooks } = quietHooks();
  const rules = [
    { path: 'secrets', access: 'none' },
    { path: '.env', access: 'none' },
  ];
  hooks.on(
    'PreToolUse',
    { guard: true },
    createBuiltin('path-permissions', { readBeforeDelete: false, rules, ...options }, { directory: work }),
  );
  const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: '1', cwd: work };
  return (await hooks.fire('PreToolUse', call)).decision !== 'deny';
}

function output(command: string): string {
  const env = { PATH: process.env['PATH'], HOME: join(outer, '1/2/3') };
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], {
    cwd: work,
    env,
    timeout: 5000,
    input: '',
    encoding: 'utf8',
  });
  return stdout + stderr;
}

describe('a hostile line is refused', () => {
  it.each([
    'cat [[:lower:]]ecrets/key',
    'cat [[=s=]]ecrets/key',
    'cat [r-t]ecrets/key',
    'cat {{x},secrets/key}',
    'cat {x"}",secrets/key}',
    'cat .{{x},.}/outside',
    'cat secret{r..t}/key',
    "let 'a[$(cat /etc/passwd >&2)]=1'",
    "test -v 'a[$(cat secrets/key >&2)]'",
    "[ -v 'a[$(cat secrets/key >&2)]' ]",
    "[[ -v 'a[$(cat secrets/key >&2)]' ]]",
    "[[ 'a[$(cat secrets/key >&2)]' -eq 1 ]]",
    "x='a[$(cat secrets/key >&2)]'; [[ x -eq 1 ]]",
    "x='-v a[$(cat${IFS}secrets/key>&2)]'; [ $x ]",
    'set -- -v \'a[$(cat secrets/key >&2)]\'; [ "$@" ]',
    "a['$(cat secrets/key >&2)']=1",
    "a['$(cat secrets/key >&2)']=1 true",
    "declare 'a[$(cat secrets/key >&2)]=1'",
    "declare -i x='a[$(cat secrets/key >&2)]'",
    "read 'a[$(cat secrets/key >&2)]' <<< 1",
    "printf -v 'a[$(cat secrets/key >&2)]' x",
    "unset 'a[$(cat secrets/key >&2)]'",
    "x='a[$(cat secrets/key >&2)]'; cat <<E\n$[x]\nE",
    "wait -n -p 'a[$(cat secrets/key >&2)]'",
    'jobs -x cat secrets/key',
    'date -f secrets/key',
    'date --file=secrets/key',
    'hash -p /bin/ls cat; cat .',
    'hash -p ./evil ls; ls',
    'read PATH <<< bin; ls',
    'read -r PATH <<< bin; ls',
    'printf -v PATH bin; ls',
    'declare PATH=bin; ls',
    'export PATH=bin; ls',
    'export {PATH,x}=bin; ls',
    'mapfile PATH < x.txt',
    'for PATH in bin; do ls; done',
    'unset PATH; ls',
    '{PATH}>x.txt; ls',
    'set -a; LESSOPEN="|cat secrets/key"; less x.txt',
    "LESSOPEN='|cat secrets/key' less x.txt",
    'getopts a PATH',
    'shopt -s nocaseglob; cat S*/key',
    'shopt -s cdable_vars; d=secrets; cd d; cat key',
    'awk \'BEGIN{ARGV[1]="secrets/key";ARGC=2}{print}\'',
    'awk \'BEGIN{SYMTAB["ARGC"]=2}{print}\'',
    'awk -f src/prog.awk',
    'gawk -i src/prog.awk x',
    'jq -n \'import "s" as $s {search:"./secrets"}; $s\'',
    'jq -n \'include "s" {search:"./secrets"}; .\'',
    'jq -f secrets/key x.txt',
    "jq --rawfile x secrets/key -n '$x'",
    'sort --files0-from=names',
    'sort --files0-fro=names',
    'wc --files0-from=names',
    'du --files0-from names',
    'sort --compress-program=./evil -S1b x.txt',
    "split --filter='cat secrets/key' x.txt",
    'grep --recursiv CANARY .',
    'grep -d recurse CANARY .',
    'grep -drecurse CANARY .',
    'grep --directories=recurse CANARY .',
    'grep -R CANARY src',
    'grep -r CANARY',
    'grep CANARY -r',
    'grep s* x.txt',
    'grep .*',
    'awk s* x.txt',
    'diff -r src/deep a',
    'rgrep CANARY .',
    'git grep --no-index CANARY',
    'tar cf - .',
    'tar -c --to-command=cat .',
    'zip -r - .',
    'pax -w .',
    'rsync -e ./evil h:x y',
    'rsync -aL src/ copy/',
    'find . -name key -exec cat {} +',
    'find . -name key -execdir cat {} +',
    'find . -files0-from names',
    'less "+!cat secrets/key" x.txt',
    'file -f names',
    'md5sum -c secrets/key',
    'strings @secrets/key',
    'timeout $x ls',
    "y='1 cat secrets/key'; env X=$y",
    "x='5 cat secrets/key'; timeout $x ls",
    'cd src || true; for i in 1 2; do cat key; cd ../secrets; done',
    'while true; do cat key; cd secrets; done',
    'cd a/b; mv ../../a/b ../../c; cat ../../outside',
    'cd src; ln -s secrets/key ../l; cat ../l',
    'ln -s secrets s2; cat s2/key',
    'mv a/l .; cat l/x',
    'mv a/l .; cat l/../outside',
    'cp -r a/. .; cat l/x',
    'touch -- --files0-from=names; sort *',
    'sed -i "" "w secrets/key" x.txt',
    'cd -P secrets; cat key',
    'bash -O nocaseglob -c "cat SECRETS/key"',
    'bash --rcfile x -c ls',
    'zsh -c "cat x"',
    'source src/x.txt',
    './evil',
    './cat x.txt',
    'npm test',
    'dd of=~root/x if=x.txt',
    'echo secrets/*',
    'for f in secrets/*; do echo "$f"; done',
    'test -f secrets/key',
    '[ -s ../outside ]',
    'install -d x',
    'csplit x.txt 1',
    'sudo -u root cat secrets/key',
    'nice -n 5 cat secrets/key',
    'env -S "cat secrets/key"',
  ])('%s', async (command) => {
    expect(await isAllowed(command)).toBe(false);
  });

  it.each([
    './cat x.txt',
    './bin/ls .',
    '../evil/ls .',
    'bin/evil',
    'awk -f src/prog.awk',
    'jobs -x ./evil',
    'sort --compress-program=./evil x.txt',
    'split --filter=./evil x.txt',
    'npm test',
    'source x.txt',
    '. ./x.txt',
    'bash x.txt',
    'python3 x.txt',
  ])('where no other programs may run: %s', async (command) => {
    expect(await isAllowed(command, { commands: 'deny', rules: [] })).toBe(false);
  });
});

describe('a harmless line is not', () => {
  it.each([
    'ls -la',
    'ls -lah --color=auto src',
    'cat x.txt src/x.txt | head -n 5 | tail -2',
    'grep -rn --include=*.txt plain src/x.txt',
    'grep -n "/api/users" x.txt',
    "grep -E 'a|b' x.txt | sort -u | uniq -c | sort -rn",
    'cut -d / -f 2 x.txt',
    'cut -d: -f1 x.txt',
    "awk -F, '{print $2}' x.txt",
    "sed -n '1,3p' x.txt",
    "jq -r '.name' x.txt",
    'jq . x.txt',
    'find . -name "*.txt" -not -path "./node_modules/*" -type f',
    'find src \\( -name a -o -name b \\) -print',
    'wc -l x.txt',
    'diff -u x.txt src/x.txt',
    '[ -f x.txt ] && echo yes',
    '[[ -f x.txt ]] && echo yes',
    'if [ "$HOME" = /root ]; then echo root; fi',
    '[ -z "$CI" ] || echo ci',
    '[ "$#" -gt 0 ]',
    'test -d src -a -f x.txt',
    'date +%s',
    'date -u "+%Y-%m-%d"',
    'set -euo pipefail; ls src',
    'x=1; echo "$x"',
    'export FOO=bar; echo $FOO',
    'VERSION=2 && echo $VERSION',
    'for i in 1 2 3; do echo $i; done',
    'while read -r line; do echo "$line"; done < x.txt',
    'printf "%s\\n" a b',
    'cd src && cat x.txt',
    'cp x.txt y.txt && cat y.txt',
    'mv x.txt y.txt; cat y.txt',
    'mkdir -p new/dir && touch new/dir/f',
    'rm -f x.txt',
    '/bin/cat x.txt',
    '/usr/bin/env ls src',
    'echo *',
    'sleep 0.1',
    'stat -c %s x.txt',
    'cd src && npm_x=1; ls',
  ])('%s', async (command) => {
    expect(await isAllowed(command)).toBe(true);
  });

  it('where a program is trusted with what lies below', async () => {
    expect(await isAllowed('git status', { trusted: ['git'] })).toBe(true);
    expect(await isAllowed('git diff --no-index x.txt secrets/key', { trusted: ['git'] })).toBe(false);
    expect(await isAllowed('git status')).toBe(false);
  });
});

const pieces = [
  ...[
    'cat',
    'head -n1',
    'tail',
    'grep -r C',
    'grep -h C',
    'grep',
    'sed -n p',
    'awk 1',
    'jq -R .',
    'sort',
    'uniq',
    'nl',
  ],
  ...[
    'ls',
    'find',
    'diff x.txt',
    'paste',
    'cut -c1-',
    'od -c',
    'strings',
    'rev',
    'tee',
    'cp',
    'cp -r',
    'mv',
    'ln -s',
    'rm',
  ],
  ...[
    'cd src',
    'cd secrets',
    'cd ..',
    'cd a/b',
    'cd',
    'bash -c',
    'env',
    'command',
    'timeout 1',
    'exec',
    'sudo',
    'time',
  ],
  ...[
    'test',
    '[',
    '[[',
    ']',
    ']]',
    '-v',
    '-f',
    '-eq',
    'read x',
    'read',
    'export',
    'declare',
    'printf',
    'printf -v',
    'let',
  ],
  ...[
    'for x in',
    'do',
    'done',
    'while',
    'if',
    'then',
    'fi',
    'set --',
    'unset',
    'eval',
    'source',
    'dd if=',
    'xxd',
    'date -f',
  ],
  ...[
    ' ',
    ' ',
    ' ',
    ' ',
    ' ',
    ' ',
    ' ',
    ' ',
    ' ',
    ';',
    '; ',
    ' && ',
    ' || ',
    '|',
    ' & ',
    '\n',
    ' < ',
    ' > ',
    ' <<< ',
    '<<E\n',
    '\nE\n',
  ],
  ...[
    "'",
    '"',
    '\\',
    '$',
    '{',
    '}',
    ',',
    '[',
    ']',
    '*',
    '?',
    '~',
    '=',
    '#',
    '!',
    '/',
    '../',
    './',
    '.',
    '-',
    '--',
    '@',
    '+',
  ],
  ...[
    'secrets/key',
    'secrets',
    'key',
    'sec',
    'rets',
    's*',
    's*/k*',
    '[[:lower:]]',
    '{secrets,src}',
    '.env',
    '.e?v',
    '.*',
  ],
  ...[
    'x.txt',
    'src',
    'src/x.txt',
    'src/deep',
    'src/deep/up',
    'out',
    'out/c',
    '../outside',
    '../key',
    'a',
    'a/l',
    'l',
    'new',
    'names',
  ],
  ...[
    'x=',
    '$x',
    '"$x"',
    '"$@"',
    '$1',
    'PATH=',
    'bin',
    'a[$(cat secrets/key)]',
    '$(cat secrets/key)',
    '-r',
    '-R',
    '-f',
    '--recursiv',
  ],
  ...['--files0-from=names', '-e', '-L', '-x', '\r', '\u00a0', '\t'],
];
const piece = fc.constantFrom(...pieces);
const wild = fc.array(piece, { minLength: 2, maxLength: 12 }).map((parts) => parts.join(''));

const reader = fc.constantFrom(
  ...[
    'cat',
    'head',
    'tail -n 3',
    'grep -h C',
    'grep -r C',
    'grep C -r',
    'sed -n p',
    "awk '{print}'",
    'jq -R .',
    'sort',
    'uniq',
  ],
  ...[
    'diff x.txt',
    'diff -r a',
    'cmp x.txt',
    'paste',
    'nl',
    'od -c',
    'xxd',
    'strings',
    'rev',
    'tac',
    'fold',
    'cut -c1-',
    'comm x.txt',
  ],
  ...[
    'cp -t src',
    'cp -r',
    'tee <',
    'cat <',
    'cat x.txt',
    'cat --',
    'cat -n',
    'base64',
    'while read l; do echo "$l"; done <',
  ],
  ...[
    'bash -c "cat $0"',
    'env cat',
    'command cat',
    'exec cat',
    'x=1 cat',
    'dd status=none if=',
    'less',
    'more',
    'file',
    'rg C',
    'find',
  ],
);
const place = fc.constantFrom(
  ...[
    'secrets/key',
    'secrets',
    './secrets//key',
    'src/../secrets/key',
    's*/key',
    's?crets/key',
    '[s]ecrets/key',
    'se*/*',
    '*/key',
  ],
  ...[
    '{secrets,src}/key',
    'secrets/{key,x}',
    'sec"rets"/key',
    "'secrets'/key",
    'sec\\rets/key',
    '.',
    'src',
    '..',
    '../outside',
    '.e*',
  ],
  ...[
    '.env',
    '.[e]nv',
    'src/deep/up/key',
    'src/deep',
    'out/c',
    'out',
    '../beside/*',
    '~/x',
    '$x',
    '"$x"',
    'x.txt',
    'key',
    '*',
    '.*',
  ],
  ...[
    'src/*',
    'a/l/../secrets/key',
    'a/b/../../.env',
    'l/../outside',
    'l/key',
    'new/key',
    'new',
    '/etc/../etc/passwd',
  ],
);
const before = fc.constantFrom(
  ...[
    '',
    '',
    '',
    '',
    'cd src; ',
    'cd secrets; ',
    'cd a/b && ',
    'cd src && cd ..; ',
    'x=secrets/key; ',
    'set -- secrets/key; ',
  ],
  ...[
    'ln -s secrets l; ',
    'ln -s ../secrets src/l; ',
    'cp -r src new; ',
    'mv a/l .; ',
    'mv a new; ',
    'cp -r src/deep new; ',
    'mv src/deep .; ',
  ],
  ...[
    'for x in 1 2; do ',
    'if true; then ',
    'cd src/deep; ',
    'cd src/deep/up; ',
    'true | ',
    '(cd secrets); ',
    'mkdir new; ',
    'rm -r a; ',
  ],
);
const after = fc.constantFrom(
  '',
  '',
  '',
  '; done',
  '; fi',
  ' | cat',
  ' 2>&1',
  '; cd secrets; done',
  ' x.txt',
  ' ../key',
  ' -r',
  ' > new',
  '\n',
);
const shaped = fc
  .tuple(before, reader, fc.constantFrom(' ', ' ', ' ', '', '  '), place, after)
  .map((parts) => parts.join(''));

describe('a line that is allowed', () => {
  it('shows nothing that may not be read and changes nothing that may not be changed, in a real shell', async () => {
    const untouched = picture();
    let allowed = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(wild, { arbitrary: shaped, weight: 4 }), async (line) => {
        if (!(await isAllowed(line))) return;
        allowed += 1;
        const shown = output(line);
        const after = picture();
        build();
        expect(shown, line).not.toContain(canary);
        expect(after, line).toBe(untouched);
      }),
      { numRuns: runs(400) },
    );
    expect(allowed).toBeGreaterThan(10);
  });
});
