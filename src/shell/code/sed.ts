import type { CodeFindings } from './code.ts';

const blank = /(?:[\s;]+|#[^\n]*)/y;
const address = /(?:\d+(?:~\d+)?|\$|[+~]\d+)/y;
const pattern = /(?:\/(?:\\[\s\S]|\[\^?\]?[^\]\n/]*\]|[^\\/\n])*\/|\\(.)(?:\\[\s\S]|(?!\1)[^\\\n])*\1)[IM]*/y;
const simple = /(?:[=dDgGhHnNpPxzF{}]|[qQlL] *\d*|[btT:] *[\w.]*)(?=[\s;}#]|$)|[{}]/y;
const text = /[aic](?:\\\n|\\|\s)?(?:\\[\s\S]|[^\\\n])*/y;
const file = /([rRwW])[ \t]*([^\n]*)/y;
const execute = /e[ \t]*([^\n]*)/y;
const flags = /(?:[gIimMpe\d]*w[ \t]*([^\n]*)|[gIimMpe\d]*)/y;

/** What a script of sed reads, writes and runs besides what it is given. */
export function readSed(script: string, found: CodeFindings): void {
  let at = 0;
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const taken = expression.exec(script);
    if (taken === null || taken[0] === '') return null;
    at += taken[0].length;
    return taken;
  };
  const addresses = (): void => {
    while (take(address) ?? take(pattern) ?? take(/[\s,!]+/y));
  };
  while (at < script.length) {
    if (take(blank) !== null) continue;
    addresses();
    if (at >= script.length) break;
    if (take(/[sy](?=[^\s\\])/y) !== null) {
      const isWhole = section(true) && section(false);
      const given = isWhole ? take(flags) : null;
      if (given?.[1] !== undefined) opened('w', given[1], found);
      // What comes of the substitution is run.
      if (/^[gIimMp\d]*e/.test(given?.[0] ?? '')) found.doubt('hidden', 's///e');
      if (isWhole && /^(?:[\s;}#]|$)/.test(script.slice(at, at + 1))) continue;
    } else if (take(simple) !== null || take(text) !== null) continue;
    else {
      const path = take(file);
      const line = path === null ? take(execute) : null;
      if (path !== null) opened(path[1] ?? 'w', path[2] ?? '', found);
      if (line?.[1] === '') found.doubt('hidden', 'e');
      if (line !== null) found.run(line[1] ?? '');
      if (path !== null || line !== null) continue;
    }
    found.doubt('unknown', 'a command of sed that could not be read');
    // The rest may still run something or open files.
    for (const [, letter = 'w', path = ''] of script
      .slice(at)
      .matchAll(/(?:^|[;{}\n/\d$]) *([rRwW])[ \t]+([^\n]*)/g))
      opened(letter, path, found);
    if (/(?:^|[;{}\n\d$/]) *e(?:\s|$)|[^\w\s][gpiImM\d]*e/.test(script.slice(at))) found.doubt('hidden', 'e');
    return;
  }

  /** Skips one part of `s/…/…/`. False where it has no end that is sure. */
  function section(isFirst: boolean): boolean {
    const mark = isFirst ? script.charAt(at) : script.charAt(at - 1);
    if (isFirst) at += 1;
    let isInClass = false;
    for (; script.charAt(at) !== mark; at += 1) {
      if (at >= script.length) return false;
      if (script.charAt(at) === '\\') at += 1;
      else if (isFirst && script.charAt(at) === '[') isInClass = true;
      else if (script.charAt(at) === ']') isInClass = false;
    }
    at += 1;
    // Whether a mark in brackets ends the pattern depends on the sed.
    return !isInClass;
  }
}

function opened(letter: string, path: string, found: CodeFindings): void {
  if (/^\/dev\/std(?:out|err|in)$/.test(path.trim())) return;
  found.path(/[rR]/.test(letter) ? 'read' : 'write', [path.trim()]);
}
