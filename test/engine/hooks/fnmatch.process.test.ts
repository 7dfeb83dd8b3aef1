import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../../src/engine/hooks/fnmatch.ts';
import { cpuMs } from '../../support/cpu.ts';
import { fc, runs } from '../../support/seed.ts';

type Row = readonly [pattern: string, matching: readonly string[], other: readonly string[]];

const rules: Readonly<Record<string, readonly Row[]>> = {
  'a plain pattern matches the whole name, case-sensitively': [
    ['Write', ['Write'], ['write', 'WriteFile', 'PreWrite', 'Writ', '']],
    ['', [''], ['a']],
    ['a.b+(c)$', ['a.b+(c)$'], ['axb+(c)$']],
    ['\\d', ['\\d'], ['d', '1']],
  ],
  '* matches any run, also an empty one, a slash, a leading dot and a newline': [
    ['*', ['', 'a', '.a/b\nc'], []],
    ['a*', ['a', 'ab', 'a/b'], ['ba', '']],
    ['*b', ['b', 'ab', 'bab'], ['ba', '']],
    ['a**b', ['ab', 'axb'], ['a', 'b']],
    ['*ab*ab', ['abab', 'aabxaab'], ['ab', 'aba']],
    ['mcp__*__read', ['mcp__files__read', 'mcp____read'], ['mcp__read', 'mcp__files__reads']],
  ],
  '? matches one code point': [
    ['?', ['a', '\n', '.', '\u{1f600}', '\ud83d'], ['', 'ab', '\ude00\ud83d']],
    ['?*', ['a', 'ab'], ['']],
  ],
  'a lone surrogate is a code point of its own and no half of a pair': [
    ['*\ude00', ['\ude00', 'a\ude00'], ['\u{1f600}']],
    ['[\ud83d]*', ['\ud83d', '\ud83da'], ['\u{1f600}']],
  ],
  '[seq] matches one of its members': [
    ['[WE]*', ['Write', 'Edit', 'W'], ['Read', '']],
    ['[a-c]', ['a', 'b', 'c'], ['d', '-', 'ab']],
    ['[a-ce-g]', ['b', 'f'], ['d', '-']],
    ['[\u{1f600}-\u{1f602}]', ['\u{1f601}'], ['\u{1f603}', '\ud83d', '-']],
    ['[\uffff-\u{10000}]', ['\uffff', '\u{10000}'], ['\ud800', '-']],
    ['[*?[]', ['*', '?', '['], ['a', '']],
  ],
  '[!seq] matches one character that is no member': [
    ['[!W]*', ['Edit', '\n'], ['Write', '']],
    ['[!a-c]', ['d', '-', '!', '\u{1f600}'], ['b', '']],
    ['[!!]', ['a'], ['!']],
    ['a[!b', ['a[!b'], ['a']],
  ],
  '] is a member when it is the first': [
    ['[]]', [']'], ['[', '']],
    ['[]a]', [']', 'a'], ['b']],
    ['[!]]', ['a'], [']']],
    ['[]-a]', [']', '_', 'a'], ['-', 'b']],
  ],
  'an unclosed [ stands for itself': [
    ['[', ['['], ['', 'a']],
    ['[a', ['[a'], ['a']],
    ['[]', ['[]'], [']', '']],
    ['[!]', ['[!]'], ['a', '!']],
    ['[[a', ['[[a'], ['[a']],
    ['[[a]', ['[', 'a'], ['[[a]']],
    ['[a][*', ['a[', 'a[b'], ['[', 'a']],
  ],
  'a hyphen at an end, or where no range can begin, is a member': [
    ['[-a]', ['-', 'a'], ['b']],
    ['[a-]', ['-', 'a'], ['b']],
    ['[-]', ['-'], ['']],
    ['[!-a]', ['b'], ['-', 'a']],
    ['[!-]', ['a'], ['-']],
    ['[--a]', ['-', '0', 'a'], [',', 'b']],
    ['[!--a]', [',', 'b'], ['-', '0', 'a']],
    ['[a-c-e]', ['b', '-', 'e'], ['d']],
    ['[a-c--]', ['b', '-'], ['d']],
  ],
  'a ^, a backslash and the set operators are members': [
    ['[^a]', ['^', 'a'], ['b']],
    ['[^-a]', ['^', '_', 'a'], ['-', 'b']],
    ['[\\]', ['\\'], [']']],
    ['[\\d]', ['\\', 'd'], ['1']],
    ['[a&&b~~||]', ['a', 'b', '&', '~', '|'], ['c']],
  ],
  'a reversed range vanishes with both its ends': [
    ['[b-a]', [], ['a', 'b', '-', '']],
    ['x[b-a]*', [], ['x', 'xa']],
    ['[b-ac]', ['c'], ['a', 'b', '-']],
    ['[xb-a]', ['x'], ['a', 'b', '-']],
    ['[c-b-a]', ['-', 'a'], ['b', 'c']],
    ['[b-a^c]', ['^', 'c'], ['a', 'd']],
    ['[\u{10000}-\uffffc]', ['c'], ['\uffff', '\u{10000}']],
    ['[]-Za]', ['a'], [']', 'Z', '-']],
  ],
  'a negated class without members matches any one character': [
    ['[!b-a]', ['a', 'b', '!', '\n'], ['', 'ab']],
    ['[b-a!]', ['a', 'b', '!'], ['']],
  ],
  'a ! that a vanished range leaves in front negates': [
    ['[b-a!c]', ['a', 'b', '!'], ['c']],
    ['[d-cb-a!c]', ['a', 'b', '!'], ['c']],
    ['[b-a!!]', ['a'], ['!']],
    ['[!b-a!]', ['a'], ['!']],
    ['[b-ax!c]', ['x', '!', 'c'], ['a']],
    ['[b-a!-\u0001c]', ['c'], ['a', '!']],
    ['[b-a!-\u0001!c]', ['a', '!'], ['c']],
  ],
  'such a ! that began a range leaves the hyphen and the end of the range as members': [
    ['[b-a!-z]', ['a', '!', '0'], ['-', 'z']],
    ['[b-a!-!]', ['a'], ['-', '!']],
    ['[b-a!-z-|]', ['a', '{'], ['-', 'z', '|']],
  ],
};

