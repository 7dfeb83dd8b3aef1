import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProtectedFilesOptions, protectedFiles } from '../../../src/entries/builtin.ts';
import { Hooks } from '../../../src/entries/index.ts';
import { cpuMs } from '../../support/cpu.ts';
import { Scratch } from '../../support/scratch.ts';

const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

/** A project with files that must not be read, and with files that may. */
function project(): string {
  const path = new Scratch().path;
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  for (const name of [
    '.env',
    'config/.env.production',
    'src/a.ts',
    'README.md',
    'package.json',
    'package-lock.json',
    'list.txt',
  ])
    write(name, 'A=1\n');
  for (const name of [
    '.env.example',
    '.env.sample',
    '.env.template',
    '.github/workflows/ci.yml',
    '.git/config',
  ])
    write(name, 'A=\n');
  write('fix.patch', '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-A=1\n+A=2\n');
  write('bad.patch', '--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-A=1\n+A=2\n');
  mkdirSync(join(path, 'sub'));
  symlinkSync('.env', join(path, 'link-to-env'));
  return path;
}

const cwd = project();

function judged(options: ProtectedFilesOptions = {}) {
  const hooks = new Hooks();
  hooks.on('PreToolUse', { name: 'protected-files', guard: true }, protectedFiles(options));
  return async (tool_name: string, tool_input: Record<string, unknown>) =>
    await hooks.fire('PreToolUse', { tool_name, tool_input, tool_use_id: '1', cwd });
}

const call = judged();
const command = async (line: string): Promise<string | null> =>
  (await call('Bash', { command: line })).decision;

describe('a protected file', () => {
  it.each(linesOf('reads-env.txt'))('is not read by %s', async (line) => {
    expect(await command(line)).toBe('deny');
  });

  it('stays closed to 40 spellings at least, and leaves 60 ordinary lines alone', () => {
    expect(linesOf('reads-env.txt').length).toBeGreaterThanOrEqual(40);
    expect(linesOf('ordinary.txt').length).toBeGreaterThanOrEqual(60);
  });

  it.each(linesOf('ordinary.txt'))('is no reason to stop %s', async (line) => {
    const { decision, reason } = await call('Bash', { command: line });
    expect([decision, reason]).toEqual([null, null]);
  });

  it.each([
    'cat "$KEY_FILE"',
    'cat "${!name}"',
    'read -r name; cat "$name"',
    'cat "$(pick)"',
    'git ls-files | pick | xargs cat',
    'eval "$CODE"',
    'curl x.test | git apply',
  ])('is asked about where only run time tells: %s', async (line) => {
    expect(await command(line)).toMatch(/ask|deny/);
  });
});

describe('names that code lists', () => {
  it.each([
    'for f in os.listdir("src"): print(open("src/" + f).read())',
    'for f in os.listdir("src"): print(open(os.path.join("src", f)).read())',
    'for r, d, fs in os.walk("src"):\n  for f in fs: print(open(os.path.join(r, f)).read())',
  ])('are judged as the files there: %s', async (code) => {
    expect(await command(`python3 - <<'EOF'\nimport os\n${code}\nEOF`)).toBeNull();
  });

  it.each([
    'os.listdir("src"); print(open("src/" + input()).read())',
    'os.listdir("src"); print(open("src/" + base64.b64decode("Li4vLmVudg==").decode()).read())',
    'glob.glob("src/**", recursive=True); print(open(input()).read())',
    'n = os.listdir("src"); n.append(input()); [print(open("src/" + x).read()) for x in n]',
    'n = os.listdir("src"); n[0] = input(); print(open("src/" + n[0]).read())',
    'n = os.listdir("src"); n += [input()]; [print(open("src/" + x).read()) for x in n]',
    '[print(open(os.path.join("src", x) + input()).read()) for x in os.listdir("src")]',
    '[print(open("src/" + x.replace("a", "b")).read()) for x in os.listdir("src")]',
  ])('are not other names: %s', async (code) => {
    expect(await command(`python3 - <<'EOF'\nimport base64, glob, os\n${code}\nEOF`)).toMatch(/ask|deny/);
  });

  it.each(['ls src; read -r name; cat "src/$name"', 'echo .env | xargs grep -a KEY'])(
    'of the shell are not the names of another command: %s',
    async (line) => {
      expect(await command(line)).toMatch(/ask|deny/);
    },
  );
});

describe('names in a file', () => {
  it.each([
    'xargs cat < list.txt',
    'xargs -a list.txt cat',
    'while read f; do cat "$f"; done < list.txt',
    'xargs cat < /dev/null',
    'xargs grep -l x < missing.txt',
  ])('are read: %s', async (line) => {
    writeFileSync(join(cwd, 'list.txt'), 'README.md\nsrc/a.ts\n');
    expect(await command(line)).toBeNull();
    writeFileSync(join(cwd, 'list.txt'), 'README.md\n.env\n');
    expect(await command(line)).toBe(line.includes('list.txt') ? 'deny' : null);
  });

  it('are unknown where the line may change the file', async () => {
    expect(await command('echo .env > list.txt; xargs cat < list.txt')).toBe('ask');
  });
});

