import { describe, expect, it } from 'vitest';
import { patchPaths } from '../../../../src/shell/actions/tools/patch-paths.ts';
import { cpuMs } from '../../../support/cpu.ts';

const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

/** The files as `write:path`. */
function files(text: string): readonly string[] | null {
  return patchPaths(text)?.map(({ access, path }) => `${access}:${path}`) ?? null;
}

describe('the files of a patch', () => {
  it('are all that it adds, changes, deletes and moves', () => {
    const lines = [
      '*** Add File: new.txt',
      '+one',
      '+',
      '*** Update File: src/a.ts',
      '@@ function f() {',
      ' const a = 1;',
      '-return a;',
      '+return b;',
      '*** End of File',
      '*** Update File: old.ts',
      '*** Move to: lib/new.ts',
      '@@',
      '-a',
      '+b',
      '*** Delete File: gone.ts',
    ];
    const found = ['write:new.txt', 'write:src/a.ts', 'write:old.ts', 'delete:old.ts', 'write:lib/new.ts'];
    expect(files(patch(...lines))).toEqual([...found, 'delete:gone.ts']);
    expect(files(patch(...lines).replaceAll('\n', '\r\n'))).toEqual([...found, 'delete:gone.ts']);
  });

  it.each([
    ['text that looks like an end', ['*** Add File: a', '+*** End Patch', '*** Delete File: .env']],
    ['a header behind blanks', ['*** Add File: a', '+x', '  *** Delete File: .env ']],
    ['a header without a blank', ['*** Add File: a', '+x', '*** Delete File:.env']],
    ['a header that may be a line of a file', ['*** Update File: a', ' *** Delete File: .env', '+x']],
    ['a header behind an empty line', ['*** Update File: a', '@@', '+x', '', '*** Delete File: .env']],
  ])('are found behind %s', (_, lines) => {
    expect(files(patch(...lines))).toEqual(['write:a', 'delete:.env']);
  });

  it('are found in several patches, and in one that is wrapped as a here-document', () => {
    const one = patch('*** Add File: a', '+x');
    expect(files(`${one}\n${patch('*** Delete File: b')}`)).toEqual(['write:a', 'delete:b']);
    expect(files(`<<'EOF'\n${one}EOF\n`)).toEqual(['write:a']);
    expect(files(`apply_patch <<EOF\n${one}EOF`)).toEqual(['write:a']);
  });

  it('are not what its lines only say', () => {
    const lines = ['*** Update File: a.md', '@@', ' ***', '-*** Add File: x', '+*** Delete File: y'];
    expect(files(patch(...lines))).toEqual(['write:a.md']);
  });

  it.each([
    ['nothing', ''],
    ['other text', 'rm -rf x'],
    ['no end', '*** Begin Patch\n*** Add File: a\n+x'],
    ['no file', patch()],
    ['text before it', `rm x\n${patch('*** Add File: a', '+x')}`],
    ['text behind it', `${patch('*** Add File: a', '+x')}rm x`],
    ['a verb that is not known', patch('*** Rename File: a')],
    ['an environment', patch('*** Environment ID: other', '*** Add File: a', '+x')],
    ['a line that belongs to nothing', patch('*** Add File: a', '+x', 'y')],
    ['a line without its sign', patch('*** Update File: a', '@@', 'y')],
    ['a line behind a deletion', patch('*** Delete File: a', '+x')],
    ['a move of nothing', patch('*** Move to: a')],
    ['a move of a new file', patch('*** Add File: a', '+x', '*** Move to: .env')],
    ['no path', patch('*** Add File: ')],
    ['a path with a sign that nobody sees', patch('*** Add File: .env\u0085')],
    ['a path with a tab', patch('*** Add File: .e\tnv')],
    ['another end of the line', patch('*** Add File: a\u2028*** Add File: .env')],
  ])('cannot be told of %s', (_, text) => {
    expect(files(text)).toBeNull();
  });

  it('are found in linear time', async () => {
    const texts = [
      patch('*** Update File: a', ' *** ***:      \n'.repeat(200_000)),
      patch('*** Add File: a\n'.repeat(200_000)),
      patch('*** Update File: a', `*** End of File${' '.repeat(500_000)}x`),
      `<<${' '.repeat(500_000)}x!`,
      `cat${' '.repeat(500_000)}x`,
      `<<${'x'.repeat(500_000)}!`,
    ];
    const ms = await cpuMs(() => {
      for (const text of texts) patchPaths(text);
    });
    expect(ms).toBeLessThan(4000);
  });

  it('cannot be told of more than anybody writes', () => {
    expect(files(patch('*** Delete File: a\n'.repeat(20_000)))).toBeNull();
  });
});
