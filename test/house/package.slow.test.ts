import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import builds from '../../tsdown.config.ts';
import { docsPages, projectFolder } from '../support/pages.ts';
import { type Consumer, compile, install, run } from './consumer.ts';

const runInOrder = fileURLToPath(new URL('../fixtures/snippets/run-in-order.mjs', import.meta.url));

const specifiers = Object.entries<string | { readonly default: string }>(manifest.exports)
  .filter(([, target]) => typeof target !== 'string')
  .map(([path]) => path.replace('.', manifest.name));

const snippets = ['README.md', ...docsPages].flatMap((page) => {
  const text = readFileSync(join(projectFolder, page), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ''], index) => ({
    name: `${page} #${index + 1}`,
    file: `${page.replaceAll(/[^a-z]/gi, '-')}-${index + 1}`,
    code,
  }));
});

let consumer: Consumer;
/** What each entry exports to JavaScript. */
let exported: Readonly<Record<string, readonly string[]>>;
let problems: readonly string[];
/** The packages that come with it. */
let brought: { readonly names: readonly string[]; readonly megabytes: number };
/** What a program that connects MCP servers says where their client is not installed. */
let withoutMcp: string;
/** What the snippets did, one after the other in one process. */
let results: Readonly<Record<string, { readonly printed: string; readonly error?: string }>>;

beforeAll(async () => {
  consumer = await install();
  brought = installedPackages();
  // An adapter that builds on its framework is for those who have it.
  for (const name of ['langchain', '@langchain'])
    symlinkSync(join(projectFolder, 'node_modules', name), pathOf(`node_modules/${name}`));
  exported = await namesOf(specifiers);
  const code = `import('hookline/agent').then(({ connectMcpServers }) => connectMcpServers({ one: { command: 'true' } }))
    .catch(({ code, message }) => console.log(code, message));`;
  withoutMcp = await run(process.execPath, ['--eval', code], consumer.folder);
  // Some snippets are for users of MCP.
  symlinkSync(
    join(projectFolder, 'node_modules/@modelcontextprotocol'),
    pathOf('node_modules/@modelcontextprotocol'),
  );
  problems = await compile([...writeEntries(), ...writeSnippets()], consumer.folder);
  const files = snippets.map(({ file }) => pathOf(`${file}.mjs`));
  // One that ends the process leaves each to run alone.
  const said = await run(process.execPath, [runInOrder, ...files], consumer.folder).catch(() => '{}');
  results = JSON.parse(said);
}, 300_000);

describe('the installed package', () => {
  it.each(specifiers)('%s gives JavaScript named exports', (specifier) => {
    expect(exported[specifier]).not.toEqual([]);
    expect(exported[specifier]).not.toContain('default');
  });

  it.each(specifiers)('%s declares to TypeScript what it exports, no more and no less', (specifier) => {
    const file = pathOf(entryFile(specifier));
    expect(problems.filter((problem) => problem.startsWith(file))).toEqual([]);
  });

  it('has declarations that compile with strict options', () => {
    const own = [...specifiers.map(entryFile), ...snippets.map(({ file }) => `${file}.mts`)].map(pathOf);
    // A framework's own declarations are its own affair.
    const others = join(projectFolder, 'node_modules');
    const found = problems.filter((problem) => !own.some((file) => problem.startsWith(file)));
    expect(found.filter((problem) => !problem.startsWith(others))).toEqual([]);
  });

  it('brings a command that knows its version', async () => {
    expect(await run(pathOf('node_modules/.bin/hookline'), ['--version'], consumer.folder)).toBe(
      `${manifest.version}\n`,
    );
  });

  it('says which package hookline/otel needs, and no other entry needs it', async () => {
    const code = `import('hookline/otel').then(({ openTelemetry }) => openTelemetry())
      .catch(({ code, message }) => console.log(code, message));`;
    const said = await run(process.execPath, ['--eval', code], consumer.folder);
    expect(said).toMatch(/^package-missing .*: npm install @opentelemetry\/api\n$/);
  });

  it('says which package MCP servers need', async () => {
    expect(withoutMcp).toMatch(/^package-missing .*: npm install @modelcontextprotocol\/client\n$/);
  });

  it('brings few packages, and is small', () => {
    expect(brought.names.length).toBeLessThanOrEqual(10);
    expect(brought.megabytes).toBeLessThan(12);
    expect(megabytesIn(consumer.installed)).toBeLessThan(4.5);
    expect(installedFiles().length).toBeLessThanOrEqual(160);
  });

  it('holds the build and the papers, nothing else', () => {
    const allowed =
      /^(dist\/(.+\.(js|d\.ts)|ui\/.+\.(html|css)|(ui\/)?licenses\.txt)|README\.md|LICENSE|package\.json|(?:hookline|trace)\.schema\.json)$/;
    const files = installedFiles();
    expect(files).toContain('dist/index.js');
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  });

  it('brings the licence of every package that its files have taken in', () => {
    // The build fails where it would take in any other.
    const taken = new Set(builds.flatMap(({ deps }) => deps?.onlyBundle || []).map(String));
    expect([...taken]).toContain('zod');
    const shown = ['dist/licenses.txt', 'dist/ui/licenses.txt']
      .map((file) => readFileSync(join(consumer.installed, file), 'utf8'))
      .join('\n');
    for (const name of taken) {
      const text = readFileSync(join(projectFolder, 'node_modules', name, 'LICENSE'), 'utf8');
      expect(shown).toContain(`${name} `);
      expect(shown).toContain(text.trim());
    }
  });

  it('does not tell where it was built', () => {
    for (const file of installedFiles())
      expect(readFileSync(join(consumer.installed, file), 'utf8'), file).not.toContain(projectFolder);
  });
});

