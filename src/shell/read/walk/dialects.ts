import type { Span } from '../reading.ts';
import type { Frame } from '../state/frame.ts';
import type { Node } from '../syntax/tree.ts';

export function checkDialect(
  text: string,
  nodes: readonly Node[],
  { dialect, reader }: Frame,
  span: Span,
): void {
  // To dash, `$'a\'` is a dollar and a whole quoted text.
  if (dialect === 'posix' && text.includes("$'"))
    reader.doubt('line', "text in $'…', which not every sh has", span);
  // Inside quotes, `"a$"` ends with a dollar for every shell.
  if (dialect === 'posix' && /(?:^|[\s;&|(=])\$"/.test(text))
    reader.doubt('line', 'text in $"…", which not every sh has', span);
  if (dialect === 'other' && !isPlain(text, nodes))
    reader.doubt('line', 'code in the language of another shell', span);
}

/** One command of plain words means the same to every shell. */
function isPlain(text: string, nodes: readonly Node[]): boolean {
  return (
    nodes.length <= 1 && nodes.every(({ kind }) => kind === 'simple') && /^[\w ./:=@%+,'"-]*$/.test(text)
  );
}

const commandLike = /^\s*[A-Za-z_./][\w./-]*\s+[^\s=+*/%<>&|^?:,-]/;

/** `((rm x))` is arithmetic to bash, and a command in two subshells to sh. */
export function checkArithmetic(text: string, span: Span, { dialect, reader }: Frame): void {
  if (dialect === 'posix' || commandLike.test(text))
    reader.doubt('line', 'arithmetic, which sh reads as commands', span);
}
