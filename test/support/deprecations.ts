import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The words that an editor strikes out as deprecated in a program, which may import from `src`. */
export function deprecationsIn(text: string): readonly string[] {
  const file = `${root}test/deprecations-of.ts`;
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const service = ts.createLanguageService({
    // Only the sources matter here: to leave out the types of packages takes half the time.
    getCompilationSettings: () => ({ ...options, types: [] }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const source = name === file ? text : ts.sys.readFile(name);
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || (!name.includes('/node_modules/') && ts.sys.fileExists(name)),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  try {
    const mistakes = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
    if (mistakes.length > 0) throw new Error(mistakes.map(messageOf).join('\n'));
    return service
      .getSuggestionDiagnostics(file)
      .filter(({ reportsDeprecated }) => reportsDeprecated !== undefined)
      .map(({ start, length }) => text.slice(start, start + length));
  } finally {
    service.dispose();
  }
}

function messageOf({ messageText }: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(messageText, '\n');
}