describe('a variable', () => {
  it.each([
    ['tmp=$(mktemp -d) && trap \'rm -rf "$tmp"\' EXIT && cp README.md "$tmp"', null],
    ['trap \'cat "$f"\' EXIT; f=README.md', null],
    ['trap \'cat "$f"\' EXIT; f=README.md; f=.env', 'deny'],
    ['x=; : ${x:=.env}; trap \'cat "$x"\' EXIT; x=a', 'ask'],
  ])('holds in a trap what the line assigns: %s', async (line, decision) => {
    expect(await command(line)).toBe(decision);
  });
});

it('a program may make a new key, but not replace one', async () => {
  const line = 'openssl req -x509 -newkey rsa:2048 -nodes -keyout new.pem -out cert-new.pem';
  expect(await command(line)).toBeNull();
  expect(await command('cp README.md new.pem')).toBe('deny');
  const old = new Scratch().write('old.pem', 'PRIVATE KEY');
  expect(await command(line.replace('new.pem', old))).toBe('deny');
});

describe('a key in the home folder', () => {
  const home = new Scratch();
  const old = process.env['HOME'];
  beforeAll(() => {
    home.write('.ssh/id_ed25519', 'a key');
    home.write('notes/a.md', 'notes');
    process.env['HOME'] = home.path;
  });
  afterAll(() => {
    if (old === undefined) delete process.env['HOME'];
    else process.env['HOME'] = old;
  });

  it.each([
    'find ~/.ssh -type f -exec cat {} +',
    'find ~/.ssh -type f | xargs cat',
    'find "$HOME/.ssh" -type f | xargs cat',
    'find -L ~/.ssh -name "id*" -exec cat {} ";"',
    'fd . ~/.ssh -x cat',
    'fd -t f . ~/.ssh -X cat',
    'fd -C ~/.ssh -x cat',
    'fd --base-directory ~/.ssh | xargs cat',
    'fd -tf ^id_ ~/.ssh --exec=cat',
  ])('is not read by %s', async (line) => {
    expect(await call('Bash', { command: line })).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('.ssh'),
    });
  });

  it.each([
    'find ~/notes -type f -exec cat {} +',
    'find ~/.ssh -type d | xargs ls',
    'fd . ~/notes -x cat',
    'fd -t f -e md . ~ -x cat',
    'fd -t f -e ts -x wc -l',
    'fd -g "*.ts" -X cat',
  ])('is no reason to stop %s', async (line) => {
    expect(await command(line)).toBeNull();
  });
});

const secret = [
  '.env',
  '.env.local',
  '.envrc',
  'server.pem',
  'tls/server.key',
  'id_rsa',
  'id_ed25519',
  'app.p12',
  '~/.ssh/other',
  '~/.aws/credentials',
  '.netrc',
  '~/.kube/config',
];
const unchanged = [
  'package-lock.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'Cargo.lock',
  'go.sum',
  'sub/poetry.lock',
  '.github/workflows/ci.yml',
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  'Jenkinsfile',
  '.git/config',
  '.git/hooks/pre-commit',
];
const full = (path: string): string => (path.startsWith('~/') ? homedir() + path.slice(1) : join(cwd, path));

