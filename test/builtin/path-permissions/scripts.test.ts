import { describe, expect, it } from 'vitest';
import { isHarmlessAwk } from '../../../src/builtin/path-permissions/shell/scripts/awk.ts';
import { codePaths } from '../../../src/builtin/path-permissions/shell/scripts/code.ts';
import { isHarmlessSed } from '../../../src/builtin/path-permissions/shell/scripts/sed.ts';
import { wordFor } from '../../../src/builtin/path-permissions/shell/words.ts';

const python = (code: string) => codePaths('python', code, (name) => name === 'app');
const javascript = (code: string) => codePaths('javascript', code, () => false);
const sed = (...words: string[]) => isHarmlessSed(words.map(wordFor));

describe('a sed script', () => {
  it.each([
    '1,5p',
    's/a/b/g',
    's|a/b|c;d|',
    '/x/,/y/d',
    '$!N;P;D',
    '5{p;q}',
    ':a;N;ba',
    '3a\\ text; w is text',
    'y/abc/xyz/',
    '/a\\/b/!d',
  ])('that prints and changes text is harmless: %s', (script) => {
    expect(sed(script, 'x')).toBe(true);
  });

  it.each([
    'w x',
    '1r x',
    's/a/b/w x',
    's/a/b/e',
    '1e cat x',
    ':a;r x',
    's/[/]/w x/',
    '/a/{r x\n}',
    'R x',
    's/a/b/g;w x',
    'p;e',
  ])('that reads, writes or runs is not: %s', (script) => {
    expect(sed(script, 'x')).toBe(false);
    expect(sed('-n', '-e', script, 'x')).toBe(false);
    expect(sed('-i', '', script, 'x')).toBe(false);
  });
});

describe('an awk program', () => {
  it.each([
    '{print $1}',
    'NR > 5',
    '$3 > 100 {print ($1 > 2)}',
    '/a|b/ || /c/',
    'END {printf "%d > x\\n", n / 2}',
    '$0 !~ /^[>|]/',
  ])('that prints is harmless: %s', (program) => {
    expect(isHarmlessAwk(program)).toBe(true);
  });

  it.each([
    '{print > "x"}',
    '{print >> "x"}',
    '{print | "sh"}',
    'BEGIN {system("ls")}',
    'BEGIN {while (("ls" | getline x) > 0) print}',
    'BEGIN {getline < "x"}',
    '@include "x"',
    'BEGIN {ARGV[1] = "x"}',
    'BEGIN {f = "system"; @f("ls")}',
    '{x = a / b; print 1 > "y" / 2}',
  ])('that reads, writes or runs more is not: %s', (program) => {
    expect(isHarmlessAwk(program)).toBe(false);
  });
});

describe('Python', () => {
  it.each([
    ['print(1)', []],
    ["import json; print(json.load(open('a.json'))['x'])", ['a.json']],
    ["p = 'a'\ns = open(p).read()\nopen(p, 'w').write(s.replace('x', 'y'))", ['a', 'a']],
    ["for p in ['a', 'b']:\n  print(open(p).read())", ['a', 'b']],
    ["from pathlib import Path\nprint((Path('a') / 'b').read_text())", ['a', 'b']],
    ['import app; print(app.run())', []],
    ["def f(x):\n  return x\nprint(f('/etc'))", []],
    ["import os\nprint(os.path.exists('a'), os.environ.get('HOME'))", ['a']],
  ])('opens what it names: %s', (code, paths) => {
    expect(python(code)).toEqual(paths);
  });

  it.each([
    "open('a' + x)",
    "f = open\nf('a')",
    "[open][0]('a')",
    "p = 'a'\np += 'b'\nopen(p)",
    "def f(p):\n  open(p)\np = 'a'",
    'import subprocess',
    'import os; os.remove("a")',
    'x = os; x.remove("a")',
    'import unheard_of',
    '__import__("os")',
    'eval("1")',
    'getattr(x, "y")',
    "from pathlib import Path\nPath('a').rename('b')",
    "from pathlib import Path\nPath('a').replace('/b')",
    "from pathlib import Path\nprint(Path('a') / x)",
    "print(f\"{open('a' + 'b')}\")",
    "(open\n)('a')",
    'import sys; sys.path.insert(0, "..")',
    "open('\\x2e')",
    '@x\ndef f(): pass',
  ])('cannot be judged when it may do more: %s', (code) => {
    expect(python(code)).toBeNull();
  });
});

describe('JavaScript', () => {
  it.each([
    ['console.log(1)', []],
    ["console.log(require('./package.json').version)", ['./package.json']],
    ["const fs = require('fs'); fs.writeFileSync('a', fs.readFileSync('b', 'utf8'))", ['a', 'b']],
    ["for (const f of ['a', 'b']) console.log(require('fs').readFileSync(f, 'utf8'))", ['a', 'b']],
    ['const n = 1; console.log(`${n} of /etc`)', []],
    ["import { parse } from './src/parse.js'; console.log(parse('/x'))", ['./src/parse.js']],
    ["fetch('http://localhost').then(r => r.text()).then(console.log)", []],
  ])('opens what it names: %s', (code, paths) => {
    expect(javascript(code)).toEqual(paths);
  });

  it.each([
    "require('child_process')",
    "require('child' + '_process')",
    'const r = require; r("fs")',
    "require('fs').readFileSync(x)",
    "require('fs')['readFileSync']('a')",
    "let f = 'a'; f = x; require('fs').readFileSync(f)",
    "['a'].map(f => require('fs').readFileSync(f))",
    'eval("1")',
    'new Function("1")()',
    "(() => 1)['con' + 'structor']('x')",
    'process.binding("fs")',
    "require('fs').readFileSync('\\x2e\\x2e/a')",
    'String.raw`a`',
    "import('fs').then(m => m.rmSync('a'))",
    'unheardOf()',
  ])('cannot be judged when it may do more: %s', (code) => {
    expect(javascript(code)).toBeNull();
  });
});

describe('other languages', () => {
  it.each(['s/a/b/g', 's|a|$1|', 'print if /export/', 'print'])('only substitute and print: %s', (code) => {
    expect(codePaths('perl', code, () => false)).toEqual([]);
  });

  it.each(['s/a/`ls`/e', 's/(?{ls})//', 'system "ls"', 's/a/@{[ls]}/', 'unlink "a"'])(
    'or not: %s',
    (code) => {
      expect(codePaths('perl', code, () => false)).toBeNull();
      expect(codePaths('php', code, () => false)).toBeNull();
    },
  );
});
