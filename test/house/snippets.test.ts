import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hookline-snippets-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules', 'hookline'));
symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
afterAll(() => rmSync(folder, { recursive: true }));

const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)];
const snippets = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match, index) => ({
    page,
    name: `${page} #${index + 1}`,
    file: join(folder, `${page.replaceAll(/[^a-z]/gi, '-')}-${index + 1}.mts`),
    code: match[1] ?? '',
  }));
});

describe('the TypeScript snippets of README and docs', () => {
  it('compile as a user would compile them', () => {
    for (const { file, code } of snippets) writeFileSync(file, code);
    const program = ts.createProgram(
      snippets.map(({ file }) => file),
      {
        strict: true,
        noEmit: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        types: ['node'],
        typeRoots: [join(folder, 'node_modules', '@types')],
        skipLibCheck: true,
      },
    );
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) =>
          `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
    expect(problems).toEqual([]);
    expect(snippets.length).toBeGreaterThan(5);
  });

  it.each(snippets)('run: $name', ({ file, code }) => {
    const runnable = file.replace('.mts', '.mjs');
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(runnable, outputText);
    const printed = execFileSync(process.execPath, [runnable], { encoding: 'utf8', cwd: folder });
    // What a comment behind a console.log promises is what is printed.
    for (const [, promised] of code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm))
      expect(printed).toContain(promised);
  });
});
