import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readTool } from '../../../src/agent/tools/read.ts';
import { textOf, toolContext } from '../../support/firing/tool-context.ts';
import { Scratch } from '../../support/scratch.ts';

describe('Read', () => {
  it('numbers the lines, however they end', async () => {
    const scratch = new Scratch();
    scratch.write('a.txt', 'one\ntwo\r\nthree');
    const { content } = await readTool.run({ file_path: 'a.txt' }, toolContext(scratch.path));
    expect(content).toBe('     1→one\n     2→two\n     3→three\n');
  });

  it('takes an absolute path as it is', async () => {
    const file = new Scratch().write('a.txt', 'one\n');
    expect((await readTool.run({ file_path: file }, toolContext('/'))).content).toBe('     1→one\n');
  });

  it('reads a part and says how to go on', async () => {
    const scratch = new Scratch();
    scratch.write('a.txt', Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join(''));
    const context = toolContext(scratch.path);
    expect((await readTool.run({ file_path: 'a.txt', offset: 4, limit: 2 }, context)).content).toBe(
      '     4→line 4\n     5→line 5\n[lines 4 to 5 of 10; go on with offset 6]\n',
    );
    expect((await readTool.run({ file_path: 'a.txt', offset: 9, limit: 99 }, context)).content).toBe(
      '     9→line 9\n    10→line 10\n',
    );
    expect(await readTool.run({ file_path: 'a.txt', offset: 11 }, context)).toMatchObject({
      isError: true,
      content: 'a.txt has 10 lines, so there is no line 11',
    });
  });

  it('cuts long lines and long files', async () => {
    const scratch = new Scratch();
    scratch.write('long.txt', `${'x'.repeat(5000)}\nend\n`);
    scratch.write('many.txt', 'y\n'.repeat(5000));
    const long = textOf(await readTool.run({ file_path: 'long.txt' }, toolContext(scratch.path)));
    expect(long).toMatch(/x…\n {5}2→end\n$/);
    const many = textOf(await readTool.run({ file_path: 'many.txt' }, toolContext(scratch.path)));
    expect(many).toContain('[lines 1 to 2000 of 5000; go on with offset 2001]');
  });

  it('says that an empty file is empty', async () => {
    const scratch = new Scratch();
    scratch.write('a.txt', '');
    expect((await readTool.run({ file_path: 'a.txt' }, toolContext(scratch.path))).content).toBe(
      'a.txt is empty.',
    );
  });

  it.each([
    ['missing.txt', 'does not exist'],
    ['a.bin/below', 'does not exist'],
    ['a.bin', 'is a binary file'],
    ['.', 'is a folder, not a file'],
    ['pipe', 'is not a regular file'],
  ])('answers %s with an error', async (name, problem) => {
    const scratch = new Scratch();
    scratch.write('a.bin', 'PK\0\0');
    execFileSync('sh', ['-c', 'mkfifo pipe'], { cwd: scratch.path });
    const result = await readTool.run({ file_path: name }, toolContext(scratch.path));
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(problem);
  });
});