const readers: Readonly<Record<string, (path: string) => Record<string, unknown>>> = {
  Read: (path) => ({ file_path: full(path) }),
  NotebookRead: (path) => ({ notebook_path: full(path) }),
  Grep: (path) => ({ pattern: 'KEY', path: full(path) }),
  mcp__filesystem__read_file: (path) => ({ path: full(path) }),
  mcp__filesystem__read_multiple_files: (path) => ({ paths: ['README.md', full(path)] }),
};
const writers: Readonly<Record<string, (path: string) => Record<string, unknown>>> = {
  Write: (path) => ({ file_path: full(path), content: 'x' }),
  Edit: (path) => ({ file_path: full(path), old_string: 'a', new_string: 'b' }),
  MultiEdit: (path) => ({ file_path: full(path), edits: [{ old_string: 'a', new_string: 'b' }] }),
  NotebookEdit: (path) => ({ notebook_path: full(path), new_source: 'b' }),
  apply_patch: (path) => ({
    input: `*** Begin Patch\n*** Update File: ${full(path)}\n@@\n-a\n+b\n*** End Patch`,
  }),
  str_replace_based_edit_tool: (path) => ({
    command: 'str_replace',
    path: full(path),
    old_str: 'a',
    new_str: 'b',
  }),
  mcp__filesystem__write_file: (path) => ({ path: full(path), content: 'x' }),
  mcp__filesystem__move_file: (path) => ({ source: 'README.md', destination: full(path) }),
};
const writingLines: readonly ((path: string) => string)[] = [
  (path) => `echo x > ${path}`,
  (path) => `echo x >> ${path}`,
  (path) => `echo x | tee ${path}`,
  (path) => `echo x | tee -a ${path} >/dev/null`,
  (path) => `sed -i s/a/b/ ${path}`,
  (path) => `perl -pi -e s/a/b/ ${path}`,
  (path) => `cp README.md ${path}`,
  (path) => `mv README.md ${path}`,
  (path) => `dd if=README.md of=${path}`,
  (path) => `truncate -s 0 ${path}`,
  (path) => `cat > ${path} <<'EOF'\nx\nEOF`,
  (path) => `python3 -c "open('${path}', 'w').write('x')"`,
  (path) => `git apply <<'EOF'\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\nEOF`,
  (path) => `git show main:x > ${path}`,
  (path) => `patch -p1 <<'EOF'\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\nEOF`,
];
const restoringLines: readonly ((path: string) => string)[] = [
  (path) => `git checkout -- ${path}`,
  (path) => `git checkout --theirs ${path}`,
  (path) => `git checkout main -- ${path}`,
  (path) => `git restore ${path}`,
  (path) => `git restore --source=main --staged --worktree ${path}`,
];
const deletingLines: readonly ((path: string) => string)[] = [
  (path) => `rm ${path}`,
  (path) => `rm -f -- ${path}`,
  (path) => `unlink ${path}`,
  (path) => `shred -u ${path}`,
  (path) => `git rm ${path}`,
  (path) => `mv ${path} /tmp/x`,
];

function isLock(path: string): boolean {
  return /lock|\.sum$/.test(path);
}

async function freed(lines: readonly string[]): Promise<readonly string[]> {
  const decisions = await Promise.all(lines.map(async (line) => ({ line, decision: await command(line) })));
  return decisions.filter(({ decision }) => decision !== 'deny').map(({ line }) => line);
}

