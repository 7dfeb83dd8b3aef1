import { posix } from 'node:path';
import ts from 'typescript';
import type { ImportGraph } from './import-cycles.ts';

/** The folders of src, in the order of the house: a folder sees itself and the folders before it. */
export const folders: readonly string[] = [
  'engine',
  'bounds',
  'files',
  'trace',
  'shell',
  'processes',
  'permissions',
  'models',
  'mcp',
  'protocols',
  'handlers',
  'builtin',
  'config',
  'lint',
  'front-doors',
  'agent',
  'gateway',
  'adapters',
  'policy-test',
  'ui',
  'cli',
  'entries',
];

interface Import {
  /** `undefined` when the specifier is computed at run time. */
  readonly specifier: string | undefined;
  readonly line: number;
}

/** Every broken import as `file:line: reason`, in the given sources (path from the repository root to text). */
export function findViolations(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) => {
    const folder = folderOf(file);
    if (rank(folder) < 0) return [`${file}:1: src/${folder} has no place in the house`];
    return importsOf(file, text).flatMap(({ specifier, line }) => {
      const reason = objection(file, folder, specifier);
      return reason ? [`${file}:${line}: ${reason}`] : [];
    });
  });
}

/** Which files of src each file imports, be it their types alone. */
export function importGraph(sources: ReadonlyMap<string, string>): ImportGraph {
  return new Map(
    [...sources].map(([file, text]) => [
      file,
      importsOf(file, text).flatMap(({ specifier = '' }) => {
        const target = posix.join(posix.dirname(file), specifier);
        return specifier.startsWith('.') && sources.has(target) ? [target] : [];
      }),
    ]),
  );
}

function objection(file: string, folder: string, specifier: string | undefined): string | undefined {
  if (specifier === undefined) {
    return folder === 'engine' ? 'engine imports a specifier that is only known at run time' : undefined;
  }
  if (specifier === 'hookline' || specifier.startsWith('hookline/') || specifier.startsWith('#')) {
    return `imports '${specifier}': inside src, import the file itself`;
  }
  if (!/^[./]/.test(specifier)) {
    return folder === 'engine' ? `engine imports '${specifier}', which is outside itself` : undefined;
  }
  const target = posix.join(posix.dirname(file), specifier);
  if (target === 'package.json' && folder !== 'engine') return undefined;
  if (specifier.startsWith('/') || !target.startsWith('src/')) return `imports '${specifier}', outside src`;
  const seen = folderOf(target);
  if (rank(seen) < 0) return `imports '${specifier}', which is in no folder of the house`;
  return rank(seen) > rank(folder) ? `${folder} imports from ${seen}, which comes after it` : undefined;
}

/** `src/engine/firing/fire.ts` is in `engine`. */
function folderOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function rank(folder: string): number {
  return folders.indexOf(folder);
}

/** Several rules read the same files. */
const read = new Map<string, readonly Import[]>();

function importsOf(file: string, text: string): readonly Import[] {
  const known = read.get(text) ?? readImports(file, text);
  read.set(text, known);
  return known;
}

/** Every way to import has one of these in it, with the specifier in the same statement. */
const importing = /\b(?:import|require)\b|\bfrom\s*['"]|<reference/g;

/** What there is up to the end of the last statement that could import. To read the rest takes ten times as long. */
function headOf(text: string): string {
  const last = [...text.matchAll(importing)].at(-1)?.index;
  if (last === undefined) return '';
  const after = text.indexOf(';\n', last);
  return after < 0 ? text : text.slice(0, after + 1);
}

function readImports(file: string, text: string): readonly Import[] {
  const source = ts.createSourceFile(file, headOf(text), ts.ScriptTarget.Latest);
  const found: Import[] = source.referencedFiles.map(({ fileName, pos }) => ({
    specifier: fileName.startsWith('.') ? fileName : `./${fileName}`,
    line: lineAt(pos),
  }));
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    const specifier = specifierOf(node);
    if (specifier) {
      const known = ts.isStringLiteralLike(specifier) ? specifier.text : undefined;
      found.push({ specifier: known, line: lineAt(node.getStart(source)) });
    }
    ts.forEachChild(node, visit);
  }

  function lineAt(position: number): number {
    return source.getLineAndCharacterOfPosition(position).line + 1;
  }
}

/** The expression that names a module, whichever of the language's ways to import this node is. */
function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  if (ts.isCallExpression(node) && isImportFunction(node.expression)) return node.arguments[0];
  return undefined;
}

function isImportFunction(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
  );
}
