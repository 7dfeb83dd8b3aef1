import { describe, expect, it } from 'vitest';
import { judgeLine } from '../../../src/builtin/destructive-commands/judge.ts';
import { allRules } from '../../../src/builtin/destructive-commands/rules.ts';
import {
  destructiveCommandsOptions,
  settingOf,
} from '../../../src/builtin/destructive-commands/setting/options.ts';
import { folderWith } from '../../support/folder-with.ts';
import { fc, isLong, randomNumbers, runs } from '../../support/seed.ts';

const setting = { ...settingOf(destructiveCommandsOptions().parse({})), looks: false };
const folder = (): string => folderWith({ 'package.json': '{}', 'src/a.ts': '' });

/** Examples whose words mean themselves, so that they can be quoted. */
const plain = allRules.flatMap(({ id, stops }) =>
  stops.filter((line) => /^[\w ./:=,@+-]+$/.test(line)).map((line) => ({ id, line })),
);

const quotings: Readonly<Record<string, (word: string) => string>> = {
  'single quotes': (word) => `'${word}'`,
  'double quotes': (word) => `"${word}"`,
  'quotes within': (word) => `${word.slice(0, 1)}""${word.slice(1)}`,
  backslashes: (word) => `\\${word}`,
  'escapes of bash': (word) =>
    `$'${[...word].map((letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}'`,
};

const wrappers: Readonly<Record<string, (line: string) => string>> = {
  none: (line) => line,
  sudo: (line) => `sudo -n ${line}`,
  env: (line) => `env A=1 ${line}`,
  nested: (line) => `nohup nice timeout 5 ${line}`,
  command: (line) => `command ${line}`,
  subshell: (line) => `( ${line} )`,
  condition: (line) => `if true; then ${line}; fi`,
  loop: (line) => `for i in 1 2; do ${line}; done`,
  function: (line) => `f() { ${line}; }; f`,
  substitution: (line) => `echo "$(${line})"`,
  eval: (line) => `eval "${line.replaceAll(/[\\"$`]/g, '\\$&')}"`,
  'sh -c': (line) => `bash -c '${line.replaceAll("'", `'\\''`)}'`,
  'here-document': (line) => `bash <<'EOF'\n${line}\nEOF`,
  pipe: (line) => `printf '%s\\n' '${line.replaceAll("'", `'\\''`)}' | bash`,
  python: (line) =>
    `python3 -c 'import os; os.system("${line.replaceAll(/[\\"]/g, '\\$&').replaceAll("'", `'\\''`)}")'`,
};

const harmless = [
  'npm test',
  'ls -la',
  'echo "rm -rf /"',
  'git status',
  'true',
  'X=1',
  'cat a.txt',
  'node -e 1',
];
const unknown = ['"$X"', '$X', '$(date)', '"${Y:-a}"', '`date`'];

const random = randomNumbers(4);

/** One way to quote, another one each time; all of them in a long run. */
function someQuotings(): readonly string[] {
  const names = Object.keys(quotings);
  return isLong ? names : names.slice(Math.floor(random() * names.length)).slice(0, 1);
}

describe('every rule', () => {
  it.each(Object.keys(wrappers))('says the same of its examples however they are quoted: %s', (name) => {
    const cwd = folder();
    const wrap = wrappers[name] ?? ((line: string) => line);
    const others = plain.flatMap(({ id, line }) => {
      const expected = judgeLine(line, cwd, setting);
      return ['none', ...someQuotings()].flatMap((quoting) => {
        const quote = quotings[quoting];
        const text = wrap(quote === undefined ? line : line.split(' ').map(quote).join(' '));
        const verdict = judgeLine(text, cwd, setting);
        const isSame = verdict?.rule.id === id && verdict.decision === expected?.decision;
        return isSame ? [] : [{ text, id, rule: verdict?.rule.id, decision: verdict?.decision }];
      });
    });
    expect(others).toEqual([]);
  });

  it('is not freed by harmless commands around', () => {
    const cwd = folder();
    const around = fc.array(fc.constantFrom(...harmless), { maxLength: 3 });
    const joins = fc.constantFrom('; ', ' && ', ' || ', '\n', ' & ');
    fc.assert(
      fc.property(fc.constantFrom(...plain), around, around, joins, ({ line }, before, after, join) => {
        expect(judgeLine([...before, line, ...after].join(join), cwd, setting)).not.toBeNull();
      }),
      { numRuns: runs(75) },
    );
  });

  it('is not freed by what cannot be told', () => {
    const cwd = folder();
    const lines = plain.flatMap(({ line }) =>
      unknown.flatMap((word) => [
        `${line} ${word}`,
        `A=${word} ${line}`,
        `cd ${word} && ${line}`,
        `${word}; ${line}`,
      ]),
    );
    expect(lines.filter((line) => judgeLine(line, cwd, setting) === null)).toEqual([]);
  });
});