describe('the TypeScript snippets of README and docs', () => {
  it('are found', () => {
    expect(snippets.length).toBeGreaterThan(20);
  });

  it.each(snippets)('$name compiles as a user would compile it', ({ file }) => {
    expect(problems.filter((problem) => problem.startsWith(pathOf(`${file}.mts`)))).toEqual([]);
  });

  it.each(snippets)('$name runs, and prints what it promises', async ({ file, code }) => {
    const path = pathOf(`${file}.mjs`);
    // What a comment behind a console.log promises is what is printed.
    const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text = '']) => text);
    const { printed = '', error = 'did not run' } = { error: '', ...results[path] };
    if (error === '' && promised.every((text) => printed.includes(text))) return;
    // Snippets on other pages may define the same names: this one may be right when it runs alone.
    const alone = await run(process.execPath, [path], consumer.folder);
    for (const text of promised) expect(alone).toContain(text);
  });
});

describe('the lockfile', () => {
  it('names no registry and no package with an install script', () => {
    const lock = readFileSync(join(projectFolder, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved":');
    expect(lock).not.toContain('"hasInstallScript":');
  });
});

function installedPackages(): typeof brought {
  const modules = pathOf('node_modules');
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)) : name.startsWith('.') ? [] : [name],
  );
  return { names, megabytes: megabytesIn(modules) };
}

function megabytesIn(folder: string): number {
  const facts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    lstatSync(join(folder, name)),
  );
  return facts.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0) / 1e6;
}

function pathOf(name: string): string {
  return join(consumer.folder, name);
}

function entryFile(specifier: string): string {
  return `entry-${specifiers.indexOf(specifier)}.ts`;
}

async function namesOf(entries: readonly string[]): Promise<typeof exported> {
  const file = pathOf('names.mjs');
  writeFileSync(
    file,
    `const names = async (entry) => [entry, Object.keys(await import(entry))];
     console.log(JSON.stringify(Object.fromEntries(await Promise.all(${JSON.stringify(entries)}.map(names)))));`,
  );
  return JSON.parse(await run(process.execPath, [file], consumer.folder));
}

function writeEntries(): readonly string[] {
  return specifiers.map((specifier) => {
    const typed = Object.fromEntries((exported[specifier] ?? []).map((name) => [name, true]));
    const file = pathOf(entryFile(specifier));
    writeFileSync(
      file,
      `import * as entry from '${specifier}';
       export const names: Record<keyof typeof entry, true> = ${JSON.stringify(typed)};`,
    );
    return file;
  });
}

function writeSnippets(): readonly string[] {
  // What the snippets load is the first file that the page about files shows.
  const page = readFileSync(join(projectFolder, 'docs/guides/configuration.md'), 'utf8');
  writeFileSync(pathOf('hookline.yaml'), /^```yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '');
  return snippets.map(({ file, code }) => {
    writeFileSync(pathOf(`${file}.mts`), code);
    return pathOf(`${file}.mts`);
  });
}

function installedFiles(): readonly string[] {
  return readdirSync(consumer.installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(consumer.installed, join(entry.parentPath, entry.name)));
}
