import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PermissionRules, type RuleLists } from '../../src/permissions/permission-rules.ts';
import { Scratch } from '../support/scratch.ts';

/** A project with a folder of secrets, a link to it, and ordinary files. Nothing here changes it. */
function project(): string {
  const scratch = new Scratch();
  for (const file of [
    'secrets/key',
    'secrets/deep/other',
    'docs/d.md',
    'src/a.ts',
    'src/b.ts',
    '.env',
    'src/.env.local',
  ])
    scratch.write(file, 'x');
  scratch.write('bad.diff', '--- a/secrets/key\n+++ b/secrets/key\n');
  scratch.write('good.diff', '--- a/src/a.ts\n+++ b/src/a.ts\n');
  symlinkSync('secrets', join(scratch.path, 'harmless'));
  symlinkSync('../secrets/key', join(scratch.path, 'docs', 'link'));
  symlinkSync('src', join(scratch.path, 'elsewhere'));
  linkSync(join(scratch.path, 'secrets', 'key'), join(scratch.path, 'docs', 'hard'));
  linkSync(join(scratch.path, 'docs', 'd.md'), join(scratch.path, 'docs', 'both'));
  return scratch.path;
}

const cwd = project();

function judge(lists: RuleLists) {
  const rules = new PermissionRules(lists, { root: cwd });
  return {
    denies: (toolName: string, input: object) =>
      rules.denies({ toolName, input: { ...input }, cwd }) !== null,
    allows: (toolName: string, input: object) =>
      rules.allows({ toolName, input: { ...input }, cwd }) !== null,
  };
}

describe('Edit(secrets/**) as a deny', () => {
  const edit = () => judge({ deny: ['Edit(secrets/**)'] });

  it.each([
    ['Edit', { file_path: 'secrets/key' }],
    ['Write', { file_path: 'secrets/new', content: '' }],
    ['MultiEdit', { file_path: './secrets/key', edits: [] }],
    ['NotebookEdit', { notebook_path: 'secrets/n.ipynb' }],
    ['Write', { file_path: 'harmless/key' }],
    ['Write', { file_path: 'docs/link' }],
    ['Write', { file_path: 'SECRETS/key' }],
    ['Write', { path: 'secrets/key', file_path: 'docs/d.md' }],
    ['Write', { file_path: 'docs/d.md', target: 'secrets/key' }],
    ['mcp__files__write_file', { path: 'secrets/key' }],
    ['apply_patch', { input: '*** Begin Patch\n*** Update File: secrets/key\n@@\n-x\n+y\n*** End Patch' }],
    ['Bash', { command: 'echo y > secrets/key' }],
    ['Bash', { command: 'echo y >> ./secrets/key' }],
    ['Bash', { command: 'echo y | tee secrets/key' }],
    ['Bash', { command: `sed -i 's/x/y/' secrets/key` }],
    ['Bash', { command: 'rm secrets/key' }],
    ['Bash', { command: 'rm -rf secrets' }],
    ['Bash', { command: 'rm -rf .' }],
    ['Bash', { command: 'mv secrets/key docs/' }],
    ['Bash', { command: 'mv docs/d.md secrets' }],
    ['Bash', { command: 'cp docs/d.md secrets/' }],
    ['Bash', { command: 'cp -t secrets docs/d.md' }],
    ['Bash', { command: 'cd secrets && echo y > key' }],
    ['Bash', { command: '(cd secrets; touch key)' }],
    ['Bash', { command: 'for f in secrets/*; do echo y > "$f"; done' }],
    ['Bash', { command: 'truncate -s 0 secrets/key' }],
    ['Bash', { command: 'dd if=/dev/zero of=secrets/key' }],
    ['Bash', { command: 'find secrets -type f -delete' }],
    ['Bash', { command: 'touch harmless/key' }],
    ['Bash', { command: 'chmod -R 700 secrets' }],
    ['Bash', { command: 'sh -c "echo y > secrets/key"' }],
    ['Bash', { command: 'sudo tee secrets/key < docs/d.md' }],
    ['Bash', { command: 'F=secrets/key; echo y > "$F"' }],
    ['Bash', { command: 'echo y > secrets/{key,other}' }],
    ['Bash', { command: 'unheard-of --output=secrets/key' }],
    ['Bash', { command: `python3 -c "open('secrets/key', 'w')"` }],
    ['Bash', { command: 'echo y > "$TARGET"' }],
  ])('holds back %s %j', (tool, input) => {
    expect(edit().denies(tool, input)).toBe(true);
  });

  it.each([
    ['Edit', { file_path: 'src/a.ts' }],
    ['Write', { file_path: 'docs/secrets.md' }],
    ['Read', { file_path: 'secrets/key' }],
    ['Grep', { pattern: 'secrets/key', path: 'src' }],
    ['Bash', { command: 'cat secrets/key' }],
    ['Bash', { command: 'echo secrets/key' }],
    ['Bash', { command: 'grep -r secrets src' }],
    ['Bash', { command: 'git commit -m "touch secrets/key"' }],
    ['Bash', { command: 'echo y > src/c.ts' }],
    ['Bash', { command: 'npm test 2>&1 | tail -5' }],
    ['Bash', { command: 'for f in src/*.ts; do sed -i s/a/b/ "$f"; done' }],
    ['Bash', { command: 'rm -rf docs' }],
    ['Bash', { command: 'npm run "$SCRIPT"' }],
    ['Bash', { command: '[ -f secrets/key ] && echo there' }],
  ])('lets be %s %j', (tool, input) => {
    expect(edit().denies(tool, input)).toBe(false);
  });
});

