import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml';
import type { ScriptPart } from './script-part.ts';

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
      // Some pipelines name the shell in place of `run`.
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

/** Expressions of a workflow become a variable of the same length; other shells than the usual get their text. */
function runnable(value: string, shell: string): string {
  const text = value.replaceAll(/\$\{\{[^}\n]*\}\}/g, (one) => `$${'E'.repeat(one.length - 1)}`);
  const quoted = `'${text.replaceAll(`'`, `'\\''`)}'`;
  if (/^python/.test(shell)) return `python3 -c ${quoted}`;
  return /^(?:pwsh|powershell|cmd)\b/.test(shell) ? `pwsh -c ${quoted}` : text;
}
