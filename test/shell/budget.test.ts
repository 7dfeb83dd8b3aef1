import { describe, expect, it } from 'vitest';
import { readShell } from '../../src/shell/read/read-shell.ts';

const many = (text: string, count: number): string => text.repeat(count);

/** Text that is made to take long. Each must be answered, and as something that cannot be told. */
const hostile: readonly (readonly [string, string])[] = [
  ['100 KB of open braces', many('{', 100_000)],
  ['open lists in braces', many('{a,', 30_000)],
  ['open substitutions', many('$(', 20_000)],
  ['open substitutions in quotes', many('"$(', 20_000)],
  ['open backticks', `${many('`', 50_000)}x`],
  ['open arithmetic', many('$((', 20_000)],
  ['open parameters', many('${x:-', 20_000)],
  ['closed substitutions', many('$(', 5000) + many(')', 5000)],
  ['subshells in subshells', many('( ', 5000) + many(')', 5000)],
  ['shells in shells', `${many('eval ', 60)}rm x`],
  ['wrappers of wrappers', `${many('env ', 5000)}rm x`],
  [
    'functions that double',
    `${Array.from({ length: 40 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join('; ')}; f0`,
  ],
  ['text made by printf', `eval "$(printf '%s{{{{{{{{{{{{{{{{{{{{{{{{' {1..500})"`],
];

describe('text that is made to take long', () => {
  it.each(hostile)('is given up: %s', (_, text) => {
    const before = process.cpuUsage();
    const { doubts } = readShell(text);
    const { user, system } = process.cpuUsage(before);
    // The budget is 50 ms. Without one, some of these take minutes.
    expect((user + system) / 1000).toBeLessThan(3000);
    expect(doubts.length).toBeGreaterThan(0);
  });
});

describe('short text that does much', () => {
  it.each([
    [
      'aliases that double',
      `${Array.from({ length: 100 }, (_, at) => `alias a${at}='a${at + 1};a${at + 1}'`).join('\n')}\na0`,
    ],
    ['copies back and forth', `${many('cp a b; cp b a;', 100)}./a`],
    ['a file that grows', `${many('echo x >> f;', 100)}sh f`],
    ['a function that calls itself', `f() { ${many('f;', 1000)} }; f`],
    ['a wrapper with many words', `bwrap ${many('a ', 1000)}`],
  ])('is read or given up in time: %s', (_, text) => {
    readShell('ls');
    const before = process.cpuUsage();
    readShell(text);
    const { user, system } = process.cpuUsage(before);
    // Several times the budget, for a machine that is busy; without it, these take minutes.
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

describe('values that grow', () => {
  const doubled = (times: number, step: string): string => `a=xxxxxxxx; ${many(`${step};`, times)}`;

  it.each([
    ['a variable that doubles', `${doubled(24, 'a=$a$a')}rm -rf $a`],
    ['a variable that doubles in quotes', `${doubled(24, 'a="$a$a"')}rm -rf "$a"`],
    ['a variable that is added to itself', `${doubled(24, 'a+=$a')}rm -rf $a`],
    ['an exported variable', `${doubled(24, 'export a=$a$a')}rm -rf $a`],
    ['an array', `a=(x y); ${many('a=("${a[@]}" "${a[@]}");', 24)}rm -rf "${'$'}{a[@]}"`],
    ['the words of a shell', `set -- x y; ${many('set -- "$@" "$@";', 24)}rm -rf "$@"`],
    ['a value of many words', `a="x "; ${many('a="$a$a";', 18)}rm -rf $a`],
    ['a replacement', `${doubled(12, 'a=$a$a')}b=\${a//x/$a}; c=\${b//x/$b}; rm -rf $c`],
  ])('are given up before they fill the memory: %s', (_, text) => {
    const before = process.cpuUsage();
    const { commands, doubts } = readShell(text);
    const { user, system } = process.cpuUsage(before);
    const letters = commands
      .flatMap(({ words, assignments }) => [...words, ...assignments.flatMap(({ value }) => value ?? [])])
      .reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
    expect(letters).toBeLessThan(2_000_000);
    expect((user + system) / 1000).toBeLessThan(400);
    const removal = commands.find(({ name }) => name === 'rm');
    expect(doubts.length > 0 || removal?.words.some(({ value }) => value === null)).toBe(true);
  });

  it('are followed where they stay small', () => {
    const { commands, doubts } = readShell(`${doubled(6, 'a=$a$a')}rm -rf $a`);
    expect(commands.at(-1)?.words.at(-1)?.value).toBe(many('x', 512));
    expect(doubts).toEqual([]);
  });
});

describe('text that is only long', () => {
  it('is read: a here-document of 1 MB that nobody runs', () => {
    const { commands, doubts } = readShell(`cat > f <<'EOF'\n${many('rm -rf / $(x) {\n', 60_000)}EOF\nls`);
    expect(commands.map(({ name }) => name)).toEqual(['cat', 'ls']);
    expect(doubts).toEqual([]);
  });

  it('is read: 300 commands', () => {
    const { commands, doubts } = readShell(
      Array.from({ length: 300 }, (_, at) => `echo "$x" ${at}`).join('\n'),
    );
    expect(commands.length).toBe(300);
    expect(doubts).toEqual([]);
  });
});

describe('signs that shells take for different things', () => {
  it.each([
    ['NUL', 'ls\0x'],
    ['a carriage return', 'ls\rrm x'],
    ['a no-break space', 'ls\u00a0x'],
    ['a line separator', 'ls\u2028rm x'],
    ['a vertical tab', 'ls\vx'],
  ])('cannot be told: %s', (_, text) => {
    expect(readShell(text).doubts.map(({ about }) => about)).toContain('line');
  });

  it('are data between quotes', () => {
    expect(readShell("echo 'a\u00a0b'").doubts).toEqual([]);
  });
});
