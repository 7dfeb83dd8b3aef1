import { readFileSync } from 'node:fs';
import { fc } from '../../support/seed.ts';
import { ansi, bare, continued, double, escaped, halves, type Quoting, single } from './quoting.ts';

/** Programs that only record how they were called; `foo` also prints a word. */
export const stubs: readonly string[] = ['rm', 'ls', 'cp', 'foo', 'bar', 'git'];

const oneOfLines = (file: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...readFileSync(new URL(`words/${file}.txt`, import.meta.url), 'utf8')
      .trimEnd()
      .split(/(?<!\\)\n/),
  );

const program = fc.constantFrom(...stubs);
const plain = fc.constantFrom('a', 'b', '-x', '-rf', 'c.d', 'x=y', 'push', '--all', '{}', '+');
const odd = fc.constantFrom(
  ...['a b', '*', "it's", '$X', '$(rm z)', '`rm z`', 'a;b', '#c', '~', '{a,b}', 'a\nb', '"', '\\', ''],
);
const anyQuoting = fc.constantFrom<Quoting>(
  ...[bare, bare, bare, single, double, ansi, escaped, halves, continued],
);
const fullQuoting = fc.constantFrom<Quoting>(single, double, ansi, escaped, halves);
const quoted = (quoting: fc.Arbitrary<Quoting>, text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(quoting, text).map(([quote, own]) => quote(own));

const argument = fc.oneof(
  { weight: 4, arbitrary: quoted(anyQuoting, plain) },
  { weight: 1, arbitrary: quoted(fullQuoting, odd) },
  { weight: 3, arbitrary: oneOfLines('expansions') },
);
const commandWord = fc.oneof(
  { weight: 4, arbitrary: quoted(anyQuoting, program) },
  { weight: 1, arbitrary: oneOfLines('programs') },
);
const redirect = fc.constantFrom(
  ...['', '', '', '>o', '2>&1', '>>o', '<i', '&>o', '{fd}>o', '>|o', '<<<"$X"', '2>/dev/null'],
);
const prefix = fc.constantFrom(
  ...['', '', '', '', '', 'Q=1 ', 'X=zz ', 'IFS=, ', 'Y=ls ', '>o ', '2>&1 ', 'A=(b) '],
);
const words = fc
  .tuple(commandWord, fc.array(argument, { maxLength: 3 }))
  .map(([name, rest]) => [name, ...rest].join(' '));
const simple = fc
  .tuple(prefix, words, redirect)
  .map(([before, own, behind]) => `${before}${own} ${behind}`.trim());

const wrapper = fc.constantFrom(
  ...[
    'env',
    'env -i PATH="$PATH" LOG="$LOG" END="$END"',
    'env V=1',
    'env -u Q',
    'env --',
    'nice',
    'nice -n 3',
    'nohup',
  ],
  ...[
    'timeout 5',
    'timeout -k 1 5',
    'setsid -w',
    'command',
    'command -p',
    'command --',
    'time',
    'time -p',
    'stdbuf -oL',
    '!',
  ],
  ...[
    'env -S "nice"',
    'env nice',
    'eval',
    'builtin command',
    'exec',
    'bash -c \'"$0" "$@"\'',
    'xargs',
    'xargs -n2 env',
  ],
);
const shell = fc.constantFrom(
  ...[
    'bash -c',
    'sh -c',
    'bash -ce',
    'bash -ec',
    'eval',
    'bash -o pipefail -c',
    'bash --norc -c',
    'bash -c --',
    'env bash -c',
  ],
  ...[
    'exec bash -c',
    'bash +x -c',
    'bash -xc',
    'eval --',
    'nice bash -c',
    'command eval',
    "env -S 'bash -c'",
  ],
);
const reading = fc.constantFrom(
  ' | bash',
  ' | sh',
  ' | bash -s',
  ' | bash /dev/stdin',
  ' | env bash',
  ' | bash -',
  ' | cat | bash',
);
const hereDocument = fc.constantFrom(
  'bash <<E\n',
  "bash <<'E'\n",
  'sh <<-E\n',
  "cat <<'E' | bash\n",
  'bash -s <<"E"\n',
);
const hereString = fc.constantFrom('bash <<<', '. /dev/stdin <<<', 'bash -s <<<', 'source /dev/fd/0 <<<');
const process = fc.constantFrom(
  'source <(echo ',
  '. <(printf %s ',
  'bash <(echo ',
  'bash < <(echo ',
  'cat <(echo ',
);

const joint = fc.constantFrom('; ', '\n', ' && ', ' || ', ' | ', ' |& ', ' & ');

const lines = fc.letrec<{ line: string; piece: string; wrapped: string; compound: string }>((tie) => {
  const inner = tie('line');
  const id = fc.nat();
  return {
    wrapped: fc.oneof(
      fc.tuple(wrapper, words).map(([own, command]) => `${own} ${command}`),
      fc.tuple(shell, inner, fullQuoting).map(([own, code, quote]) => `${own} ${quote(code)}`),
      fc.tuple(inner, fullQuoting).map(([code, quote]) => `bash -c ${quote(code)} rm a 'b c'`),
      fc.tuple(inner, reading).map(([code, own]) => `printf '%s\\n' ${single(code)}${own}`),
      fc.tuple(hereDocument, inner).map(([head, code]) => `${head}${code}\nE\n`),
      fc.tuple(hereString, inner, fullQuoting).map(([head, code, quote]) => `${head} ${quote(code)}`),
      fc.tuple(process, inner).map(([head, code]) => `${head}${single(code)})`),
      inner.map((code) => `echo ${Buffer.from(code).toString('base64')} | base64 -d | bash`),
      inner.map((code) => `trap ${single(code)} EXIT`),
      inner.map((code) => `echo a | xargs -I % bash -c ${single(code)} _ %`),
      inner.map((code) => `find . -maxdepth 0 -exec bash -c ${single(code)} _ {} \\;`),
      fc.tuple(program, program).map(([name, other]) => `hash -p "$STUBS/${name}" ${other}; ${other} h`),
      fc
        .tuple(words, inner)
        .map(([own, code]) => `shopt -s expand_aliases\nalias q=${single(own)}\nq w; ${code}`),
      inner.map((code) => `f() { ${code}\n}; f a 'b c'`),
      inner.map((code) => `function g { ${code}\n}\ng rm`),
      fc.tuple(inner, inner).map(([code, other]) => `f() { local Y=ls; ${code}\n}; f rm; ${other}`),
      words.map((own) => `coproc ${own}`),
    ),
    compound: fc.oneof(
      inner.map((code) => `( ${code}\n)`),
      inner.map((code) => `{ ${code}\n}`),
      fc.tuple(inner, inner).map(([test, body]) => `if ${test}\nthen ${body}\nfi`),
      fc.tuple(inner, inner, inner).map((own) => `if ${own[0]}\nthen ${own[1]}\nelse ${own[2]}\nfi`),
      fc.tuple(oneOfLines('loops'), inner).map(([own, body]) => `for f in ${own}\ndo ${body}\ndone`),
      inner.map((body) => `for f do ${body}\ndone`),
      // Ends by itself, wherever it is: what a pipe runs cannot break the loop around it.
      fc
        .tuple(id, inner)
        .map(([n, body]) => `n${n}=\nwhile ls l && [ "$n${n}" != x ]\ndo n${n}=x\n${body}\ndone`),
      fc.tuple(id, inner).map(([n, body]) => `for ((i${n}=0;i${n}<2;i${n}++))\ndo ${body}\ndone`),
      fc.tuple(inner, inner).map(([body, other]) => `case "$X" in a*) ${body}\n;; *) ${other}\n;; esac`),
    ),
    piece: fc.oneof(
      { depthSize: 'xsmall', withCrossShrink: true },
      { weight: 5, arbitrary: simple },
      { weight: 3, arbitrary: oneOfLines('assignments') },
      { weight: 4, arbitrary: oneOfLines('statements') },
      { weight: 4, arbitrary: tie('wrapped') },
      { weight: 3, arbitrary: tie('compound') },
    ),
    line: fc
      .tuple(tie('piece'), fc.array(fc.tuple(joint, tie('piece')), { maxLength: 2 }))
      .map(([first, rest]) => rest.reduce((line, [own, next]) => joinLines(line, own, next), first)),
  };
});

/** A here-document or a comment ends with its line. */
function joinLines(line: string, own: string, next: string): string {
  if (line.endsWith('\n')) return line + next;
  return line.includes('#') ? `${line}\n${next}` : line + own + next;
}

export const shellLine: fc.Arbitrary<string> = lines.line;