describe.each(Object.entries(rules))('%s', (_, rows) => {
  it.each(rows)('%j', (pattern, matching, other) => {
    const glob = compileGlob(pattern);
    expect(matching.filter((name) => !glob.matches(name))).toEqual([]);
    expect(other.filter((name) => glob.matches(name))).toEqual([]);
  });
});

describe('what a glob tells of itself', () => {
  it.each<[pattern: string, literal: string | null, unclosed: boolean]>([
    ['', '', false],
    ['Write', 'Write', false],
    ['a]b', 'a]b', false],
    ['a[b', 'a[b', true],
    ['[]', '[]', true],
    ['[*', null, true],
    ['[a][', null, true],
    ['[a]', null, false],
    ['a?', null, false],
    ['*', null, false],
  ])('%j: literal %j, unclosed %j', (pattern, literal, unclosed) => {
    expect(compileGlob(pattern)).toMatchObject({ literal, unclosed });
  });
});

describe("Python's fnmatch.fnmatchcase", () => {
  it('gives the same answer for every generated pair', () => {
    const patterns = fc.sample(patternWithNames, { numRuns: runs(500) });
    const pairs = patterns.flat();
    const expected = askPython(pairs);
    expect(pairs.length).toBeGreaterThanOrEqual(2 * patterns.length);
    expect(expected.length).toBe(pairs.length);
    expect(expected.filter(Boolean).length / pairs.length).toBeGreaterThanOrEqual(0.15);

    const failures = pairs.filter((pair, index) => matches(pair) !== expected[index]).map(describeFailure);
    const shortestFirst = failures.sort((left, right) => left.length - right.length);
    expect(shortestFirst.slice(0, 20)).toEqual([]);
  });
});

