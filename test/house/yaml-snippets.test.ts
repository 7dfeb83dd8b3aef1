import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/load/read-config.ts';
import { formatProblem } from '../../src/config/source/problem.ts';
import { docsPages, projectFolder } from '../support/pages.ts';
import { Scratch } from '../support/scratch.ts';

const folder = new Scratch().path;
mkdirSync(join(folder, 'node_modules'));
symlinkSync(projectFolder, join(folder, 'node_modules', 'hookline'));

const pages = ['README.md', ...docsPages];
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