describe('Read(…) as a deny', () => {
  const read = () => judge({ deny: ['Read(secrets/**)', 'Read(.env*)'] });

  it.each([
    ['Read', { file_path: 'secrets/key' }],
    ['Read', { file_path: '.env' }],
    ['Read', { file_path: 'src/.env.local' }],
    ['Read', { file_path: 'docs/link' }],
    ['Edit', { file_path: 'secrets/key' }],
    ['Write', { file_path: '.env' }],
    ['Grep', { pattern: 'x', path: 'secrets' }],
    ['Grep', { pattern: 'x', path: 'docs' }],
    ['Grep', { pattern: 'x' }],
    ['Glob', { pattern: 'secrets/*' }],
    ['Glob', { pattern: '*', path: 'secrets' }],
    ['LS', { path: 'secrets' }],
    ['mcp__files__read_text_file', { path: 'secrets/key' }],
    ['Bash', { command: 'cat secrets/key' }],
    ['Bash', { command: 'cat < secrets/key' }],
    ['Bash', { command: 'head -1 .env' }],
    ['Bash', { command: 'source .env' }],
    ['Bash', { command: 'grep -r x secrets' }],
    ['Bash', { command: 'grep -r x .' }],
    ['Bash', { command: 'cp secrets/key /tmp/k' }],
    ['Bash', { command: 'mv .env /tmp/e' }],
    ['Bash', { command: 'cat secrets/*' }],
    ['Bash', { command: 'cat secre*/key' }],
    ['Bash', { command: 'cat .e*' }],
    ['Bash', { command: 'base64 .env' }],
    ['Bash', { command: 'tar cf - secrets | base64' }],
    ['Bash', { command: 'git show HEAD:.env' }],
    ['Bash', { command: 'cat "$FILE"' }],
    ['Bash', { command: 'cat "$DIR/.env"' }],
    ['Bash', { command: 'echo secrets/key | xargs cat' }],
    ['Bash', { command: 'find secrets -type f -exec cat {} +' }],
    ['Bash', { command: `node -e "require('fs').readFileSync('.env')"` }],
    ['Bash', { command: 'curl -d @.env http://127.0.0.1/' }],
    ['Bash', { command: 'unheard-of .env' }],
  ])('holds back %s %j', (tool, input) => {
    expect(read().denies(tool, input)).toBe(true);
  });

  it.each([
    ['Read', { file_path: 'src/a.ts' }],
    ['Read', { file_path: 'environment' }],
    ['Grep', { pattern: 'x', path: 'docs' }],
    ['Grep', { pattern: '.env', path: 'docs', glob: '*.md' }],
    ['Glob', { pattern: '**/*.ts', path: 'docs' }],
    ['Glob', { pattern: 'docs/**' }],
    ['Bash', { command: 'cat src/a.ts' }],
    ['Bash', { command: 'cat *.md src/*' }],
    ['Bash', { command: 'echo x > secrets/new' }],
    ['Bash', { command: 'ls src' }],
    ['Bash', { command: 'git status && git log' }],
    ['Bash', { command: 'npm ci' }],
    ['Bash', { command: 'grep .env src/a.ts' }],
    ['Bash', { command: 'git commit -m "ignore .env"' }],
    ['Bash', { command: 'echo "use .env"' }],
    ['Bash', { command: 'cat "$DIR/package.json"' }],
    ['Bash', { command: 'export TOKEN="$X"' }],
  ])('lets be %s %j', (tool, input) => {
    expect(judge({ deny: ['Read(.env*)'] }).denies(tool, input)).toBe(false);
  });
});

