import { dirname, resolve } from 'node:path';
import { isFile } from '../../files/file-facts.ts';

/** `'lib', 'rules.js'` and `'/' + 'rules.js'`: texts that code puts together. */
const texts =
  /(?:'[^'\n]{1,200}'|"[^"\n]{1,200}"|`[^`\n]{1,200}`)(?:\s{0,20}[,+]\s{0,20}['"`][^'"`\n]{1,200}['"`]){0,8}/g;
const maxTexts = 2000;

/** Files beside code that its texts name, in whatever call: `require(path.join(__dirname, 'lib.js'))`. */
export function filesNamedIn(code: string, file: string): readonly string[] {
  const folder = dirname(file);
  const named = [...code.matchAll(texts)].slice(0, maxTexts).flatMap(([all]) => namesIn(all));
  return [...new Set(named)]
    .map((name) => resolve(folder, `./${name}`))
    .filter((path) => path !== file && isFile(path));
}

function namesIn(list: string): readonly string[] {
  const parts = [...list.matchAll(/['"`]([^'"`\n]+)['"`]/g)].map(([, part = '']) =>
    part.replace(/^\$\{[^}]*\}/, ''),
  );
  const names = parts.length > 1 ? [...parts, parts.join('/'), parts.join('')] : parts;
  return names.flatMap((name) => [name, `${name}.js`, `${name}.py`]).filter((name) => /\.\w+$/.test(name));
}
