import { relative } from 'node:path';
import { isModule } from './module-imports.ts';
import { filesNamedIn } from './named-in-code.ts';
import { isPython } from './python-imports.ts';
import { scriptText } from './script-text.ts';

const calls = {
  module: /(?<![\w.])(?:require|import)\s{0,20}\([^)\n]{1,200}\)?/g,
  python: /\b(?:__import__|import_module|run_path|spec_from_file_location)\s{0,20}\([^)\n]{1,200}\)?/g,
};

/** Which file another call loads is known only when it runs. */
const plain = /\(\s{0,20}(?:'[^'$]*'|"[^"$]*"|`[^`$]*`)\s{0,20}[,)]/;

export function unresolvedImports(files: readonly string[], folder: string): readonly string[] {
  return files.flatMap((file) => {
    const kind = isModule(file) ? 'module' : isPython(file) ? 'python' : null;
    if (kind === null) return [];
    const found = [...scriptText(file).matchAll(calls[kind])].map(([call]) => call);
    return [...new Set(found)]
      .filter((call) => !plain.test(call) && filesNamedIn(call, file).length === 0)
      .map((call) => `${relative(folder, file)}: ${call}`);
  });
}
