import { describe, expect, it } from 'vitest';
import { OptionTable } from '../../src/shell/programs/option-table.ts';
import { givenWords } from '../../src/shell/read/options.ts';
import {
  alternatives,
  globOf,
  hasFlag,
  isInside,
  spelling,
  subcommandOf,
  writes,
} from '../../src/shell/read/queries.ts';
import { readShell } from '../../src/shell/read/read-shell.ts';
import type { ShellCommand } from '../../src/shell/read/reading.ts';

/** The last command of a line. */
function last(line: string): ShellCommand {
  const command = readShell(line).commands.at(-1);
  if (command === undefined) throw new Error(`nothing runs in ${line}`);
  return command;
}

describe('the subcommand', () => {
  it.each([
    ['git push origin', ['push'], ['origin']],
    ['git -C . push', ['push'], []],
    ['git -c a=b --no-pager push -f', ['push'], ['-f']],
    ['docker compose -f x up -d', ['compose', 'up'], ['-d']],
    ['docker --context c rm x', ['rm'], ['x']],
    ['aws --profile p s3 rm s3://b', ['s3', 'rm'], ['s3://b']],
    ['npm --prefix a run build', ['run'], ['build']],
    ['cargo +nightly test', ['test'], []],
    ['systemctl --user stop x', ['stop'], ['x']],
    ['kubectl -n n delete pod x', ['delete'], ['pod', 'x']],
    ['terraform -chdir=a destroy', ['destroy'], []],
    ['git --version', [], []],
  ])('of %s', (line, path, words) => {
    const found = subcommandOf(last(line));
    expect({
      path: found?.path,
      words: found?.words.map(({ value }) => value),
      isSure: found?.isSure,
    }).toEqual({
      path,
      words,
      isSure: true,
    });
  });

  it('is not sure where a word is only known at run time', () => {
    expect(subcommandOf(last('git $X push'))).toMatchObject({ path: [], isSure: false });
    expect(subcommandOf(last('git -C "$X" push'))).toMatchObject({ path: ['push'], isSure: true });
  });

  it('is nothing that other programs have', () => {
    expect(subcommandOf(last('rm push'))).toBeNull();
  });
});

describe('a flag', () => {
  it.each([
    ['rm -rf x', ['-r'], 'yes'],
    ['rm -f x', ['-r', '-R', '--recursive'], 'no'],
    ['rm --recursive x', ['-r', '--recursive'], 'yes'],
    ['rm --recurs x', ['--recursive'], 'yes'],
    ['rm -- -r', ['-r'], 'no'],
    ['rm $x', ['-r'], 'unknown'],
    ['rm "$x"', ['-r'], 'unknown'],
    ['rm "a$x"', ['-r'], 'no'],
    ['rm -f"$x"', ['-r'], 'unknown'],
    ['git push --force-with-lease', ['--force'], 'no'],
    ['for f in -r a; do rm $f; done', ['-r'], 'yes'],
  ] as const)('of %s', (line, names, answer) => {
    expect(hasFlag(last(line), ...names)).toBe(answer);
  });
});

describe('redirections', () => {
  it('write files, but not descriptors', () => {
    const command = last('ls > a 2>> b < c 2>&1 3<&- &> d <> e');
    expect(writes(command).map(spelling)).toEqual(['a', 'b', 'd', 'e']);
  });
});

describe('words', () => {
  it('are spelled as they are written, without their quotes', () => {
    const { words } = last(`rm "a b" '$x' "$x/y" ~/z *.ts`);
    expect(words.map(spelling)).toEqual(['a b', '$x', '$x/y', '~/z', '*.ts']);
  });

  it('are patterns with what is quoted in them escaped', () => {
    const { words } = last(`rm *.ts 'a*'* "*" a $x*`);
    expect(words.map(globOf)).toEqual(['*.ts', 'a\\**', null, null, null]);
  });

  it('are one of several in a loop', () => {
    const [word] = last('for f in a *.ts; do rm "$f"; done').words;
    expect(word === undefined ? [] : alternatives(word).map(spelling)).toEqual(['a', '*.ts']);
  });

  it('say where they stand in the line, also within code', () => {
    const line = `sudo bash -c 'ls && rm "$x"'`;
    const { span, program, words } = last(line);
    const at = ({ start, end }: { start: number; end: number }): string => line.slice(start, end);
    expect(at(span)).toBe('rm "$x"');
    expect(program === null ? '' : at(program.span)).toBe('rm');
    expect(words.map((word) => at(word.span))).toEqual(['"$x"']);
  });
});

describe('what surrounds a command', () => {
  it.each([
    ['(rm x)', 'subshell'],
    ['echo $(rm x) | cat <(ls)', 'process-substitution'],
    ['while a; do rm x; done', 'loop'],
    ['a && rm x', 'condition'],
    ['rm x &', 'background'],
    ['coproc rm x', 'coproc'],
    ['trap "rm x" EXIT', 'trap'],
    ['f() { rm x; }; f', 'function'],
    ['a | rm x', 'pipe'],
  ] as const)('of %s', (line, kind) => {
    expect(readShell(line).commands.some((command) => isInside(command, kind))).toBe(true);
  });

  it('are its places in a pipe', () => {
    const pipes = readShell('a | sudo b | c').commands.flatMap(({ inside }) => inside);
    expect(pipes).toMatchObject([0, 1, 1, 2].map((position) => ({ kind: 'pipe', position, length: 3 })));
  });
});

describe('a table of options', () => {
  const table = new OptionTable('-ab -n: -f< -o> --all --lines: --color? -#');
  const given = (line: string) => givenWords(table, last(line).words);

  it('sorts the words of a call', () => {
    expect(given('x -ab -n 3 -fin -o out --lines=4 --color=auto -5 one -- -two')).toMatchObject({
      operands: [{ value: 'one' }, { value: '-two' }],
      texts: [{ value: '3' }],
      reads: [{ value: 'in' }],
      writes: [{ value: 'out' }],
      isMixed: false,
      unknown: [],
    });
  });

  it('names what it does not know, and what stands behind an operand', () => {
    expect(given('x one -z')).toMatchObject({ unknown: ['-z'], isMixed: true });
  });
});
