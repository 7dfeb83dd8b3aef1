import { type JsonNode, parseCommentedJson } from '../../../config/source/json-source.ts';
import { ConfigError, mistake } from '../../../config/source/problem.ts';
import { SourceFile } from '../../../config/source/source-file.ts';

type Step = string | number;

/**
 * Changes JSON in place: every byte outside of the change stays, with comments, order and indentation. Each change reads
 * the text again, since files of settings are small.
 */
export class JsonEdit {
  readonly #path: string;
  #text: string;
  #root: JsonNode;

  /** Throws with the place where the text is no JSON. */
  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
    this.#root = this.#read();
  }

  get text(): string {
    return this.#text;
  }

  get value(): unknown {
    return this.#root.value;
  }

  /** Puts a value behind the last entry of an object or a list. */
  add(path: readonly Step[], key: string | null, value: unknown): void {
    const node = this.#at(path);
    const [start, end] = node.range;
    const close = end - 1;
    const name = key === null ? '' : `${JSON.stringify(key)}: `;
    const last = [...node.members.values()].at(-1);
    const indent = this.#indentAt(start) + this.#unit();
    if (last === undefined) {
      const inner = this.#text.slice(start + 1, close).trimEnd();
      const from = start + 1 + inner.length;
      const entry = `${this.#newline()}${indent}${name}${this.#print(value, indent)}`;
      this.#replace(from, close, `${entry}${this.#newline()}${this.#indentAt(start)}`);
      return;
    }
    const lastEnd = last.node.range[1];
    const tail = this.#text.slice(lastEnd, close);
    const comma = commaIn(tail) === -1 ? ',' : '';
    if (!this.#text.slice(start, end).includes('\n')) {
      this.#replace(lastEnd, lastEnd, `${comma} ${name}${JSON.stringify(value)}`);
      return;
    }
    const rest = tail.trimEnd();
    const entry = `${this.#newline()}${indent}${name}${this.#print(value, indent)}`;
    this.#replace(lastEnd, lastEnd + rest.length, `${comma}${rest}${entry}`);
  }

  replace(path: readonly Step[], value: unknown): void {
    const [start, end] = this.#at(path).range;
    this.#replace(start, end, this.#print(value, this.#indentAt(start)));
  }

  /** Takes an entry out, with its comma and the blanks before it. Comments around it stay. */
  remove(path: readonly Step[]): void {
    const key = path.at(-1);
    const parent = this.#at(path.slice(0, -1));
    const entries = [...parent.members];
    const index = entries.findIndex(([name]) => name === key);
    const entry = entries[index]?.[1];
    if (entry === undefined) return;
    const [open, end] = parent.range;
    const close = end - 1;
    const start = Array.isArray(parent.value) ? entry.node.range[0] : entry.key[0];
    const entryEnd = entry.node.range[1];
    const from = open + 1 + this.#text.slice(open + 1, start).trimEnd().length;
    const next = entries[index + 1]?.[1];
    const previous = entries[index - 1]?.[1];
    if (next !== undefined) {
      const comma = commaIn(this.#text.slice(entryEnd, next.key[0]));
      this.#replace(from, entryEnd + comma + 1, '');
    } else if (previous !== undefined) {
      const previousEnd = previous.node.range[1];
      const comma = previousEnd + commaIn(this.#text.slice(previousEnd, start));
      const between = this.#text.slice(previousEnd, from);
      const kept = between.slice(0, comma - previousEnd) + between.slice(comma - previousEnd + 1);
      this.#replace(previousEnd, entryEnd, kept);
    } else {
      const isAlone =
        this.#text.slice(open + 1, from) === '' && /^[\s,]*$/.test(this.#text.slice(entryEnd, close));
      this.#replace(from, isAlone ? close : entryEnd, '');
    }
  }

  /** Refuses the file for what stands at a path. */
  refuse(path: readonly Step[], message: string): never {
    const [start, end] = this.#at(path).range;
    throw new ConfigError([mistake(message, new SourceFile(this.#path, this.#text).place(start, end))]);
  }

  /** Refuses a file that says a key twice: programs do not agree which of the two counts, and some read neither. */
  refuseRepeated(): void {
    const { problems } = parseCommentedJson(new SourceFile(this.#path, this.#text));
    const repeated = problems.filter((one) => one.severity === 'warning' && one.code === 'key-twice');
    if (repeated.length > 0)
      throw new ConfigError(repeated.map(({ message, place }) => mistake(message, place)));
  }

  #read(): JsonNode {
    const { root, problems } = parseCommentedJson(new SourceFile(this.#path, this.#text));
    const mistakes = problems.filter(({ severity }) => severity === 'error');
    if (root === null || mistakes.length > 0) throw new ConfigError(mistakes);
    return root;
  }

  #at(path: readonly Step[]): JsonNode {
    let node = this.#root;
    for (const step of path) {
      const member = node.members.get(step);
      if (member === undefined) break;
      node = member.node;
    }
    return node;
  }

  #replace(start: number, end: number, text: string): void {
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    this.#root = this.#read();
  }

  #print(value: unknown, indent: string): string {
    return JSON.stringify(value, null, this.#unit()).replaceAll('\n', this.#newline() + indent);
  }

  #newline(): string {
    return this.#text.includes('\r\n') ? '\r\n' : '\n';
  }

  /** One step of the file's own indentation. Default: two blanks. */
  #unit(): string {
    return /\n([ \t]+)\S/.exec(this.#text)?.[1] ?? '  ';
  }

  #indentAt(offset: number): string {
    const lineStart = this.#text.lastIndexOf('\n', offset - 1) + 1;
    return /^[ \t]*/.exec(this.#text.slice(lineStart, offset))?.[0] ?? '';
  }
}

/** Where a comma stands outside of comments, or -1. */
function commaIn(text: string): number {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length)).indexOf(',');
}
