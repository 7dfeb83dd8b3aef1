import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { globTool } from '../../../../src/agent/tools/search/glob.ts';
import { grepTool } from '../../../../src/agent/tools/search/grep.ts';
import { textOf, toolContext } from '../../../support/firing/tool-context.ts';
import { Scratch } from '../../../support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
  for (const folder of ['src/deep', '.git', 'node_modules/x'])
    mkdirSync(join(scratch.path, folder), { recursive: true });
  scratch.write('top.ts', 'const needle = 1;\n');
  scratch.write('src/a.ts', 'first\nneedle one\nthird\nfourth\nfifth\nNeedle two\n');
  scratch.write('src/deep/b.js', 'nothing here\n');
  scratch.write('src/deep/c.bin', 'needle\0');
  scratch.write('.git/config', 'needle\n');
  scratch.write('node_modules/x/index.ts', 'needle\n');
  for (const [index, name] of ['top.ts', 'src/a.ts', 'src/deep/b.js'].entries()) {
    utimesSync(join(scratch.path, name), 1_700_000_000, 1_700_000_000 + index);
  }
});

const glob = async (input: Record<string, unknown>): Promise<string> =>
  relativeTo(textOf(await globTool.run(input, toolContext(scratch.path))));
const grep = async (input: Record<string, unknown>): Promise<string> =>
  relativeTo(textOf(await grepTool.run(input, toolContext(scratch.path))));
const relativeTo = (text: string): string => text.replaceAll(`${scratch.path}/`, '');

describe('Glob', () => {
  it('finds files, the last changed first, and leaves out what nobody wrote', async () => {
    expect(await glob({ pattern: '**/*.{ts,js}' })).toBe('src/deep/b.js\nsrc/a.ts\ntop.ts');
  });

  it('looks where it is told to', async () => {
    expect(await glob({ pattern: '*.ts', path: 'src' })).toBe('src/a.ts');
    expect(await glob({ pattern: 'node_modules/**/*.ts' })).toBe('node_modules/x/index.ts');
    expect(await glob({ pattern: `${scratch.path}/src/*.ts`, path: '/' })).toBe('src/a.ts');
    expect(await glob({ pattern: '../src/a.ts', path: 'src' })).toBe('src/a.ts');
    expect(await glob({ pattern: '*.py' })).toBe('No files found');
  });

  it('does not run in circles', async () => {
    symlinkSync(scratch.path, join(scratch.path, 'src/circle'));
    expect(await glob({ pattern: '**/top.ts' })).toBe('top.ts');
  });

  it('gives at most a hundred files and says how many more there are', async () => {
    for (let index = 0; index < 120; index += 1) scratch.write(`n${index}.txt`, '');
    const lines = (await glob({ pattern: '*.txt' })).split('\n');
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('[20 more files; use a narrower pattern]');
  });

  it('answers a wrong folder with an error', async () => {
    expect(await globTool.run({ pattern: '*', path: 'nowhere' }, toolContext(scratch.path))).toMatchObject({
      isError: true,
    });
    expect(await glob({ pattern: '*', path: 'top.ts' })).toContain('is a file, not a folder');
  });
});

describe('Grep', () => {
  it('names the files that match unless it is asked for more', async () => {
    expect(await grep({ pattern: 'needle' })).toBe('top.ts\nsrc/a.ts');
  });

  it('shows the matching lines with what stands around them', async () => {
    expect(await grep({ pattern: 'needle', output_mode: 'content', '-i': true, path: 'src/a.ts' })).toBe(
      'src/a.ts:2:needle one\n--\nsrc/a.ts:6:Needle two',
    );
    expect(await grep({ pattern: 'needle', output_mode: 'content', '-C': 1, '-n': false, path: 'src' })).toBe(
      'src/a.ts-first\nsrc/a.ts:needle one\nsrc/a.ts-third',
    );
    expect(await grep({ pattern: 'first|third', output_mode: 'content', '-A': 1, path: 'src' })).toBe(
      'src/a.ts:1:first\nsrc/a.ts-2-needle one\nsrc/a.ts:3:third\nsrc/a.ts-4-fourth',
    );
  });

  it('counts matching lines', async () => {
    expect(await grep({ pattern: 'needle', output_mode: 'count', '-i': true })).toBe('top.ts:1\nsrc/a.ts:2');
  });

  it('lets matches go over several lines', async () => {
    const found = await grep({ pattern: 'one.third', multiline: true, output_mode: 'content' });
    expect(found).toBe('src/a.ts:2:needle one\nsrc/a.ts:3:third');
  });

  it('searches the files that a pattern names', async () => {
    expect(await grep({ pattern: 'needle|nothing', glob: '*.js' })).toBe('src/deep/b.js');
    expect(await grep({ pattern: 'needle', glob: 'src/**' })).toBe('src/a.ts');
    expect(await grep({ pattern: 'haystack' })).toBe('No matches found');
  });

  it('gives no more lines than it is asked for', async () => {
    expect(await grep({ pattern: '.', output_mode: 'content', head_limit: 2, path: 'src/a.ts' })).toBe(
      'src/a.ts:1:first\nsrc/a.ts:2:needle one\n[only the first 2 lines; narrow the search for more]',
    );
  });

  it('answers a wrong expression or path with an error', async () => {
    const context = toolContext(scratch.path);
    expect(await grepTool.run({ pattern: '(' }, context)).toMatchObject({ isError: true });
    const missing = await grepTool.run({ pattern: 'x', path: 'nowhere' }, context);
    expect(missing).toMatchObject({ isError: true });
    expect(textOf(missing)).toContain('does not exist');
  });

  it('gives up on an expression that would take for ever', async () => {
    scratch.write('trap.txt', `${'a'.repeat(60)}!\n`);
    const result = await grepTool.run({ pattern: '^(a+)+$' }, toolContext(scratch.path));
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain('takes too long');
  });
});
