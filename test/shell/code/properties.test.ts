import { describe, expect, it } from 'vitest';
import { readCode } from '../../../src/shell/code/read-code.ts';
import { fc, runs } from '../../support/seed.ts';

const languages =
  'python javascript perl ruby php lua awk sed sql vim ed gdb make tcl powershell r elixir jq code'.split(
    ' ',
  );
const pieces = [
  ...'( ) [ ] { } \' " ` ; , . : = => -> $ @ % # / \\ | & ! < > ~ ? + - * \n'.split(' '),
  ...[
    '"""',
    "'''",
    '${',
    '#{',
    '@{[',
    '<<E',
    'E\n',
    '//',
    '/*',
    '*/',
    's/',
    'tr/',
    'q(',
    'qw',
    '%w[',
    '\n',
    ' ',
    'x',
    '$x',
    '@x',
    '1',
  ],
  ...[
    'open',
    'os',
    'system',
    'eval',
    'import',
    'from',
    'as',
    'def f',
    'lambda x',
    'function',
    'for',
    'in',
    'if',
    'else',
    'require',
    'print',
    'fs',
    'rm',
    'getline',
    'drop table',
  ],
];
/** What has grown with the length of code squared, or worse. */
const growing = ['a.', 'a={x:a,y:a};', 'a=[a,a];', 'a=a+"x";', 'b=a a;', 'f"{', '/*', ')|getline', 'a=>'];
const code = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''));

describe('code of any kind', () => {
  it.each(languages)('is read without an error: %s', (language) => {
    fc.assert(
      fc.property(code, (text) => {
        const { actions, doubts } = readCode(language, text, '~');
        expect(actions.length + doubts.length).toBeLessThan(2000);
      }),
      { numRuns: runs(60) },
    );
  });

  it.each(languages)('is no harmless code where it is too long to be read: %s', (language) => {
    expect(readCode(language, ' '.repeat(20_001)).doubts).toEqual([
      { kind: 'hidden', name: 'code that is too long' },
    ]);
  });

  it.each(languages)('takes at most about twice the steps at twice the length: %s', (language) => {
    const unit = fc.array(fc.constantFrom(...pieces, ...growing), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(unit, fc.constantFrom('', '"', 'x', '('), (parts, start) => {
        const text = parts.join('');
        const stepsOf = (length: number): number =>
          readCode(language, start + text.repeat(length / text.length), '~').steps;
        expect(stepsOf(8000)).toBeLessThan(2.5 * stepsOf(4000) + 1000);
      }),
      { numRuns: runs(20) },
    );
  });

  it.each(['(', '[', '{', 'f(', '"', 'f"{', 'a='])(
    'of ten thousand signs is read in few steps: %s',
    (sign) => {
      for (const language of languages)
        expect(readCode(language, sign.repeat(10_000 / sign.length), '~').steps).toBeLessThan(1_000_000);
    },
  );

  it('is code that may run anything where reading it takes too many steps', () => {
    const { doubts } = readCode('python', `x = '${'a+'.repeat(1900)}'\n${'eval(x)\n'.repeat(1000)}`, '~');
    expect(doubts.map(({ name }) => name)).toContain('code that takes too long to read');
  });
});
