import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/load/read-config.ts';
import { formatProblem } from '../../src/config/source/problem.ts';
import { docsPages, projectFolder } from '../support/pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookline-snippets-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(projectFolder, join(folder, 'node_modules', 'hookline'));
symlinkSync(join(projectFolder, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
afterAll(() => rmSync(folder, { recursive: true }));

const pages = ['README.md', ...docsPages];
const snippets = pages.flatMap((page) => {
  const text = readFileSync(join(projectFolder, page), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match, index) => ({
    page,
    name: `${page} #${index + 1}`,
    file: join(folder, `${page.replaceAll(/[^a-z]/gi, '-')}-${index + 1}.mts`),
    code: match[1] ?? '',
  }));
});

const yamlFences = pages.flatMap((page) => {
  const text = readFileSync(join(projectFolder, page), 'utf8');
  return [...text.matchAll(/^```yaml( error)?\n([\s\S]*?)^```$/gm)].map((match, index) => ({
    name: `${page} #${index + 1}`,
    /** Files that the page tells the reader to write: ```js handlers/words.mjs */
    files: [...text.matchAll(/^```\w+ (\S+\.\w+)\n([\s\S]*?)^```$/gm)].map(([, path = '', content = '']) => ({
      path,
      content,
    })),
    isWrong: match[1] !== undefined,
    yaml: match[2] ?? '',
    /** What stands below it: the text of the next fence. */
    next: /^\s*```text\n([\s\S]*?)^```$/m.exec(text.slice(match.index + match[0].length))?.[1] ?? '',
  }));
});
// What the snippets load is the first file that the page about files shows.
const firstFile = yamlFences.find(({ name }) => name === 'docs/guides/configuration.md #1');
writeFileSync(join(folder, 'hookline.yaml'), firstFile?.yaml ?? '');

describe('the configuration files of README and docs', () => {
  const files = yamlFences.filter(({ yaml }) => /^hooks:/m.test(yaml));

  it('are found', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  it.each(files.filter(({ isWrong }) => !isWrong))('$name can be loaded', async ({ yaml, files }) => {
    expect(await problemsOf(yaml, files)).toEqual([]);
  });

  it.each(files.filter(({ isWrong }) => isWrong))(
    '$name is as wrong as it says',
    async ({ yaml, files, next }) => {
      expect(`${(await problemsOf(yaml, files)).join('\n')}\n`).toBe(next);
    },
  );

  /** The errors, without those about other files that are not there. */
  async function problemsOf(
    yaml: string,
    files: readonly { path: string; content: string }[],
  ): Promise<readonly string[]> {
    const beside = mkdtempSync(join(folder, 'yaml-'));
    for (const { path, content } of files) {
      mkdirSync(dirname(join(beside, path)), { recursive: true });
      writeFileSync(join(beside, path), content);
    }
    const file = join(beside, 'hookline.yaml');
    writeFileSync(file, yaml);
    const { problems } = await readConfig([file]);
    return problems
      .filter(({ severity, message }) => severity === 'error' && !message.endsWith('it does not exist'))
      .map((problem) => formatProblem(problem).replaceAll(file, 'hookline.yaml'));
  }
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
