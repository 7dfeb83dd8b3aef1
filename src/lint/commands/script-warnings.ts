import { basename } from 'node:path';
import { shortPath, type UnplacedWarning, unplaced } from '../../config/source/problem.ts';
import { isExecutable } from '../../files/file-facts.ts';
import { firstLineProgram, type HookScript, isThere } from './script.ts';
import { bashOnly, isEmpty } from './shell-text.ts';

export function scriptWarnings(script: HookScript, path: string): readonly UnplacedWarning[] {
  return [...lineWarnings(script), ...programWarnings(script, path), ...textWarnings(script)];
}

function lineWarnings({ file, text, reader, by }: HookScript): readonly UnplacedWarning[] {
  const name = shortPath(file);
  if (/^\ufeff#!/.test(text)) {
    return [
      unplaced(
        'handler-lines',
        `${name} begins with a byte order mark, which hides its "#!"; save it without`,
      ),
    ];
  }
  const isBroken =
    /\r\n/.test(text) &&
    (reader === 'sh' ||
      reader === 'bash' ||
      reader === 'ksh' ||
      (by === 'itself' && /^#![^\n]*\r/.test(text)));
  if (!isBroken) return [];
  return [
    unplaced(
      'handler-lines',
      `the lines of ${name} end as on Windows, which ${reader === 'other' ? 'its first line' : reader} cannot read; save it with the line ends of Unix`,
    ),
  ];
}

function programWarnings(
  { file, text, by, program, reader }: HookScript,
  path: string,
): readonly UnplacedWarning[] {
  const name = shortPath(file);
  const named = firstLineProgram(text);
  if (by === 'itself') {
    if (named === null) {
      const near = /^(?:# *!|!#|#!|\/\/ *#!) *\S/.test(text.trimStart())
        ? '; its first line is nearly one'
        : '';
      const message = `${name} has no first line such as #!/bin/sh, so no program is named to run it${near}`;
      return [unplaced('handler-program', message)];
    }
    const asked = named.program.replace(/\r$/, '');
    if (asked !== named.program || isThere(asked, named.isSearched, path)) return [];
    return [unplaced('handler-program', `the first line of ${name} names ${asked}, which is not there`)];
  }
  if (named === null || basename(by) !== basename(program)) return [];
  const [meant, real] = [basename(named.program), basename(by)];
  const isOther = /^(?:ba|z|k|fi)sh$|^(?:deno|bun|pypy)/.test(meant) && meant !== real && !isExecutable(file);
  if (!isOther || reader === 'bash') return [];
  return [
    unplaced(
      'handler-program',
      `${name} is run by ${real}, and not by ${meant} as its first line says, because it is not executable; chmod +x`,
    ),
  ];
}

function textWarnings(script: HookScript): readonly UnplacedWarning[] {
  const { file, text, reader } = script;
  const name = shortPath(file);
  if (isEmpty(text)) return [unplaced('handler-empty', `${name} does nothing: it has nothing but comments`)];
  const exporting = exportingScript(script);
  if (exporting.length > 0) return exporting;
  const sign = reader === 'sh' ? bashOnly(text) : null;
  return sign === null
    ? []
    : [
        unplaced(
          'handler-dialect',
          `${name} is run by sh, which does not have "${sign}" as bash does; name bash in its first line`,
        ),
      ];
}

function exportingScript({ file, text, reader }: HookScript): readonly UnplacedWarning[] {
  const isExporting = /^[ \t]{0,20}(?:export\b|module\.exports\b|exports\.)/m.test(text);
  if (reader !== 'node' || !isExporting || /\b(?:process|console|import|require)\b/.test(text)) return [];
  const message = `${shortPath(file)} exports a function, which a command never calls; write type: module`;
  return [unplaced('handler-exit', message)];
}