// A matcher that goes back to every star would not finish the first four in a lifetime.
describe('a hostile pattern takes time of at most pattern times name', () => {
  it.each([
    ['stars and letters', `${'*a'.repeat(50)}b`],
    ['stars and question marks', `${'?*'.repeat(50)}b`],
    ['stars and classes', `${'[ab]*'.repeat(50)}c`],
    ['stars and runs', `${'*aaaa[ab]?'.repeat(50)}b`],
    ['one star and a long tail', `*${'a'.repeat(100)}b`],
  ])('%s', async (_, pattern) => {
    const name = 'a'.repeat(20_000);
    expect(await cpuMs(() => expect(compileGlob(pattern).matches(name)).toBe(false))).toBeLessThan(10_000);
  });

  it.each([
    ['opening brackets', '['.repeat(200_000)],
    ['stars', '*'.repeat(200_000)],
    ['reversed ranges', `[${'b-a'.repeat(100_000)}]`],
  ])('also to compile %s', async (_, pattern) => {
    expect(await cpuMs(() => compileGlob(pattern))).toBeLessThan(10_000);
  });
});

type Pair = readonly [pattern: string, name: string];

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c', 'z', 'A') },
  { weight: 4, arbitrary: fc.constantFrom('!', '-', ']', '[', '^', '\\') },
  { weight: 2, arbitrary: fc.constantFrom('.', '\n', '&', '~', '|', '#', ' ', '\u0001') },
  { weight: 2, arbitrary: fc.constantFrom('\ud83d', '\ude00', '\u{1f600}', '\u{10000}', '\uffff', '\u00e9') },
);
const range = fc.tuple(character, character).map(([low, high]) => `${low}-${high}`);
const classPart = fc.oneof(
  { weight: 4, arbitrary: character },
  { weight: 2, arbitrary: range },
  { weight: 3, arbitrary: fc.constantFrom('b-a', 'z-c', 'a-z', '!-z', '!', '-', '--', '!-!', '!-\u0001') },
);
const classFront = fc.constantFrom('', '', '!', ']', '!]', '-', '^');
const classBody = fc
  .tuple(classFront, fc.array(classPart, { maxLength: 4 }))
  .map(([front, parts]) => front + parts.join(''));

/** A part of a pattern and a part of a name that it has a fair chance to match. */
const piece: fc.Arbitrary<Pair> = fc.oneof(
  { weight: 3, arbitrary: character.map((letter): Pair => [letter, letter]) },
  { weight: 1, arbitrary: character.map((letter): Pair => ['?', letter]) },
  { weight: 2, arbitrary: fc.array(character, { maxLength: 3 }).map((run): Pair => ['*', run.join('')]) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(classBody, character, fc.boolean(), fc.nat())
      .map(([body, letter, member, choice]): Pair => {
        const letters = member ? [...body] : [];
        return [`[${body}]`, letters[choice % letters.length] ?? letter];
      }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Pair[]>(['[', '['], ['[!', '[!'], ['[]', '[]'], ['[a-', '[a-']) },
);

const patternWithNames = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), character, character, fc.nat())
  .map(([pieces, one, other, choice]): Pair[] => {
    const pattern = pieces.map(([part]) => part).join('');
    const derived = pieces.map(([, part]) => part).join('');
    const letters = [...derived];
    const changed = letters.map((letter, at) => (at === choice % letters.length ? one : letter)).join('');
    const short = choice % 2 === 0 ? one : one + other;
    const long = choice % 3 === 0 ? pattern : derived + other;
    return [derived, changed, short, long].map((name) => [pattern, name]);
  });

const fnmatchcase = `
import fnmatch, json, sys
pairs = json.load(sys.stdin)
if sys.version_info < (3, 10, 5):
    sys.exit('needs Python 3.10.5 or later: before, fnmatch failed on a reversed range such as [b-a]')
print(''.join('1' if fnmatch.fnmatchcase(name, pattern) else '0' for pattern, name in pairs), end='')
`;

function askPython(pairs: readonly Pair[]): boolean[] {
  const python = spawnSync('python3', ['-W', 'ignore', '-c', fnmatchcase], {
    input: inAscii(pairs),
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  if (python.error) throw python.error;
  expect(python.stderr).toBe('');
  return Array.from(python.stdout, (answer) => answer === '1');
}

function matches([pattern, name]: Pair): boolean {
  return compileGlob(pattern).matches(name);
}

function describeFailure(pair: Pair): string {
  const [pattern, name] = pair.map(inAscii);
  return `${pattern} ${matches(pair) ? 'matches' : 'does not match'} ${name}, unlike in Python`;
}

// UTF-8 cannot carry a lone surrogate, and a terminal cannot show one.
function inAscii(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[^ -~]/g, escaped);
}