describe('the folder that a command works in', () => {
  const rules = () => judge({ deny: ['Edit(secrets/**)', 'Read(.env)'] });

  it.each(['Bash', 'bash', 'run_shell_command'])('is where the paths of %s count from', (tool) => {
    const { denies } = rules();
    expect(denies(tool, { command: 'echo y > key', workdir: 'secrets' })).toBe(true);
    expect(denies(tool, { command: 'rm -rf .', workdir: '.' })).toBe(true);
    expect(denies(tool, { command: 'cat .env', workdir: '.' })).toBe(true);
  });

  it.each(['Bash', 'bash', 'run_shell_command'])('is nothing that %s writes by itself', (tool) => {
    const { denies } = rules();
    expect(denies(tool, { command: 'npm test', workdir: '.' })).toBe(false);
    expect(denies(tool, { command: 'echo hi', cwd: '.' })).toBe(false);
  });

  it('counts where it is not told which folder is meant, and for other tools', () => {
    const { denies } = rules();
    expect(denies('Bash', { command: 'npm test', cwd: 'src', workdir: 'secrets' })).toBe(true);
    expect(denies('mcp__files__sync', { command: 'all', cwd: 'secrets' })).toBe(true);
  });
});

describe('paths of rules', () => {
  it('count from the folder of the rules and of the call, whichever is meant', () => {
    const rules = new PermissionRules({ deny: ['Read(secrets/**)'] }, { root: cwd });
    const inFolder = (folder: string, path: string) =>
      rules.denies({ toolName: 'Read', input: { file_path: path }, cwd: join(cwd, folder) });
    expect(inFolder('src', '../secrets/key')).not.toBeNull();
    expect(inFolder('src', join(cwd, 'secrets/key'))).not.toBeNull();
    expect(inFolder('src', 'a.ts')).toBeNull();
  });

  it('are absolute behind two slashes, and at home behind a tilde', () => {
    const { denies } = judge({ deny: ['Read(//etc/**)', 'Read(~/.ssh/**)'] });
    expect(denies('Read', { file_path: '/etc/passwd' })).toBe(true);
    expect(denies('Bash', { command: 'cat /etc/passwd' })).toBe(true);
    expect(denies('Read', { file_path: `${homedir()}/.ssh/id` })).toBe(true);
    expect(denies('Bash', { command: 'cat ~/.ssh/id' })).toBe(true);
    expect(denies('Bash', { command: 'cat "$HOME/.ssh/id"' })).toBe(true);
    expect(denies('Read', { file_path: 'etc/passwd' })).toBe(false);
  });

  it('lead to a forbidden folder also where that is a link itself', () => {
    const scratch = new Scratch();
    mkdirSync(join(scratch.path, 'elsewhere'));
    symlinkSync('elsewhere', join(scratch.path, 'secrets'));
    const rules = new PermissionRules({ deny: ['Read(secrets/**)'] }, { root: scratch.path });
    const call = { toolName: 'Read', input: { file_path: 'elsewhere/key' }, cwd: scratch.path };
    expect(rules.denies(call)).not.toBeNull();
  });
});

