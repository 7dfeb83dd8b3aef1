import { describe, expect, it } from 'vitest';
import { allCards } from '../../src/shell/programs/cards.ts';
import { readShell } from '../../src/shell/read/read-shell.ts';
import type { ShellReading } from '../../src/shell/read/reading.ts';
import { fc, runs } from '../support/seed.ts';
import { shellLine } from './differential/lines.ts';
import {
  ansi,
  bare,
  continued,
  double,
  escaped,
  halves,
  type Quoting,
  single,
} from './differential/quoting.ts';

/** The calls that a reading names, each as the program and its literal words. */
function callsOf({ commands }: ShellReading): readonly string[] {
  return commands.map(({ name, words }) => JSON.stringify([name, ...words.map(({ value }) => value)]));
}

const names = fc.constantFrom('rm', 'git', 'frobnicate', 'x-y');
const texts = fc.oneof(
  fc.constantFrom('-rf', 'a b', "it's", '$X', '*', '~', '{a,b}', 'a;b', '`x`', '"', '\\', '#', '-'),
  fc.stringMatching(/^[ -~]{1,12}$/),
);
const quotings = fc.constantFrom<Quoting>(bare, single, double, ansi, escaped, halves, continued);
const command = fc.record({ name: names, words: fc.array(texts, { maxLength: 4 }) });
const call = ({ name, words }: { name: string; words: readonly string[] }): string =>
  JSON.stringify([name, ...words]);

describe('quoting', () => {
  it('never changes what is seen', () => {
    fc.assert(
      fc.property(command, fc.array(quotings, { minLength: 5, maxLength: 5 }), (own, quote) => {
        const line = [own.name, ...own.words].map((word, at) => quote[at]?.(word) ?? single(word)).join(' ');
        const reading = readShell(line);
        expect(callsOf(reading)).toEqual([call(own)]);
        expect(reading.doubts).toEqual([]);
      }),
      { numRuns: runs(20) },
    );
  });
});

/** Ways to run words through something else, for the words as they are and for them as one text. */
const wrappings: readonly (readonly [name: string, wrap: (words: string, code: string) => string])[] = [
  ...[
    'sudo',
    'env A=b',
    'nice -n 5',
    'nohup',
    'timeout 5',
    'command',
    'exec',
    'stdbuf -oL',
    'setsid',
    'xargs -0',
    'npx',
  ].map((wrapper) => [wrapper, (words: string) => `${wrapper} ${words}`] as const),
  ...[
    'docker exec c',
    'kubectl exec p --',
    'chroot /a',
    'busybox',
    'find . -exec',
    'uv run',
    'flock /l',
    'strace -f',
  ].map((wrapper) => [wrapper, (words: string) => `${wrapper} ${words}`] as const),
  ...[
    'bash -c',
    'sh -ec',
    'eval',
    'su -c',
    'env -S "bash -c"',
    'watch',
    'ssh h',
    'git rebase -x',
    'nix-shell --run',
  ].map((shell) => [shell, (_: string, code: string) => `${shell} ${code}`] as const),
  ['trap', (_, code) => `trap ${code} EXIT`],
  ['printf to a shell', (_, code) => `printf '%s\\n' ${code} | bash`],
  ['a here-string', (_, code) => `bash <<< ${code}`],
  ['a substitution', (words) => `echo "$(${words})"`],
  ['backticks in a process substitution', (words) => `cat <(${words})`],
  ['a function', (words) => `f() { ${words}; }; f`],
  ['an alias', (_, code) => `alias q=${code}\nq`],
  ['a subshell', (words) => `( ${words} )`],
  ['a loop', (words) => `for i in 1; do ${words}; done`],
  ['a condition', (words) => `if a; then ${words}; fi`],
  ['a case', (words) => `case a in a) ${words};; esac`],
  ['a coprocess', (words) => `coproc ${words}`],
  ['a background', (words) => `${words} &`],
  ['a file', (_, code) => `printf %s ${code} > s.sh; bash s.sh`],
];

