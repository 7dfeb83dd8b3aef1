import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import type { TestProject } from 'vitest/node';
import manifest from '../../../package.json' with { type: 'json' };
import { textModules } from '../../../scripts/text-modules.mjs';
import { startsProcesses } from './starts-processes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Before the first test that starts processes: the built command, and each source as a module that every node can run. */
export async function setup(project: TestProject): Promise<void> {
  if (!(await startsProcesses(project))) return;
  if (isStale()) buildPackage();
  process.env['HOOKLINE_COMPILED'] = await compile();
}

function buildPackage(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--quiet'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0)
    throw new Error('tests that start processes need the built command, and npm run build fails');
}

/** Whether a source, or how it is built, changed since the command was built. */
function isStale(): boolean {
  const built = statSync(join(root, 'dist/cli/main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return ['package.json', 'tsdown.config.ts', ...sources.map((name) => join('src', name))].some(
    (file) => statSync(join(root, file)).mtimeMs > built,
  );
}

async function compile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-compiled-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  // The clients of models are for people to add.
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (Object.hasOwn(manifest.peerDependencies, name)) continue;
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, 'node_modules', name), link);
  }
  const common = {
    cwd: root,
    config: false,
    outDir: folder,
    clean: false,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    dts: false,
    fixedExtension: false,
    logLevel: 'error',
  } as const;
  await build({
    ...common,
    entry: ['src/**/*.ts', 'test/fixtures/hosts/*.ts', 'test/support/firing/protocol.ts'],
    unbundle: true,
    treeshake: false,
    skipNodeModulesBundle: true,
    plugins: [textModules()],
  });
  // In one file, it starts in half of the time.
  await build({
    ...common,
    entry: { 'mcp-server': 'test/fixtures/mcp/server.mjs' },
    minify: true,
    deps: { alwaysBundle: [/./] },
  });
  return folder;
}