describe('rules about paths as allows', () => {
  it.each(['Edit(src/**)', 'Write(src/**)', 'Edit(*.ts)', 'Write(*)', 'Edit(**)', 'Write(./**)'])(
    '%s grants edits of it, by every tool that edits',
    (rule) => {
      const { allows } = judge({ allow: [rule] });
      expect(allows('Edit', { file_path: 'src/a.ts' })).toBe(true);
      expect(allows('Write', { file_path: 'src/new.ts', content: 'rm -rf /\n' })).toBe(true);
      expect(allows('MultiEdit', { file_path: 'src/a.ts' })).toBe(true);
      expect(allows('Read', { file_path: 'src/a.ts' })).toBe(false);
      expect(allows('Write', { file_path: '../beside.ts' })).toBe(false);
      expect(allows('Write', { file_path: '/tmp/a.ts' })).toBe(false);
      expect(allows('Write', { file_path: 'src/a.ts', path: '/tmp/a.ts' })).toBe(false);
      expect(allows('Write', {})).toBe(false);
      expect(allows('Bash', { command: 'echo x > src/a.ts' })).toBe(false);
    },
  );

  it('mind the case, and where links lead', () => {
    const { allows } = judge({ allow: ['Edit(docs/**)'] });
    expect(allows('Edit', { file_path: 'docs/d.md' })).toBe(true);
    expect(allows('Edit', { file_path: 'DOCS/d.md' })).toBe(false);
    expect(allows('Edit', { file_path: 'docs/link' })).toBe(false);
    expect(allows('Edit', { file_path: 'docs/../src/a.ts' })).toBe(false);
  });
});

describe('whoever only tells names', () => {
  it.each([
    ['Bash', { command: 'ls' }],
    ['Bash', { command: 'ls -la' }],
    ['Bash', { command: 'ls .*' }],
    ['Bash', { command: 'tree' }],
    ['Bash', { command: 'du -sh *' }],
    ['Bash', { command: 'stat .env' }],
    ['Bash', { command: `find . -name '*.ts'` }],
    ['Bash', { command: 'find . -type f' }],
    ['Bash', { command: 'grep -rn x --include=*.ts .' }],
    ['Bash', { command: `grep -rn x --include='*.ts' --include='*.md' .` }],
    ['LS', { path: '.' }],
    ['Glob', { pattern: '*' }],
    ['Glob', { pattern: '**/*.{ts,md}' }],
    ['Grep', { pattern: 'x', glob: '*.ts' }],
    ['WebSearch', { query: '.env' }],
  ])('is let be under a rule about files: %s %j', (tool, input) => {
    expect(judge({ deny: ['Read(.env)'] }).denies(tool, input)).toBe(false);
  });

  it.each([
    ['Bash', { command: 'ls secrets' }],
    ['Bash', { command: 'ls secrets/*' }],
    ['Bash', { command: 'ls -R' }],
    ['Bash', { command: 'tree' }],
    ['Bash', { command: 'find .' }],
    ['Bash', { command: `find . -name '*e*'` }],
    ['Bash', { command: `find . -name '*.ts' -o -name key` }],
    ['Bash', { command: 'find . -name key -exec cat {} +' }],
    ['Bash', { command: 'grep -r x --include=k* .' }],
    ['Bash', { command: 'grep -r x --include=*.ts --include="$X" .' }],
    ['LS', { path: 'secrets' }],
    ['Glob', { pattern: '**/*' }],
    ['Glob', { pattern: '**/k*' }],
    ['Grep', { pattern: 'x', glob: 'ke?' }],
    ['Grep', { pattern: 'x', glob: '!*.ts' }],
  ])('is blocked under a rule about a folder: %s %j', (tool, input) => {
    expect(judge({ deny: ['Read(secrets/**)'] }).denies(tool, input)).toBe(true);
  });
});

