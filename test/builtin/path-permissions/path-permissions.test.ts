import { existsSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { deny } from '../../../src/entries/index.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

/** A working folder with files and links, a folder beside it that nobody may touch, and a way to ask. */
function place(options: object = {}) {
  const outer = new Scratch().path;
  const work = join(outer, 'work');
  const beside = join(outer, 'beside');
  for (const folder of [work, join(work, 'src'), join(work, 'secret'), beside]) mkdirSync(folder);
  for (const file of ['work/a.txt', 'work/src/b.ts', 'work/secret/key', 'beside/c.txt']) {
    writeFileSync(join(outer, file), file);
  }
  symlinkSync(beside, join(work, 'out'));
  symlinkSync(join(beside, 'c.txt'), join(work, 'out.txt'));
  symlinkSync(join(beside, 'new.txt'), join(work, 'dangling'));
  symlinkSync('src', join(work, 'in'));
  symlinkSync('loop', join(work, 'loop'));
  const { hooks } = quietHooks();
  const handler = createBuiltin(
    'path-permissions',
    { readBeforeDelete: false, ...options },
    { directory: work },
  );
  hooks.on('PreToolUse', { name: 'paths', guard: true, priority: 10 }, handler);
  const use = async (tool: string, input: unknown, more: { agent?: string; cwd?: string } = {}) => {
    const { cwd = work, agent } = more;
    const call = { tool_name: tool, tool_input: input as Record<string, unknown>, tool_use_id: '1', cwd };
    const outcome = await hooks.fire('PreToolUse', call, agent === undefined ? {} : { agent });
    expect(outcome.runs[0]?.failure).toBeNull();
    return outcome.decision === 'deny' ? (outcome.reason ?? 'denied') : 'ok';
  };
  const run = (command: string, more: { agent?: string; cwd?: string } = {}) =>
    use('Bash', { command }, more);
  return { outer, work, beside, hooks, handler, use, run };
}

const none = [{ path: 'secret', access: 'none' }];

describe('paths of tools', () => {
  it.each(['a.txt', './a.txt', 'src/../a.txt', 'in/b.ts', 'new.txt', 'new/deep/file.txt', 'src/', '.', ''])(
    'inside the working folder are allowed: %j',
    async (path) => {
      const { use, work } = place();
      for (const tool of ['Read', 'Write', 'Edit', 'MultiEdit']) {
        expect(await use(tool, { file_path: path })).toBe('ok');
        expect(await use(tool, { file_path: join(work, path) })).toBe('ok');
      }
      expect(await use('NotebookEdit', { notebook_path: path })).toBe('ok');
    },
  );

  it.each([
    ['the folder beside', '../beside/c.txt'],
    ['a folder of which the working folder is a prefix', '../workshop/x'],
    ['an absolute path', '/etc/passwd'],
    ['the root', '/'],
    ['many dots', 'src/../../../../../../../../etc/passwd'],
    ['a link to a folder', 'out/c.txt'],
    ['a new file in a linked folder', 'out/new.txt'],
    ['a new folder in a linked folder', 'out/new/deep.txt'],
    ['a link to a file', 'out.txt'],
    ['a link to nothing yet', 'dangling'],
    ['a link followed by dots', 'out/../beside/c.txt'],
    ['dots behind a link, as the system reads them', 'out/../outside'],
    ['a loop of links', 'loop/x'],
    ['home', '~/.ssh/id_rsa'],
    ['home itself', '~'],
    ['a file address', 'file:///etc/passwd'],
    ['an escaped file address', 'file:///%65tc/passwd'],
    ['the root by way of proc', '/proc/self/root/etc/passwd'],
    ['the folder by way of proc', '/proc/self/cwd/a.txt'],
    ['another process by way of proc', '/proc/1/root/etc/passwd'],
    ['an open file', '/dev/fd/3'],
    ['a disk', '/dev/sda'],
    ['a trailing slash', '/etc/'],
    ['double slashes', '//etc//passwd'],
    ['a NUL', 'a.txt\0../../etc/passwd'],
    ['a very long path', `${'a/'.repeat(5000)}x`],
    ['a name that is too long', 'x'.repeat(300)],
  ])('outside are denied: %s', async (_, path) => {
    const { use } = place();
    for (const tool of ['Read', 'Write', 'Edit', 'mcp__files__write_file', 'mcp__files__read_file']) {
      const argument = tool.startsWith('mcp') ? 'path' : 'file_path';
      expect(await use(tool, { [argument]: path }), tool).not.toBe('ok');
    }
  });

  it.each([3, null, undefined, true, {}, [], [3], [['a.txt']]])(
    'that are no text are denied: %j',
    async (path) => {
      const { use } = place();
      expect(await use('Write', { file_path: path })).toContain('cannot be judged');
    },
  );

  it('must be in a tool input that is one', async () => {
    const { use } = place();
    for (const input of [null, 'a.txt', [], 7]) expect(await use('Write', input)).not.toBe('ok');
  });

  it('are not read from a prototype', async () => {
    const { use } = place();
    const inherited = JSON.parse('{"__proto__":{"file_path":"a.txt"}}');
    expect(await use('Write', inherited)).not.toBe('ok');
  });

  it('in lists must all be allowed', async () => {
    const { use } = place();
    expect(await use('Read', { file_path: ['a.txt', 'src/b.ts'] })).toBe('ok');
    expect(await use('Read', { file_path: ['a.txt', '/etc/passwd'] })).not.toBe('ok');
  });

  it('are relative to where the agent is, which makes that place no working folder', async () => {
    const { use, work, beside } = place();
    expect(await use('Write', { file_path: 'x.txt' }, { cwd: join(work, 'src') })).toBe('ok');
    expect(await use('Write', { file_path: '../x.txt' }, { cwd: join(work, 'src') })).toBe('ok');
    expect(await use('Write', { file_path: '../../x.txt' }, { cwd: join(work, 'src') })).not.toBe('ok');
    expect(await use('Write', { file_path: 'x.txt' }, { cwd: beside })).not.toBe('ok');
    expect(await use('Read', { file_path: 'passwd' }, { cwd: '/etc' })).not.toBe('ok');
  });

  it('of unknown tools are found by the names of arguments, or by how they look', async () => {
    const { use } = place({ rootAccess: ['read'] });
    expect(await use('mcp__files__read_text_file', { path: 'a.txt' })).toBe('ok');
    expect(await use('mcp__files__write_file', { path: 'a.txt', content: '/etc is a folder' })).toContain(
      'write',
    );
    expect(await use('mcp__files__move_file', { source: 'a.txt', destination: 'b' })).toContain('delete');
    expect(await use('mcp__files__read_multiple_files', { paths: ['a.txt', '../beside/c.txt'] })).toContain(
      'read',
    );
    expect(await use('summarise', { options: { inputFile: '../beside/c.txt' } })).toContain('write');
    expect(await use('convert', { what: '/etc/passwd' })).toContain('write');
    expect(await use('WebFetch', { url: 'https://example.com/a', prompt: 'what is / and /etc about?' })).toBe(
      'ok',
    );
  });

  it('of your own tools are found by your table', async () => {
    const { use } = place({ tools: { 'deploy_*': { read: ['manifest'], delete: ['old'] } } });
    expect(await use('deploy_site', { manifest: 'a.txt', old: 'src' })).toBe('ok');
    expect(await use('deploy_site', { manifest: 'a.txt', old: '../beside' })).toContain('delete');
    expect(await use('deploy_site', { old: 'src' })).toContain('manifest');
  });
});

describe('searches', () => {
  it('begin in the current folder unless they say so', async () => {
    const { use, beside } = place();
    for (const tool of ['Glob', 'Grep', 'LS']) {
      expect(await use(tool, { pattern: '*' })).toBe('ok');
      expect(await use(tool, { pattern: '*' }, { cwd: beside })).not.toBe('ok');
      expect(await use(tool, { pattern: '*', path: 'out' })).not.toBe('ok');
    }
  });

  it.each([
    '/etc/*',
    '../beside/*',
    '~/*',
    'src/*/../../../beside/*',
    '{/etc,src}/*',
    '{src,../beside}/*',
    'out/*',
  ])('for the pattern %s are denied', async (pattern) => {
    const { use } = place();
    expect(await use('Glob', { pattern })).not.toBe('ok');
  });

  it('take a pattern relative to their path', async () => {
    const { use } = place();
    expect(await use('Glob', { path: 'src', pattern: '../*.txt' })).toBe('ok');
    expect(await use('Glob', { path: 'src', pattern: '../../beside/*' })).not.toBe('ok');
  });

  it('of contents are denied where something below may not be read', async () => {
    const { use } = place({ rules: none });
    expect(await use('Grep', { pattern: 'x' })).toContain('secret');
    expect(await use('Grep', { pattern: 'x', path: 'src' })).toBe('ok');
    expect(await use('Glob', { pattern: '*' })).toBe('ok');
  });
});

describe('rules', () => {
  it('allow and forbid by the most specific path, whatever their order', async () => {
    const rules = [
      { path: 'secret/open', access: ['read'] },
      { path: 'secret', access: 'none' },
      { path: '../beside', access: ['read'] },
    ];
    for (const order of [rules, rules.toReversed()]) {
      const { use } = place({ rules: order });
      expect(await use('Read', { file_path: 'secret/key' })).toContain('read access to secret/key');
      expect(await use('Read', { file_path: 'secret/open/x' })).toBe('ok');
      expect(await use('Write', { file_path: 'secret/open/x' })).toContain('write');
      expect(await use('Read', { file_path: 'out/c.txt' })).toBe('ok');
      expect(await use('Write', { file_path: 'out/c.txt' })).not.toBe('ok');
    }
  });

  it('for the same place allow what both allow', async () => {
    const { use } = place({
      rules: [
        { path: 'src', access: ['read', 'write'] },
        { path: 'in', access: ['read'] },
      ],
    });
    expect(await use('Read', { file_path: 'src/b.ts' })).toBe('ok');
    expect(await use('Write', { file_path: 'src/b.ts' })).not.toBe('ok');
  });

  it('hold for a single file', async () => {
    const { use } = place({ rules: [{ path: 'a.txt', access: ['read'] }] });
    expect(await use('Read', { file_path: 'a.txt' })).toBe('ok');
    expect(await use('Edit', { file_path: 'a.txt' })).not.toBe('ok');
    expect(await use('Edit', { file_path: 'a.txt.bak' })).toBe('ok');
  });

  it('follow links in their own paths', async () => {
    const { use } = place({ rules: [{ path: 'out', access: ['read'] }] });
    expect(await use('Read', { file_path: '../beside/c.txt' })).toBe('ok');
  });

  it('can be about home', async () => {
    const { use } = place({ rules: [{ path: '~/hookline-shared', access: ['read'] }] });
    expect(await use('Read', { file_path: join(homedir(), 'hookline-shared/x') })).toBe('ok');
    expect(await use('Read', { file_path: join(homedir(), 'x') })).not.toBe('ok');
  });

  it('replace what the working folder allows, and the default what lies elsewhere', async () => {
    const readOnly = place({ rules: [{ path: '.', access: ['read'] }] });
    expect(await readOnly.use('Write', { file_path: 'a.txt' })).not.toBe('ok');
    const open = place({ default: ['read'] });
    expect(await open.use('Read', { file_path: '/etc/passwd' })).toBe('ok');
    expect(await open.use('Write', { file_path: '/etc/passwd' })).not.toBe('ok');
  });

  it('are checked when they are read', () => {
    const make = (options: object) => () => createBuiltin('path-permissions', options, { directory: '/' });
    expect(make({ rules: [{ path: 'x', access: 'everything' }] })).toThrow(
      '"rules[0].access" cannot be "everything"',
    );
    expect(make({ rules: [{ path: '', access: 'none' }] })).toThrow('"rules[0].path"');
    expect(make({ rule: [] })).toThrow('did you mean "rules"?');
  });
});

describe('reading before deleting', () => {
  it('is needed for files, by each agent itself', async () => {
    const { use, run } = place({ readBeforeDelete: true });
    expect(await run('rm a.txt')).toContain('never read');
    await use('Read', { file_path: 'a.txt' });
    expect(await run('rm a.txt', { agent: 'helper' })).toContain('never read');
    expect(await run('rm a.txt')).toBe('ok');
    expect(await run('rm src/b.ts')).toContain('never read');
    expect(await run('cat src/b.ts')).toBe('ok');
    expect(await run('rm src/b.ts')).toBe('ok');
  });

  it('is not needed for what the agent wrote, what is not there, links and disposable names', async () => {
    const { use, run, work } = place({ readBeforeDelete: true });
    mkdirSync(join(work, 'node_modules/x'), { recursive: true });
    writeFileSync(join(work, 'node_modules/x/index.js'), '');
    await use('Write', { file_path: 'new.txt' });
    writeFileSync(join(work, 'new.txt'), '');
    for (const path of ['new.txt', 'missing.txt', '-rf node_modules', 'in'])
      expect(await run(`rm ${path}`)).toBe('ok');
  });

  it('is needed for every file of a folder', async () => {
    const { use, run } = place({ readBeforeDelete: true });
    expect(await run('rm -r src')).toContain('b.ts was never read');
    await use('Read', { file_path: 'in/b.ts' });
    expect(await run('rm -r src')).toBe('ok');
  });

  it('does not count a read that was denied', async () => {
    const { run } = place({ readBeforeDelete: true });
    await run('cat a.txt /etc/passwd');
    expect(await run('rm a.txt')).toContain('never read');
  });

  it.each([
    'ls a.txt',
    'stat a.txt',
    'wc a.txt',
    'find a.txt',
    'test -f a.txt',
    'npm test a.txt',
    'grep -c x a.txt',
    'touch a.txt',
    'echo x >> a.txt',
    'mv a.txt b.txt; mv b.txt a.txt',
  ])('takes more than %s', async (command) => {
    const { run } = place({ readBeforeDelete: true });
    expect(await run(command)).toBe('ok');
    expect(await run('rm a.txt')).toContain('never read');
  });

  it.each(['ls src', 'ls -R .', 'npm test src', 'cp -r src copy'])(
    'takes more than naming the folder: %s',
    async (command) => {
      const { use, run } = place({ readBeforeDelete: true });
      expect(await run(command)).toBe('ok');
      expect(await use('LS', { path: 'src' })).toBe('ok');
      expect(await use('Grep', { pattern: 'x', path: 'src/b.ts' })).toBe('ok');
      expect(await use('mcp__files__list_directory', { path: 'src' })).toBe('ok');
      expect(await use('mcp__files__get_file_info', { path: 'src/b.ts' })).toBe('ok');
      expect(await run('rm -rf src')).toContain('b.ts was never read');
    },
  );

  it.each(['head -n 5 a.txt', 'sed -n 1,5p a.txt', 'echo new > a.txt', 'tee a.txt'])(
    'is done by %s',
    async (command) => {
      const { run } = place({ readBeforeDelete: true });
      expect(await run(command)).toBe('ok');
      expect(await run('rm a.txt')).toBe('ok');
    },
  );

  it('is not got around by a name that may be deleted unread', async () => {
    const { run } = place({ readBeforeDelete: true });
    for (const target of ['a.log', 'dist/a.txt', 'node_modules'])
      expect(await run(`mv a.txt ${target}`), target).toContain('never read');
    expect(await run('mv a.txt b.txt')).toBe('ok');
  });

  it('counts once the tool has run, where the hook is told so', async () => {
    const { hooks, use, run, work, handler } = place({ readBeforeDelete: true });
    hooks.on('PostToolUse', { name: 'noted' }, handler);
    const isDenied = { yes: true };
    hooks.on('PreToolUse', { name: 'later', matcher: 'Read' }, () => (isDenied.yes ? deny('no') : undefined));
    const read = { tool_name: 'Read', tool_input: { file_path: 'a.txt' }, tool_use_id: '1', cwd: work };
    expect(await use('Read', { file_path: 'a.txt' })).toBe('no');
    expect(await run('rm a.txt')).toContain('never read');
    isDenied.yes = false;
    expect(await use('Read', { file_path: 'a.txt' })).toBe('ok');
    expect(await run('rm a.txt')).toContain('never read');
    const outcome = await hooks.fire('PostToolUse', { ...read, tool_response: 'text' });
    expect(outcome).toMatchObject({ decision: null, suppressed: false });
    expect(await run('rm a.txt')).toBe('ok');
    expect(await run('rm src/b.ts')).toContain('never read');
  });

  it('does not keep files from being moved', async () => {
    expect(await place({ readBeforeDelete: true }).run('mv a.txt b.txt')).toBe('ok');
  });

  it('can be asked for before overwriting too', async () => {
    const { use } = place({ readBeforeWrite: true });
    expect(await use('Write', { file_path: 'a.txt' })).toContain('before you overwrite');
    expect(await use('Write', { file_path: 'new.txt' })).toBe('ok');
    await use('Read', { file_path: 'a.txt' });
    expect(await use('Write', { file_path: 'a.txt' })).toBe('ok');
  });
});

describe('what nobody can see from a path', () => {
  it('is a second name of the same file', async () => {
    const { use, work, beside } = place();
    linkSync(join(beside, 'c.txt'), join(work, 'twin'));
    expect(await use('Read', { file_path: 'twin' })).toBe('ok');
  });

  it('is judged anew each time, since a folder can become a link', async () => {
    const { use, work, beside } = place();
    expect(await use('Write', { file_path: 'src/new.ts' })).toBe('ok');
    rmSync(join(work, 'src'), { recursive: true });
    symlinkSync(beside, join(work, 'src'));
    expect(await use('Write', { file_path: 'src/new.ts' })).not.toBe('ok');
    expect(existsSync(join(beside, 'c.txt'))).toBe(true);
  });
});
