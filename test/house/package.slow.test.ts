import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const entries = Object.entries<string | { readonly default: string }>(manifest.exports)
  .map(([path, target]) => ({
    specifier: path.replace('.', manifest.name),
    target: typeof target === 'string' ? target : target.default,
  }))
  .filter(({ target }) => target.endsWith('.js'));

let scratch: string;
let consumer: string;

beforeAll(async () => {
  const built = [...entries.map(({ target }) => target), ...Object.values(manifest.bin)];
  const missing = built.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) throw new Error(`not built: ${missing.join(', ')}. Run \`npm run build\` first.`);

  scratch = await mkdtemp(join(tmpdir(), 'hookline-package-'));
  consumer = join(scratch, 'consumer');
  await mkdir(consumer);
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['pack', '--pack-destination', scratch], root);
  const tarball = join(scratch, `${manifest.name}-${manifest.version}.tgz`);
  await run('npm', ['install', '--no-audit', '--no-fund', tarball], consumer);
}, 120_000);

afterAll(async () => {
  if (scratch) await rm(scratch, { recursive: true, force: true });
});

describe('the installed package', { timeout: 60_000 }, () => {
  it.each(entries)('$specifier gives JavaScript named exports', async ({ specifier }) => {
    const names = await exportedNames(specifier);
    expect(names).not.toEqual([]);
    expect(names).not.toContain('default');
  });

  it.each(entries)(
    '$specifier declares to TypeScript what it exports, no more and no less',
    async ({ specifier }) => {
      const names = await exportedNames(specifier);
      const typed = Object.fromEntries(names.map((name) => [name, true]));
      await writeFile(
        join(consumer, 'entry.ts'),
        `import * as entry from '${specifier}';
       export const names: Record<keyof typeof entry, true> = ${JSON.stringify(typed)};`,
      );
      await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify(strictConsumer));
      await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', consumer], consumer);
    },
  );

  it('brings a command that knows its version', async () => {
    expect(await run('npx', ['hookline', '--version'], consumer)).toBe(`${manifest.version}\n`);
  });

  it('holds the build and the papers, nothing else', async () => {
    const allowed =
      /^(dist\/.+\.(js|d\.ts)|README\.md|CHANGELOG\.md|LICENSE|package\.json|hookline\.schema\.json)$/;
    const files = await installedFiles();
    expect(files).toContain('dist/index.js');
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  });

  it('does not tell where it was built', async () => {
    for (const file of await installedFiles()) {
      expect(await readFile(join(installed(), file), 'utf8'), file).not.toContain(root);
    }
  });
});

describe('the lockfile', () => {
  it('names no registry and no package with an install script', async () => {
    const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved":');
    expect(lock).not.toContain('"hasInstallScript":');
  });
});

const strictConsumer = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  },
  files: ['entry.ts'],
};

function installed(): string {
  return join(consumer, 'node_modules', manifest.name);
}

async function installedFiles(): Promise<string[]> {
  const found = await readdir(installed(), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(installed(), join(entry.parentPath, entry.name)));
}

async function exportedNames(specifier: string): Promise<string[]> {
  const file = join(consumer, 'entry.mjs');
  await writeFile(
    file,
    `import * as entry from '${specifier}';
     console.log(JSON.stringify(Object.keys(entry)));`,
  );
  return JSON.parse(await run(process.execPath, [file], consumer));
}

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}\n${stdout}${stderr}`, { cause: error });
  }
}
