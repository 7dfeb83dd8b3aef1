import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { Npx } from '../support/command-line/npx.ts';
import { folderWith } from '../support/folder-with.ts';
import { docsPages, projectFolder } from '../support/pages.ts';

let npx: Npx;
beforeAll(async () => {
  npx = await Npx.start();
  return () => npx.stop();
});

interface Fence {
  readonly info: string;
  readonly text: string;
}

/** A page is followed from top to bottom: files are written (```yaml hookline.yaml), lines are run (```sh run). */
const pages = ['README.md', ...docsPages]
  .map((page) => ({ page, fences: fencesOf(readFileSync(join(projectFolder, page), 'utf8')) }))
  .filter(({ fences }) => fences.some(({ info }) => info === 'sh run'));

function fencesOf(text: string): readonly Fence[] {
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', content = '']) => ({
    info,
    text: content,
  }));
}

describe('the pages that a reader follows step by step', () => {
  it('are found', () => {
    expect(pages.map(({ page }) => page)).toEqual(
      expect.arrayContaining([
        'docs/guides/claude-code.md',
        'docs/guides/cline.md',
        'docs/guides/codex.md',
        'docs/guides/copilot.md',
        'docs/guides/droid.md',
        'docs/guides/gemini.md',
        'docs/guides/kimi.md',
        'docs/guides/one-policy.md',
        'docs/guides/opencode.md',
        'docs/guides/qwen.md',
        'docs/start/getting-started.md',
        'docs/start/testing-hooks.md',
        'docs/start/writing-hooks.md',
      ]),
    );
  });

  it.each(pages)('$page: every line does what the page shows', async ({ fences }) => {
    const bin = folderWith({ npx: npx.text });
    const cwd = folderWith({});
    for (const [index, { info, text }] of fences.entries()) {
      const [, file] = info.split(' ');
      if (info === 'sh run') {
        const next = fences[index + 1];
        const printed = await run(text, cwd, bin);
        if (next?.info === 'text') expect(steady(printed)).toBe(steady(next.text));
      } else if (file?.includes('.')) write(join(cwd, file), text);
    }
  });
});

async function run(lines: string, cwd: string, bin: string): Promise<string> {
  // What a page installs for the user stays away from whoever runs the tests.
  const home = { HOME: bin, XDG_DATA_HOME: undefined, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined };
  const env = { ...process.env, ...home, PATH: `${bin}:${process.env['PATH']}`, NO_COLOR: '1' };
  // What fails is shown as well: pages show what happens then.
  const running = promisify(execFile)('bash', ['-c', `{ ${lines}\n} 2>&1 || true`], { cwd, env });
  running.child.stdin?.end();
  return (await running).stdout;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (text.startsWith('#!')) chmodSync(file, 0o755);
}

/** How long something took is different every time, and so is the room that it takes. The code of a call depends on the folder. */
function steady(text: string): string {
  return text
    .replaceAll(/\d+(\.\d+)? ms/g, 'N ms')
    .replaceAll(/(?<=hookline allow )[0-9A-Z]{7}\b/g, 'K7Q2MPX')
    .replaceAll(/(?<=\S) {2,}/g, '  ')
    .trim();
}
