import { describe, expect, it } from 'vitest';
import { judgeLine } from '../../../src/builtin/destructive-commands/judge.ts';
import { allRules } from '../../../src/builtin/destructive-commands/rules.ts';
import {
  destructiveCommandsOptions,
  settingOf,
} from '../../../src/builtin/destructive-commands/setting/options.ts';
import { folderWith } from '../../support/folder-with.ts';
import { fc, runs } from '../../support/seed.ts';

const setting = { ...settingOf(destructiveCommandsOptions().parse({})), looks: false };
const folder = (): string => folderWith({ 'package.json': '{}', 'src/a.ts': '' });

/** Examples whose words mean themselves, so that they can be quoted. */
const plain = allRules.flatMap(({ id, stops }) =>
  stops.filter((line) => /^[\w ./:=,@+-]+$/.test(line)).map((line) => ({ id, line })),
);

const quotings: Readonly<Record<string, (word: string) => string>> = {
  none: (word) => word,
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

/** Every example in every way to quote. */
const quoted = plain.flatMap(({ id, line }) =>
  Object.values(quotings).map((quote) => ({ id, line, text: line.split(' ').map(quote).join(' ') })),
);

describe('every rule', () => {
  it.each(Object.entries(wrappers).map(([name, wrap]) => ({ name, wrap })))(
    'says the same of its examples however they are quoted: $name',
    ({ wrap }) => {
      const cwd = folder();
      const others = quoted.flatMap(({ id, line, text }) => {
        const expected = judgeLine(line, cwd, setting);
        const verdict = judgeLine(wrap(text), cwd, setting);
        const isSame = verdict?.rule.id === id && verdict.decision === expected?.decision;
        return isSame ? [] : [{ text: wrap(text), id, rule: verdict?.rule.id, decision: verdict?.decision }];
      });
      expect(others).toEqual([]);
    },
  );

  it('is not freed by harmless commands around', () => {
    const cwd = folder();
    const around = fc.array(fc.constantFrom(...harmless), { maxLength: 3 });
    const joins = fc.constantFrom('; ', ' && ', ' || ', '\n', ' & ');
    fc.assert(
      fc.property(fc.constantFrom(...plain), around, around, joins, ({ line }, before, after, join) => {
        expect(judgeLine([...before, line, ...after].join(join), cwd, setting)).not.toBeNull();
      }),
      { numRuns: runs(30) },
    );
  });

  it('is not freed by what cannot be told', () => {
    const cwd = folder();
    const lines = plain.flatMap(({ line }) =>
      unknown.flatMap((word) => [
        // A quoted word can't vanish: behind it, what was the target of a copy is a source.
        /\bcp /.test(line) && word.startsWith('"') ? line : `${line} ${word}`,
        `A=${word} ${line}`,
        `cd ${word} && ${line}`,
        `${word}; ${line}`,
      ]),
    );
    expect(lines.filter((line) => judgeLine(line, cwd, setting) === null)).toEqual([]);
  });
});
