import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsPages, projectFolder } from '../support/pages.ts';

const index = 'docs/README.md';
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docsPages];

interface Link {
  readonly page: string;
  readonly written: string;
  /** The file it leads to, as a path from the project's folder. */
  readonly file: string;
  readonly anchor: string | undefined;
}

describe.each(pages)('the links of %s', (page) => {
  it('lead to a file and to a heading or line in it', () => {
    expect(
      linksOf(page)
        .filter(isBroken)
        .map(({ written }) => written),
    ).toEqual([]);
  });
});

describe('the index of the docs', () => {
  it('leads to every page', () => {
    const reached = new Set([index]);
    // A set yields what is added to it while it is walked.
    for (const page of reached)
      for (const { file } of linksOf(page)) if (docsPages.includes(file)) reached.add(file);
    expect(docsPages.filter((page) => !reached.has(page))).toEqual([]);
  });

  it('is reached from the README', () => {
    expect(linksOf('README.md').map(({ file }) => file)).toContain(index);
  });
});

function linksOf(page: string): readonly Link[] {
  const withoutCode = prose(page).replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
  return [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, written = '']) => written)
    .filter((written) => !/^[a-z]+:/.test(written))
    .map((written) => {
      const [path = '', anchor] = written.split('#');
      return { page, written, file: path === '' ? page : normalize(join(dirname(page), path)), anchor };
    });
}

function isBroken({ file, anchor }: Link): boolean {
  const path = join(projectFolder, file);
  if (!existsSync(path) || !statSync(path).isFile()) return true;
  if (anchor === undefined) return false;
  const line = /^L(\d+)$/.exec(anchor)?.[1];
  if (line !== undefined) return Number(line) > readFileSync(path, 'utf8').split('\n').length;
  return !anchorsOf(file).includes(anchor);
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): readonly string[] {
  const seen = new Map<string, number>();
  return [...prose(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** A page without its blocks of code, in which brackets and hashes mean other things. */
function prose(page: string): string {
  return readFileSync(join(projectFolder, page), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
}
