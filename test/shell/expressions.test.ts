import { describe, expect, it } from 'vitest';
import { readShell } from '../../src/shell/read/read-shell.ts';

const hostile = "'a[$(cat secret >&2)]'";

describe('what an expression counts with', () => {
  it.each([
    'echo $((1 + 2))',
    'x=5; echo $((x + 1))',
    'n=$(wc -l < x); echo $((n + 1))',
    'n=$(ls | wc -l); [[ $n -gt 3 ]]',
    'i=0; while [ $i -lt 3 ]; do i=$((i + 1)); done; echo $((i))',
    'i=0; while true; do ((i++)); done',
    'for ((i = 0; i < 3; i++)); do echo $((i * 2)); done',
    'for i in 1 2 3; do echo $((i)); done',
    'f() { echo $(($1 + 1)); }; f 3',
    'echo $((RANDOM % 10)) $(($# + 1))',
    'a=(1 2); echo ${a[1]} ${a[@]}',
    'x=abc; echo ${x:1:2}',
  ])('is known to be a number: %s', (line) => {
    const { evaluated, doubts } = readShell(line);
    expect(evaluated).toEqual([]);
    expect(doubts).toEqual([]);
  });

  it.each([
    ['echo $((x))', 'x'],
    ['read x; echo $((x + 1))', 'x'],
    ['x=$(cat file); echo $((x))', 'x'],
    ['while read -r n; do t=$((n)); done < file', 'n'],
    ['[[ $x -eq 1 ]]', '$x'],
    ['echo ${a[i]}', 'i'],
    ['i=0; while true; do i=$(cat file); echo $((i)); done', 'i'],
    ['y=x; echo $((y))', 'y'],
  ])('may be more: %s', (line, name) => {
    expect(readShell(line).evaluated).toContain(name);
  });

  it.each([
    `x=${hostile}; echo $((x))`,
    `x=${hostile}; ((x))`,
    `x=${hostile}; [[ x -eq 0 ]]`,
    `x=${hostile}; [[ $x -eq 0 ]]`,
    `x=${hostile}; a=(1); echo \${a[x]}`,
    `x=${hostile}; y=abc; echo \${y:x}`,
    `for x in 1 ${hostile}; do echo $((x)); done`,
    `f() { echo $(($1)); }; f ${hostile}`,
    '(( a[\\$(cat secret)] ))',
  ])('runs a command that nobody sees: %s', (line) => {
    expect(readShell(line).doubts).not.toEqual([]);
  });
});

describe('what the caller knows besides the line', () => {
  it('is what a command prints in the folder where it runs', () => {
    const outputOf = (words: readonly string[], folder: string): string | null =>
      words.join(' ') === 'pwd' ? `/start/${folder}` : null;
    const { commands } = readShell('cd src && cat "$(pwd)/x"', { outputOf });
    expect(commands.at(-1)?.words[0]?.value).toBe('/start/src/x');
  });

  it('is which folders a pattern matches', () => {
    const namesOf = (): readonly string[] => ['a/', 'b/'];
    const { commands } = readShell('for d in */; do (cd "$d" && ls); done', { namesOf });
    expect(commands.at(-1)?.folders).toEqual(['a', 'b', '*']);
  });

  it('is that a file which is sourced stays where it is', () => {
    expect(readShell('. x; ls').commands.at(-1)?.folders).toContain(null);
    expect(readShell('. x; ls', { sourcedStays: true }).commands.at(-1)?.folders).toEqual(['']);
  });
});

describe('names that a loop goes through', () => {
  it.each([
    ['"${f##*/}"', [undefined, '.ts']],
    ['"${f%.ts}.js"', ['src/', undefined, '.js']],
  ])('keep what is known of them when they are cut: %s', (word, texts) => {
    const { commands } = readShell(`for f in src/*.ts; do echo ${word}; done`);
    const pieces = commands.at(-1)?.words[0]?.pieces ?? [];
    expect(pieces.map((piece) => (piece.kind === 'text' ? piece.text : undefined))).toEqual(texts);
  });

  it('are told with the variable that the loop sets', () => {
    const { commands } = readShell('for PATH in bin; do ls; done');
    expect(commands[0]?.inside).toContainEqual({ kind: 'loop', variable: 'PATH' });
  });
});