describe('wrapping', () => {
  it.each(wrappings)('in %s never hides a command', (by, wrap) => {
    fc.assert(
      fc.property(command, (own) => {
        // For `find` a lone ";" ends the command, in quotes too.
        fc.pre(!by.startsWith('find') || !own.words.includes(';'));
        const words = [own.name, ...own.words].map(single).join(' ');
        const reading = readShell(wrap(words, single(words)));
        // `find` and `xargs` put in and add words of their own.
        const seen = reading.commands.some(
          ({ name, words: its }) =>
            name === own.name &&
            own.words.every((word, at) => its[at]?.value === word || its[at]?.value === null),
        );
        expect(seen || reading.doubts.length > 0).toBe(true);
      }),
      { numRuns: runs(2) },
    );
  });

  const wrappers = allCards().filter(({ wraps }) => wraps !== undefined);
  it.each(wrappers.flatMap((card) => card.names.map((name) => ({ name, card }))))(
    'by the card of $name shows the program behind it',
    ({ name: key, card: { slots, takes } }) => {
      const operands = slots.slice(1).map(() => 'operand');
      const line = [key, ...operands, ...(takes === 'dashes' ? ['--'] : []), 'frobnicate', 'x'].join(' ');
      const { commands, doubts } = readShell(line);
      // `su` gives the words to a shell, which runs a file.
      const isTold = commands.some(({ name }) => name === 'frobnicate');
      expect(isTold || doubts.length > 0).toBe(true);
    },
  );
});

describe('adding commands', () => {
  it('only adds', () => {
    const joints = fc.constantFrom('; ', '\n', ' && ', ' || ', ' | ', ' & ');
    fc.assert(
      fc.property(command, command, joints, (first, second, joint) => {
        const line = [first, second]
          .map(({ name, words }) => [name, ...words].map(single).join(' '))
          .join(joint);
        expect(callsOf(readShell(line))).toEqual([call(first), call(second)]);
      }),
      { numRuns: runs(10) },
    );
  });

  it('never takes a doubt away', () => {
    fc.assert(
      fc.property(shellLine, command, (line, { name, words }) => {
        const before = readShell(line);
        const after = readShell(`${line}\n${[name, ...words].map(single).join(' ')}`);
        expect(after.doubts.length === 0 && before.doubts.length > 0).toBe(false);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('any text', () => {
  const signs = fc.constantFrom(
    ...[
      '{',
      '}',
      '(',
      ')',
      '$(',
      '${',
      '`',
      '"',
      "'",
      '\\',
      '\n',
      ' ',
      '|',
      '&',
      ';',
      '<',
      '>',
      '<<E',
      '$',
      '[[',
      ']]',
      '((',
      '))',
    ],
    ...[
      'a',
      'rm',
      'if',
      'then',
      'fi',
      'do',
      'done',
      'case',
      'in',
      'esac',
      '#',
      '*',
      '~',
      '=',
      '\0',
      '\r',
      '\u00a0',
      '{a,b}',
      'eval',
    ],
  );
  const anything = fc.oneof(
    fc.array(signs, { maxLength: 60 }).map((own) => own.join('')),
    fc.string({ unit: 'binary', maxLength: 80 }),
    shellLine.chain((line) => fc.nat(line.length).map((end) => line.slice(0, end))),
  );

  it('is read without an exception, and always in the same way', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(readShell(text)).toEqual(readShell(text));
      }),
      { numRuns: runs(30) },
    );
  });

  function expectInBounds(text: string): void {
    const { commands, doubts } = readShell(text);
    for (const { start, end } of [...commands, ...doubts].map(({ span }) => span)) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(text.length);
      expect(start).toBeLessThanOrEqual(end);
    }
  }

  it('has every command and every doubt in its own bounds', () => {
    fc.assert(fc.property(anything, expectInBounds), { numRuns: runs(20) });
  });

  // A sign at the end of an expression that would join it with the line behind it.
  it.each(['(($(\\', '(($x\\))', 'echo $(($x\\))', 'for (($(\\', '((`\\', '(($(a<<expression\\'])(
    'has what is wrong with an expression in its bounds: %s',
    (text) => {
      expect(readShell(text).doubts).not.toEqual([]);
      expectInBounds(text);
    },
  );

  it('places what is wrong with an expression behind the commands before it', () => {
    const before = 'ls a; ls b; ls c; ';
    const text = `${before}(($(\\`;
    const { doubts } = readShell(text);
    expect(doubts).not.toEqual([]);
    for (const { span } of doubts) expect(span.start).toBeGreaterThanOrEqual(before.length);
  });
});