describe.each([...secret, ...unchanged])('%s', (path) => {
  it.each(Object.entries(writers))('is not changed by %s', async (tool, input) => {
    const { decision, reason } = await call(tool, input(path));
    expect(decision).toBe('deny');
    expect(reason).toMatch(
      /^protected-files\.\w+: ".+" must not be (?:changed by hand|read|deleted): .+\. .+\.$/s,
    );
  });

  it('is not changed or deleted by commands', async () => {
    const relative = path.startsWith('~/')
      ? writingLines.filter((line) => !/a\/~|'~/.test(line(path)))
      : writingLines;
    // Whoever deletes a lock file has it made again, and what git has recorded is not made by hand.
    const others = isLock(path) ? [] : [...deletingLines, ...restoringLines];
    expect(await freed([...relative, ...others].map((line) => line(path)))).toEqual([]);
  });
});

it.each(unchanged.filter(isLock))('%s is put back by git', async (path) => {
  for (const line of restoringLines)
    expect([line(path), await command(line(path))]).toEqual([line(path), null]);
});

it.each(unchanged.filter(isLock))('%s is copied to a temporary folder, but not back', async (path) => {
  expect(await command(`cp ${path} /tmp/`)).toBeNull();
  expect(await command(`cp /tmp/${path} .`)).toBe('deny');
});

it.each(['package-lock.json', '.github/workflows/ci.yml'])('%s is unstaged', async (path) => {
  expect(await command(`git restore --staged ${path}`)).toBeNull();
  expect(await command(`git restore --staged ${path} > ${path}`)).toBe('deny');
});

it.each([
  '$BIN -c "open(1)"',
  '$NODE -e "$CODE"',
  'sort list.txt | xargs $BIN',
  '$X -m pytest',
  '$(npm bin; echo cat)/x .',
])('asks where a program that is only known at run time could read anything: %s', async (line) => {
  expect(await command(line)).toBe('ask');
});

it.each(secret)('%s is not read by any tool', async (path) => {
  for (const [tool, input] of Object.entries(readers))
    expect([tool, (await call(tool, input(path))).decision]).toEqual([tool, 'deny']);
});

it.each(unchanged)('%s is read by every tool', async (path) => {
  for (const [tool, input] of Object.entries(readers))
    expect([tool, (await call(tool, input(path))).decision]).toEqual([tool, null]);
});

describe('other calls', () => {
  it.each<[string, Record<string, unknown>]>([
    ['Read', { file_path: 'README.md' }],
    ['Read', { file_path: '.env.example' }],
    ['Glob', { pattern: '**/*' }],
    ['Glob', { pattern: '**/.env*' }],
    ['LS', { path: '.' }],
    ['Grep', { pattern: 'TODO' }],
    ['Grep', { pattern: 'TODO', path: 'src', glob: '*.ts' }],
    ['Write', { file_path: 'notes.md', content: 'cat .env; see package-lock.json' }],
    ['Write', { file_path: 'change.patch', content: '--- a/.env\n+++ b/.env\n' }],
    ['Edit', { file_path: 'src/a.ts', old_string: '.env', new_string: '.env.local' }],
    ['WebFetch', { url: 'https://x.test/.env', prompt: 'Read it' }],
    ['WebSearch', { query: 'dotenv .env example' }],
    ['Task', { description: 'Look', prompt: 'Explain how .env is loaded', subagent_type: 'explore' }],
    ['TodoWrite', { todos: [{ content: 'Document .env', status: 'pending' }] }],
  ])('%s with %j is none of its business', async (tool, input) => {
    const { decision, reason } = await call(tool, input);
    expect([decision, reason]).toEqual([null, null]);
  });

  it('judges patches in files by what they change', async () => {
    expect(await command('git apply bad.patch')).toBe('deny');
    expect(await command('git apply fix.patch')).toBeNull();
    expect(await command('patch -p1 < bad.patch')).toBe('deny');
  });
});

describe('a search', () => {
  it('leaves protected files out', async () => {
    const { decision, value } = await call('Grep', { pattern: 'KEY' });
    expect(decision).toBeNull();
    expect(value).toEqual({ pattern: 'KEY', glob: '!{.env,.env.production}' });
    expect((await call('Grep', { pattern: 'KEY', path: 'config' })).value).toEqual({
      pattern: 'KEY',
      path: 'config',
      glob: '!.env.production',
    });
  });

  it.each([
    { pattern: 'KEY', glob: '*.ts' },
    { pattern: 'KEY', glob: 'src/**' },
    { pattern: 'KEY', type: 'ts' },
    { pattern: 'KEY', path: 'src' },
    { pattern: 'KEY', glob: '!{.env,.env.production}' },
  ])('that comes to none is left as it is: %j', async (input) => {
    const { decision, modified } = await call('Grep', input);
    expect([decision, modified]).toEqual([null, false]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['Grep', { pattern: 'KEY', glob: '.env*' }],
    ['Grep', { pattern: 'KEY', glob: '**/*' }],
    ['grep_search', { pattern: 'KEY' }],
    ['search_file_content', { pattern: 'KEY', dir_path: 'config' }],
  ])('that cannot leave them out is denied with a hint: %s %j', async (tool, input) => {
    const { decision, reason } = await call(tool, input);
    expect([decision, reason]).toEqual(['deny', expect.stringContaining('Search in folders')]);
  });
});

it.each([
  'grep -r SECRET .',
  'cp -r . /tmp/x',
  'ag -u SECRET .',
  'ggrep -r SECRET .',
  'ugrep -r SECRET .',
  'gcp -r . /tmp/x',
  'zip -r x .',
  '7z a x .',
  'pax -w .',
  'git grep --no-index SECRET',
])('in a folder with a .env, %s is denied', async (line) => {
  expect(await command(line)).toBe('deny');
});

describe('its options', () => {
  it('switch groups off, protect more and allow', async () => {
    const own = judged({
      groups: { ci: false },
      files: [
        {
          files: ['deploy/**', '*.tf'],
          forbid: ['write', 'delete'],
          why: 'it runs in production',
          instead: 'Ask.',
        },
      ],
      allow: ['.env.ci'],
    });
    expect((await own('Write', { file_path: '.gitlab-ci.yml', content: '' })).decision).toBeNull();
    expect((await own('Write', { file_path: 'main.tf', content: '' })).reason).toBe(
      'protected-files.own: "main.tf" must not be changed by hand: it runs in production. Ask.',
    );
    expect((await own('Read', { file_path: 'main.tf' })).decision).toBeNull();
    expect((await own('Read', { file_path: '.env.ci' })).decision).toBeNull();
    expect((await own('Read', { file_path: '.env' })).decision).toBe('deny');
  });

  it.each([
    [{ groups: { env2: true } }, /env2/],
    [{ files: [{ files: [] }] }, /files/],
    [{ alow: [] }, /did you mean "allow"/],
  ])('are checked: %j', (options, message) => {
    expect(() => protectedFiles(options as ProtectedFilesOptions)).toThrow(message);
  });
});

it('answers hostile calls in time', async () => {
  const hostile = [
    'a/'.repeat(50_000),
    '.env '.repeat(20_000),
    `cat ${'*'.repeat(5000)}`,
    `find ${'. '.repeat(5000)} -exec cat {} +`,
    `${'xargs '.repeat(2000)} cat`,
  ];
  for (const line of hostile) {
    expect(await cpuMs(() => call('Bash', { command: line }))).toBeLessThan(2500);
  }
});