describe('a tool that nobody described', () => {
  it.each([
    ['mcp__x__upload', { file: '.env' }],
    ['mcp__x__process', { path: '.env' }],
    ['mcp__x__copy', { source: '.env', destination: 'b' }],
    ['mcp__x__move', { source: '.env', destination: 'b' }],
    ['mcp__x__call', { args: ['--file=.env'] }],
    ['mcp__x__run', { code: `print(open(".env").read())` }],
  ])('may read what it is given: %s %j', (tool, input) => {
    expect(judge({ deny: ['Read(.env)'] }).denies(tool, input)).toBe(true);
  });

  it('may be given an address of a file', () => {
    const { denies } = judge({ deny: ['Read(secrets/**)'] });
    for (const start of ['file://', 'file://localhost', 'FILE://'])
      expect(denies('mcp__x__read', { uri: `${start}${cwd}/secrets/k%65y` }), start).toBe(true);
    expect(denies('mcp__x__read', { uri: 'file://elsewhere/secrets/key' })).toBe(true);
    expect(denies('mcp__x__read', { uri: `file://${cwd}/docs/d.md` })).toBe(false);
  });

  it.each([
    { patch: '--- a/secrets/key\n+++ b/secrets/key\n@@ -1 +1 @@\n-x\n+y\n' },
    { patch: 'diff --git a/docs/d.md b/secrets/n\nrename from docs/d.md\nrename to secrets/n\n' },
  ])('may be given a patch: %j', (input) => {
    expect(judge({ deny: ['Edit(secrets/**)'] }).denies('apply_patch', input)).toBe(true);
  });

  const patch = (...files: readonly string[]): string =>
    `*** Begin Patch\n${files.join('\n')}\n*** End Patch\n`;
  const added = (path: string): string => `*** Add File: ${path}\n+x`;
  const line = (text: string, before = ''): object => ({
    command: `${before}apply_patch <<'EOF'\n${text}EOF\n`,
  });

  it.each([
    ['apply_patch', { command: patch(added('src/1'), added('src/2'), added('src/3'), added('secrets/n')) }],
    ['ApplyPatch', { patchText: patch('*** Update File: src/a.ts\n*** Move to: secrets/a.ts\n@@\n+x') }],
    ['apply_patch', { input: patch('*** Delete File: secrets/key') }],
    ['apply_patch', { command: '*** Begin Patch\n*** Add File: src/n\n+x\n' }],
    ['apply_patch', { command: 'no patch' }],
    ['apply_patch', {}],
    ['Bash', line(patch(added('src/1'), added('secrets/n')))],
    ['Bash', line(patch(added('n')), 'cd secrets && ')],
    ['Bash', line(patch(added('../secrets/n')), 'cd src && ')],
    ['Bash', line('no patch\n')],
  ])('is about every file of a patch, and about one that cannot be read: %s %j', (tool, input) => {
    expect(judge({ deny: ['Edit(secrets/**)'] }).denies(tool, input)).toBe(true);
    expect(judge({ deny: ['write_file(secrets/**)'] }).denies(tool, input)).toBe(true);
    expect(judge({ allow: ['Edit(src/**)'] }).allows(tool, input)).toBe(false);
  });

  it.each([
    ['apply_patch', { command: patch(added('src/1'), '*** Delete File: src/a.ts') }],
    ['Bash', line(patch(added('src/1')))],
    ['Bash', line(patch(added('secrets/n')), 'cd src && ')],
  ])('is not about a patch of other files: %s %j', (tool, input) => {
    expect(judge({ deny: ['Edit(secrets/**)'] }).denies(tool, input)).toBe(false);
    const isTool = tool === 'apply_patch';
    expect(judge({ allow: ['Edit(src/**)'] }).allows(tool, input)).toBe(isTool);
  });
});

describe('files that commands are given otherwise', () => {
  const rules = { deny: ['Read(secrets/**)', 'Edit(secrets/**)'] };

  it.each([
    'ln -s secrets s && cat s/key',
    'ln -sf docs secrets',
    'xargs -a secrets/key echo',
    'xargs -n 1 --arg-file=secrets/key echo',
    'sed -n "w secrets/n" docs/d.md',
    'sed "r secrets/key" docs/d.md',
    'git clone x secrets/x',
    'git cat-file -p HEAD:secrets/key',
    'patch -p1 < bad.diff',
    'curl x | patch -p1',
    'patch secrets/key < p.diff',
    'git apply bad.diff',
    'curl x > new.diff && git apply new.diff',
    'git apply <<E\n--- a/secrets/key\n+++ b/secrets/key\nE',
    'docker run -v ./secrets:/s image',
    'docker run -v "$PWD/secrets:/s" image',
    'docker run --env-file=secrets/key image',
    'docker cp secrets/key c:/',
  ])('are blocked: %j', (command) => {
    expect(judge(rules).denies('Bash', { command })).toBe(true);
  });

  it.each([
    'ln -s src s',
    'echo a | xargs -n 1 echo -a secrets/key',
    `sed 's/r /w /' docs/d.md`,
    'git apply --check bad.diff',
    'git apply good.diff',
    'git apply <<E\n--- a/src/a.ts\n+++ b/src/a.ts\nE',
    'patch src/a.ts < good.diff',
    'docker run --rm -v "$PWD":/w -w /w image npm test',
    'docker compose up -d',
  ])('are let be: %j', (command) => {
    expect(judge(rules).denies('Bash', { command })).toBe(false);
  });
});

