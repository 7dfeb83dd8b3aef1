import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { plainWords } from '../../src/shell/read/plain-words.ts';
import { fc, runs } from '../support/seed.ts';

describe('the words of a command line', () => {
  it.each([
    ['./no-rm.sh', ['./no-rm.sh']],
    ['./no-rm.sh --strict  -v', ['./no-rm.sh', '--strict', '-v']],
    ['check --level=high a:b,c@d%e+f', ['check', '--level=high', 'a:b,c@d%e+f']],
    ['check \'two words\' "and three"', ['check', 'two words', 'and three']],
    ['check a\'b c\'"d e"f', ['check', 'ab cd ef']],
    ['check \'\' ""', ['check', '', '']],
    ["check '$HOME | rm *'", ['check', '$HOME | rm *']],
    ['check\tone', ['check', 'one']],
    ['prüfe größe', ['prüfe', 'größe']],
  ])('%s', (line, words) => {
    expect(plainWords(line)).toEqual(words);
  });

  it.each([
    '',
    'a | b',
    'a && b',
    'a; b',
    'a > file',
    'a < file',
    'a $HOME',
    'a "$HOME"',
    'a `b`',
    'a "`b`"',
    'a \\b',
    'a "\\b"',
    'a *.ts',
    'a b?',
    'a [b]',
    'a {b,c}',
    'a ~/b',
    'a # b',
    '! a',
    '(a)',
    'A=1 b',
    'a\nb',
    "a 'b",
    'a "b',
    'a ${ b',
    ': ${\t~',
  ])('%j needs a shell', (line) => {
    expect(plainWords(line)).toBeNull();
  });

  it('are those that a shell would find, whatever the line', () => {
    const piece = fc.constantFrom(
      'a',
      'b c',
      ' ',
      "'",
      '"',
      '$',
      '\\',
      '=',
      '-',
      '/',
      '*',
      'ü',
      '\t',
      '!',
      '{',
      '~',
      '%',
      '^',
    );
    const lines = fc
      .array(piece, { maxLength: 12 })
      .map((pieces) => `: ${pieces.join('')}`)
      .filter((line) => plainWords(line) !== null);
    const sample = fc.sample(lines, { numRuns: runs(30, 2400) });
    const script = sample.map((line) => `show ${line}`).join('\n');
    const said = execFileSync(
      '/bin/sh',
      ['-c', `show() { for word in "$@"; do printf '<%s>' "$word"; done; echo; }\n${script}`],
      { encoding: 'utf8' },
    );
    const expected = sample.map((line) => (plainWords(line) ?? []).map((word) => `<${word}>`).join(''));
    expect(said.trimEnd().split('\n')).toEqual(expected);
  });
});
