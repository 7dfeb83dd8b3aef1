import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml';

export interface ScriptPart {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly indent: number;
  readonly without?: readonly string[];
  /** The machine is discarded after the run. */
  readonly isThrownAway?: boolean;
}

export function partsOfMakefile(text: string): readonly ScriptPart[] {
  return logicalLines(text).flatMap(({ text: own, line }) => {
    if (!own.startsWith('\t')) return [];
    const start = /^\t[\s@+-]*/.exec(own)?.[0].length ?? 1;
    // Variables of make become variables of the shell.
    const shell = own
      .slice(start)
      .replaceAll(/\$\((\w+)\)/g, '$${$1}')
      .replaceAll('$$', '$');
    return shell.trim() === '' || shell.startsWith('#')
      ? []
      : [{ text: shell, line, column: start + 1, indent: 1 }];
  });
}

/** A build changes only the image. */
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

export function partsOfYaml(text: string, isPackage: boolean): readonly ScriptPart[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const [broken] = document.errors;
  if (broken !== undefined) throw new Error(broken.message);
  const parts: ScriptPart[] = [];
  const add = (node: unknown, shell = ''): void => {
    if (isSeq(node)) for (const item of node.items) add(item, shell);
    else if (isScalar(node) && typeof node.value === 'string')
      parts.push({ ...partOf(node, text, lines, shell), isThrownAway: !isPackage });
  };
  const visit = (node: unknown, depth: number): void => {
    if (depth > 50) return;
    if (isSeq(node)) for (const item of node.items) visit(item, depth + 1);
    if (!isMap(node)) return;
    const shell = node.get('shell');
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (isPackage) {
        if (name === 'scripts' && depth === 0 && isMap(value)) for (const one of value.items) add(one.value);
        continue;
      }
      if (/^(?:run|script|before_script|after_script)$/.test(name))
        add(isMap(value) ? value.get('command', true) : value, typeof shell === 'string' ? shell : '');
      // Some pipelines write `bash:` instead of `run:`.
      if (/^(?:bash|pwsh|powershell)$/.test(name)) add(value, name);
      visit(value, depth + 1);
    }
  };
  visit(document.contents as Node | null, 0);
  return parts;
}

function partOf(node: Scalar, text: string, lines: LineCounter, shell: string): ScriptPart {
  const start = node.range?.[0] ?? 0;
  const { line, col } = lines.linePos(start);
  const value = runnable(String(node.value), shell);
  if (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED')
    return { text: value, line, column: node.type === 'PLAIN' ? col : col + 1, indent: 1 };
  const content = text.slice(text.indexOf('\n', start) + 1);
  const indent = (/^(?:[^\S\n]*\n)*( *)/.exec(content)?.[1]?.length ?? 0) + 1;
  return { text: value, line: line + 1, column: indent, indent };
}

/** Expressions become variables of the same length, so columns stay right. */
function runnable(value: string, shell: string): string {
  const text = value.replaceAll(/\$\{\{[^}\n]*\}\}/g, (one) => `$${'E'.repeat(one.length - 1)}`);
  const quoted = `'${text.replaceAll(`'`, `'\\''`)}'`;
  if (/^python/.test(shell)) return `python3 -c ${quoted}`;
  return /^(?:pwsh|powershell|cmd)\b/.test(shell) ? `pwsh -c ${quoted}` : text;
}