describe('the canonical form of a path', () => {
  const rules = () => judge({ deny: ['Edit(secrets/**)', 'Read(secrets/**)'] });

  it.each([
    ['Read', { file_path: '/proc/self/cwd/secrets/key' }],
    ['Read', { file_path: '/proc/self/./cwd//secrets/key' }],
    ['Read', { file_path: `/proc/thread-self/root${cwd}/secrets/key` }],
    ['Write', { file_path: '/proc/self/cwd/docs/../secrets/key', content: '' }],
    ['Bash', { command: 'cat /proc/self/cwd/secrets/key' }],
    ['Bash', { command: 'cat /proc/$$/cwd/secrets/key' }],
    ['Bash', { command: 'cd docs && rm /proc/self/cwd/../secrets/key' }],
    // `..` counts from where a link leads.
    ['Bash', { command: 'cat elsewhere/../secrets/key' }],
    ['Read', { file_path: 'docs/hard' }],
    ['Bash', { command: 'cat docs/hard' }],
    ['Bash', { command: 'echo x > docs/hard' }],
  ])('%s of %j is denied', (tool, input) => {
    expect(rules().denies(tool, input)).toBe(true);
  });

  it('leaves other files with several names alone', () => {
    expect(rules().denies('Read', { file_path: 'docs/both' })).toBe(false);
  });
});

describe('a host', () => {
  it.each([
    'https://evil.example/x',
    'https://EVIL.example./x',
    'https://user:word@evil.example:8443/x',
    'https://evil.example..',
  ])('%s is evil.example', (url) => {
    expect(judge({ deny: ['WebFetch(domain:evil.example)'] }).denies('WebFetch', { url })).toBe(true);
    expect(judge({ deny: ['WebFetch(domain:Evil.Example.)'] }).denies('WebFetch', { url })).toBe(true);
  });

  it('is not what only ends with it', () => {
    const rules = judge({ deny: ['WebFetch(domain:evil.example)'] });
    expect(rules.denies('WebFetch', { url: 'https://devil.example/x' })).toBe(false);
  });
});

describe("a pattern of Claude Code's settings", () => {
  it.each([
    ['Edit(src/**)', 'lib/src/b.ts', true],
    ['Edit(src/**)', 'src/b.ts', true],
    ['Edit(src/**)', 'lib/source/b.ts', false],
    ['Edit(./.env)', 'src/.env', true],
    ['Edit(./.env)', '.env', true],
    ['Edit([sl]*/**)', 'docs/sub/y.md', true],
    ['Edit(/src/**)', 'lib/src/b.ts', false],
    ['Edit(docs/d.md)', 'lib/docs/d.md', true],
  ])('%s on %s: %s', (rule, path, isDenied) => {
    const call = { toolName: 'Edit', input: { file_path: join(cwd, path) }, cwd };
    const inSettings = new PermissionRules({ deny: [rule] }, { root: cwd, isAnyDepth: true });
    expect(inSettings.denies(call) !== null).toBe(isDenied);
  });

  it('may match what a command writes below a folder', () => {
    const rules = new PermissionRules({ deny: ['Edit(deep/**)'] }, { root: cwd, isAnyDepth: true });
    const bash = (command: string) => rules.denies({ toolName: 'Bash', input: { command }, cwd });
    expect(bash('rm -rf secrets')).not.toBeNull();
    expect(bash('rm -rf docs')).toBeNull();
  });
});
