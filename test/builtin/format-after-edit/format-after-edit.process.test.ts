import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

function project(options: object = {}) {
  const scratch = new Scratch();
  symlinkSync(resolve('node_modules'), join(scratch.path, 'node_modules'));
  const { hooks } = quietHooks();
  hooks.on(
    'PostToolUse',
    { name: 'format' },
    createBuiltin('format-after-edit', options, { directory: scratch.path }),
  );
  return {
    scratch,
    edited: (tool_name: string, tool_input: Record<string, unknown>) =>
      hooks.fire('PostToolUse', {
        tool_name,
        tool_input,
        tool_response: 'ok',
        tool_use_id: '1',
        cwd: scratch.path,
      }),
    read: (name: string) => readFileSync(join(scratch.path, name), 'utf8'),
  };
}

describe('a file that was edited', () => {
  it("is formatted with the project's formatter, and the model is told which lines changed", async () => {
    const { scratch, edited, read } = project();
    scratch.write('biome.json', '{ "formatter": { "indentStyle": "space" } }');
    const file = scratch.write('src/a.ts', 'const a = 1;\nconst   b = 2;\nconst c = 3;\n');
    scratch.write('src/other.ts', 'const   x = 1;\n');
    const { injections } = await edited('Edit', { file_path: file, old_string: '', new_string: '' });
    expect(read('src/a.ts')).toBe('const a = 1;\nconst b = 2;\nconst c = 3;\n');
    expect(read('src/other.ts')).toBe('const   x = 1;\n');
    expect(injections.map(({ content }) => content)).toEqual([
      'biome formatted src/a.ts: lines 2-2 changed. Read it again before you edit it.',
    ]);
    expect((await edited('Edit', { file_path: file })).injections).toEqual([]);
  });

  it('is formatted where a shell line wrote it', async () => {
    const { scratch, edited, read } = project();
    scratch.write('biome.json', '{}');
    scratch.write('b.ts', 'let   y = 1;\n');
    await edited('Bash', { command: 'echo "let   y = 1;" > b.ts' });
    expect(read('b.ts')).toBe('let y = 1;\n');
  });

  it('is left alone without a set-up formatter, outside the project, or where it was only read', async () => {
    const { scratch, edited, read } = project();
    scratch.write('c.ts', 'let   y = 1;\n');
    await edited('Write', { file_path: 'c.ts', content: '' });
    expect(read('c.ts')).toBe('let   y = 1;\n');
    scratch.write('biome.json', '{}');
    const outside = new Scratch();
    const file = outside.write('d.ts', 'let   y = 1;\n');
    await edited('Write', { file_path: file, content: '' });
    expect(readFileSync(file, 'utf8')).toBe('let   y = 1;\n');
    await edited('Read', { file_path: 'c.ts' });
    expect(read('c.ts')).toBe('let   y = 1;\n');
  });

  it('is formatted with a formatter of your own', async () => {
    const { scratch, edited, read } = project({
      formatters: [{ files: '*.txt', command: ['sed', '-i', 's/a/b/'] }],
    });
    scratch.write('a.txt', 'aaa\n');
    await edited('Write', { file_path: 'a.txt', content: 'aaa\n' });
    expect(read('a.txt')).toBe('baa\n');
  });

  it('stays as it is when the formatter fails or hangs, and you are told', async () => {
    const failing = project({
      formatters: [{ files: '*', command: ['sh', '-c', 'echo broken >&2; exit 3'] }],
    });
    failing.scratch.write('a.txt', 'a');
    const { notices } = await failing.edited('Write', { file_path: 'a.txt', content: 'a' });
    expect(notices.map(({ message }) => message)).toEqual(['format-after-edit: sh failed on a.txt: broken']);
    const hanging = project({
      formatters: [{ files: '*', command: ['sh', '-c', 'sleep 60'] }],
      timeout: '100ms',
    });
    hanging.scratch.write('a.txt', 'a');
    const late = await hanging.edited('Write', { file_path: 'a.txt', content: 'a' });
    expect(late.notices.map(({ message }) => message)).toEqual([
      'format-after-edit: sh failed on a.txt: ended after 0.1 s',
    ]);
  });
});
