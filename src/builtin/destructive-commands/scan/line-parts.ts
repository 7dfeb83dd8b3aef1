import type { ScriptPart } from './script-part.ts';

export function partsOfMakefile(text: string): readonly ScriptPart[] {
  return logicalLines(text).flatMap(({ text: own, line }) => {
    if (!own.startsWith('\t')) return [];
    const start = /^\t[\s@+-]*/.exec(own)?.[0].length ?? 1;
    // Variables of make stand where those of the shell would.
    const shell = own
      .slice(start)
      .replaceAll(/\$\((\w+)\)/g, '$${$1}')
      .replaceAll('$$', '$');
    return shell.trim() === '' || shell.startsWith('#')
      ? []
      : [{ text: shell, line, column: start + 1, indent: 1 }];
  });
}

/** What an image is built by runs within the image: what it removes there is the image's own. */
const elsewhere = ['filesystem', 'system'];

export function partsOfDockerfile(text: string): readonly ScriptPart[] {
  const lines = text.split('\n');
  return logicalLines(text).flatMap(({ text: own, line }): readonly ScriptPart[] => {
    const start = /^\s*RUN\s+(?:--\S+\s+)*/i.exec(own)?.[0].length;
    if (start === undefined) return [];
    const shell = own.slice(start);
    const at = { line, column: start + 1, indent: 1, without: elsewhere };
    const words = listOf(shell);
    if (words !== null)
      return [{ ...at, text: words.map((word) => `'${word.replaceAll(`'`, `'\\''`)}'`).join(' ') }];
    const mark = /^<<-?['"]?(\w+)['"]?\s*$/.exec(shell)?.[1];
    if (mark === undefined) return [{ ...at, text: shell }];
    const end = lines.findIndex((one, index) => index >= line && one.trim() === mark);
    const body = lines.slice(line, end < 0 ? lines.length : end).join('\n');
    return [{ ...at, text: body, line: line + 1, column: 1 }];
  });
}

function listOf(text: string): readonly string[] | null {
  if (!text.startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(String) : null;
  } catch {
    return null;
  }
}

function logicalLines(text: string): readonly { readonly text: string; readonly line: number }[] {
  const found: { text: string; line: number }[] = [];
  let isOpen = false;
  text.split('\n').forEach((own, at) => {
    const last = found.at(-1);
    // A Dockerfile may have comments between the lines of one command.
    if (isOpen && last !== undefined) last.text += `\n${/^\s*#/.test(own) ? '\\' : own}`;
    else found.push({ text: own, line: at + 1 });
    isOpen = /\\$/.test(own) || (isOpen && /^\s*#/.test(own));
  });
  return found;
}
