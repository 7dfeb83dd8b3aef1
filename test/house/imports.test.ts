import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findCycles } from './import-cycles.ts';
import { findViolations, folders, importGraph } from './import-rule.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length).split(sep).join('/'));
const sources = new Map(
  files
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

describe('the sources', () => {
  it('are found', () => {
    expect([...sources.keys()]).toContain('src/entries/index.ts');
  });

  it('import only from their own folder and the folders before it', () => {
    expect(findViolations(sources)).toEqual([]);
  });

  it('do not import each other in rings, not even for their types', () => {
    expect(findCycles(importGraph(sources))).toEqual([]);
  });

  it('are at most 16 in a folder, but for the exports of the package', () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([folder, count]) => count > 16 && folder !== 'src/entries')).toEqual([]);
  });

  it('stand in a folder of the house, not beside it', () => {
    expect(files.filter((file) => file.split('/').length < 3)).toEqual([]);
  });

  it('are entries of the package where they stand in src/entries, one for each', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object };
    const entries = Object.values(exports).flatMap((target: string | { default: string }) =>
      typeof target === 'string'
        ? []
        : [target.default.replace('./dist/', 'src/entries/').replace(/js$/, 'ts')],
    );
    expect(files.filter((file) => file.startsWith('src/entries/')).sort()).toEqual(entries.sort());
  });

  it('have kebab-case names', () => {
    const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
    expect(files.filter((file) => !file.split('/').every((part) => kebabCase.test(part)))).toEqual([]);
  });

  it('have at most 400 lines each', () => {
    const lengths = [...sources].map(([file, text]) => ({ file, lines: text.trimEnd().split('\n').length }));
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
  });
});

describe('the house as CONTRIBUTING tells of it', () => {
  it('has the same folders, in the same order', () => {
    const [, section = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(/^## The house$/m);
    const rows = [...section.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \|/gm)].map(([, names = '']) => names);
    expect(rows.flatMap((names) => names.match(/[\w-]+/g))).toEqual(folders);
  });
});

describe('the search for rings', () => {
  it('finds those of two and of three, and a file that imports itself', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'a']],
      ['c', ['a']],
      ['d', ['d']],
      ['e', ['a']],
    ]);
    expect(findCycles(graph)).toEqual(['a → b → c → a', 'a → b → a', 'd → d']);
  });
});

describe('the tests', () => {
  const tests = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${sep}fixtures`))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).split(sep).join('/'));

  it('mirror the folders of src, beside those that are about the whole', () => {
    const ofTheWhole = ['agents', 'conformance', 'e2e', 'fixtures', 'house', 'support'];
    const known = new Set([...folders, ...ofTheWhole]);
    expect(
      [...new Set(tests.map((file) => file.split('/')[1] ?? ''))].filter((name) => !known.has(name)),
    ).toEqual([]);
  });

  it('have the rooms of src, beside those for what tests bring along or say of several rooms', () => {
    const others = [
      'builtin/destructive-commands/corpus',
      'cli/fire',
      'cli/trace',
      'cli/validate',
      'gateway/fixtures',
      'gateway/readers',
      'gateway/silence',
      'shell/differential',
    ];
    const rooms = new Set(files.map((file) => dirname(file).replace(/^src\//, '')));
    const isKnown = (room: string): boolean =>
      [...rooms].some((known) => `${known}/`.startsWith(`${room}/`)) ||
      others.some((known) => `${room}/`.startsWith(`${known}/`));
    const own = tests.map((file) => dirname(file).replace(/^test\//, ''));
    const ofSrc = own.filter((room) => folders.includes(room.split('/')[0] ?? ''));
    expect([...new Set(ofSrc)].filter((room) => !isKnown(room))).toEqual([]);
  });

  it('are at most 16 in a folder, but for the exports of the package', () => {
    const counts = new Map<string, number>();
    for (const file of tests) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([folder, count]) => count > 16 && folder !== 'src/entries')).toEqual([]);
  });

  it('take what is random from the seed of the run', () => {
    const unseeded = tests.filter(
      (file) =>
        file.endsWith('.ts') &&
        file !== 'test/support/seed.ts' &&
        /^import (?!type).*'fast-check';$/m.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(unseeded).toEqual([]);
  });
});

describe('the import rule', () => {
  const check = (file: string, text: string) => findViolations(new Map([[file, text]]));

  it.each(
    folders.flatMap((from, index) => folders.map((to, other) => ({ from, to, allowed: other <= index }))),
  )('$from imports from $to: allowed is $allowed', ({ from, to, allowed }) => {
    const violations = check(`src/${from}/a.ts`, `import { b } from '../${to}/b.ts';`);
    expect(violations).toEqual(
      allowed ? [] : [`src/${from}/a.ts:1: ${from} imports from ${to}, which comes after it`],
    );
  });

  it.each([
    "import '../cli/main.ts';",
    "import { a } from '../cli/main.ts';",
    "import type { A } from '../cli/main.ts';",
    "import { type A } from '../cli/main.ts';",
    "import * as all from '../cli/main.ts';",
    "import a = require('../cli/main.ts');",
    "export { a } from '../cli/main.ts';",
    "export type { A } from '../cli/main.ts';",
    "export * from '../cli/main.ts';",
    "export * as all from '../cli/main.ts';",
    "const a = await import('../cli/main.ts');",
    'const a = await import(`../cli/main.ts`);',
    "const a = () => ({ b: [import('../cli/main.ts')] });",
    "const a = await import(\n  // Only where it is used.\n  '../cli/main.ts'\n);\na();\n",
    "const a = require('../cli/main.ts');",
    "type A = import('../cli/main.ts').A;",
    "let a: typeof import('../cli/main.ts');",
    "import { a } from './deeper/../../cli/main.ts';",
    '/// <reference path="../cli/main.ts" />',
  ])('sees through %s', (text) => {
    expect(check('src/engine/a.ts', text)).toEqual([
      'src/engine/a.ts:1: engine imports from cli, which comes after it',
    ]);
  });

  it('names the line', () => {
    expect(check('src/trace/a.ts', "import './b.ts';\n\nimport '../cli/main.ts';\n")).toEqual([
      'src/trace/a.ts:3: trace imports from cli, which comes after it',
    ]);
  });

  it.each([
    "import 'node:fs';",
    "import type { Hookable } from 'hookable';",
    "import '../../package.json';",
    'await import(name);',
  ])('keeps the engine from %s and lets the other folders', (text) => {
    expect(check('src/engine/a.ts', text)).toHaveLength(1);
    expect(check('src/trace/a.ts', text)).toEqual([]);
  });

  it.each([
    "import '../index.ts';",
    "import 'hookline';",
    "import 'hookline/agent';",
    "import '../../test/a.ts';",
  ])('keeps every folder from %s', (text) => {
    for (const folder of folders) expect(check(`src/${folder}/a.ts`, text)).toHaveLength(1);
  });

  it('lets the entries import any folder', () => {
    for (const folder of folders)
      expect(check('src/entries/index.ts', `export { a } from '../${folder}/a.ts';`)).toEqual([]);
  });

  it('refuses a file that is in no folder of the house', () => {
    expect(check('src/utils/a.ts', '')).toEqual(['src/utils/a.ts:1: src/utils has no place in the house']);
    expect(check('src/helper.ts', '')).toEqual(['src/helper.ts:1: src/helper.ts has no place in the house']);
  });

  it('is not fooled by comments and strings', () => {
    expect(
      check('src/engine/a.ts', "// import '../cli/main.ts'\nexport const a = \"import '../cli/main.ts'\";"),
    ).toEqual([]);
  });
});
