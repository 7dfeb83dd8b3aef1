import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['src', 'test/support', 'test/fixtures/hosts'];

/** Compiles sources and programs of the tests into a new folder, so that every version of node runs them as they are. */
export async function compile(): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'hookline-compiled-'));
  await symlink(join(root, 'node_modules'), join(target, 'node_modules'));
  await writeFile(join(target, 'package.json'), '{ "type": "module" }');
  const files = (await Promise.all(parts.map(filesOf))).flat().filter((file) => file.endsWith('.ts'));
  for (const file of files) {
    const compiled = join(target, file.replace(/\.ts$/, '.js'));
    await mkdir(dirname(compiled), { recursive: true });
    await writeFile(compiled, toJavaScript(await readFile(join(root, file), 'utf8')));
  }
  return target;
}

async function filesOf(part: string): Promise<string[]> {
  const names = await readdir(join(root, part), { recursive: true });
  return names.map((name) => join(part, name));
}

function toJavaScript(source: string): string {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}
