import { mistake, type Problem, warning } from './problem.ts';
import type { SourceFile } from './source-file.ts';
import type { Path, Source } from './yaml-source.ts';

/**
 * `isLenient` allows comments and extra commas. jsonc-parser breaks in bundles; a YAML parser accepts what JSON
 * refuses and takes seconds for a megabyte.
 */
export function parseJson(file: SourceFile, isLenient = false): Source {
  const parser = new JsonParser(file, isLenient);
  const root = parser.parse();
  return {
    file,
    value: root?.value ?? null,
    problems: parser.problems,
    at(path, what = 'value') {
      const [start, end] = rangeOf(root, path, what);
      return file.place(start, end);
    },
  };
}

export function parseCommentedJson(file: SourceFile): {
  readonly root: JsonNode | null;
  readonly problems: readonly Problem[];
} {
  const parser = new JsonParser(file, true);
  const root = parser.parse();
  return { root, problems: parser.problems };
}

type Range = readonly [start: number, end: number];

export interface JsonNode {
  readonly value: unknown;
  readonly range: Range;
  readonly members: ReadonlyMap<PropertyKey, Member>;
}

interface Member {
  readonly key: Range;
  readonly node: JsonNode;
}

function rangeOf(root: JsonNode | null, path: Path, what: 'key' | 'value'): Range {
  let node = root;
  let key: Range | null = null;
  for (const [depth, step] of path.entries()) {
    const member = node?.members.get(step);
    // A missing part is shown at what would contain it.
    if (member === undefined) return node?.range ?? [0, 0];
    node = member.node;
    key = depth === path.length - 1 ? member.key : null;
  }
  return (what === 'key' ? key : null) ?? node?.range ?? [0, 0];
}

const noMembers: JsonNode['members'] = new Map();
const maxDepth = 200;

const tokens = {
  space: /[ \t\r\n]+/y,
  comment: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of them in text
  text: /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y,
  number: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y,
  word: /(?:true|false|null)(?!\w)/y,
} as const;

class Unreadable {
  readonly message: string;
  readonly range: Range;

  constructor(message: string, range: Range) {
    this.message = message;
    this.range = range;
  }
}

class JsonParser {
  readonly problems: Problem[] = [];
  readonly #file: SourceFile;
  readonly #text: string;
  #position: number;
  readonly #isLenient: boolean;
  #depth = 0;

  constructor(file: SourceFile, isLenient: boolean) {
    this.#file = file;
    this.#isLenient = isLenient;
    this.#text = file.text;
    this.#position = file.text.startsWith('\ufeff') ? 1 : 0;
  }

  parse(): JsonNode | null {
    try {
      this.#skip();
      if (this.#isAtEnd()) throw new Unreadable('the file is empty; without settings it is {}', [0, 0]);
      const root = this.#value();
      this.#skip();
      if (!this.#isAtEnd()) throw this.#unexpected('the file ends with the first value, before');
      return root;
    } catch (problem) {
      if (!(problem instanceof Unreadable)) throw problem;
      this.#fail(problem.message, problem.range);
      return null;
    }
  }

  #value(): JsonNode {
    const next = this.#text[this.#position];
    if (next === '{') return this.#collection('}', () => this.#object());
    if (next === '[') return this.#collection(']', () => this.#list());
    const range = this.#token('text') ?? this.#token('number') ?? this.#token('word');
    if (range === null) throw this.#unexpected('a value is expected, not');
    return { value: JSON.parse(this.#text.slice(...range)), range, members: noMembers };
  }

  #collection(close: string, read: () => Pick<JsonNode, 'value' | 'members'>): JsonNode {
    const start = this.#position;
    if (this.#depth === maxDepth) throw new Unreadable('this is nested too deep', [start, start + 1]);
    this.#depth += 1;
    this.#position += 1;
    this.#skip();
    try {
      const { value, members } = read();
      this.#position += close.length;
      return { value, members, range: [start, this.#position] };
    } catch (problem) {
      // At the end of the file, the innermost open collection is the best place.
      if (problem !== endOfFile) throw problem;
      throw new Unreadable(`this "${this.#text[start]}" is never closed`, [start, start + 1]);
    } finally {
      this.#depth -= 1;
    }
  }

  #object(): Pick<JsonNode, 'value' | 'members'> {
    const value: Record<string, unknown> = {};
    const members = new Map<PropertyKey, Member>();
    this.#entries('}', () => {
      const key = this.#token('text');
      if (key === null) throw this.#unexpected('a key in double quotes is expected, not');
      const name = JSON.parse(this.#text.slice(...key)) as string;
      this.#skip();
      if (this.#text[this.#position] !== ':') throw this.#unexpected(`":" is expected after "${name}", not`);
      this.#position += 1;
      this.#skip();
      const node = this.#value();
      if (members.has(name)) {
        const message = `"${name}" is here twice; only the last one counts`;
        this.problems.push(warning('key-twice', message, this.#file.place(...key)));
      }
      members.set(name, { key, node });
      // Assigning `__proto__` would change the object's prototype.
      Object.defineProperty(value, name, { value: node.value, ...plain });
    });
    return { value, members };
  }

  #list(): Pick<JsonNode, 'value' | 'members'> {
    const value: unknown[] = [];
    const members = new Map<PropertyKey, Member>();
    this.#entries(']', () => {
      const node = this.#value();
      members.set(value.length, { key: node.range, node });
      value.push(node.value);
    });
    return { value, members };
  }

  #entries(close: string, read: () => void): void {
    while (this.#text[this.#position] !== close) {
      read();
      const end = this.#position;
      this.#skip();
      if (this.#text[this.#position] === close) return;
      const comma = this.#position;
      if (this.#text[comma] !== ',') {
        if (this.#isAtEnd()) throw endOfFile;
        throw /["{[\w-]/.test(this.#text[comma] ?? '')
          ? new Unreadable('a comma is missing after this', [end - 1, end])
          : this.#unexpected(`"," or "${close}" is expected, not`);
      }
      this.#position += 1;
      this.#skip();
      if (this.#text[this.#position] === close && !this.#isLenient) {
        this.#fail('JSON has no comma after the last entry; remove it', [comma, comma + 1]);
      }
    }
  }

  #skip(): void {
    for (;;) {
      if (this.#token('space') !== null) continue;
      const comment = this.#token('comment');
      if (comment === null) return;
      if (!this.#isLenient) this.#fail('JSON has no comments; remove it', comment);
    }
  }

  #token(kind: keyof typeof tokens): Range | null {
    const pattern = tokens[kind];
    pattern.lastIndex = this.#position;
    if (!pattern.test(this.#text)) return null;
    const start = this.#position;
    this.#position = pattern.lastIndex;
    return [start, this.#position];
  }

  #isAtEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  #unexpected(expected: string): Unreadable | typeof endOfFile {
    if (this.#isAtEnd() && this.#depth > 0) return endOfFile;
    const start = this.#position;
    const [found = ''] = /^(?:[\w$.-]+|[\s\S])?/.exec(this.#text.slice(start, start + 40)) ?? [];
    const range: Range = [start, start + found.length];
    if (found === '"') {
      const line = this.#text.slice(start).split('\n', 1)[0] ?? '';
      const message = /^"(?:[^"\\]|\\.)*"/.test(line)
        ? 'this text has a character or an escape that JSON does not have; "\\" itself is written "\\\\"'
        : 'this text is never closed by a quote on its line';
      return new Unreadable(message, [start, start + line.trimEnd().length]);
    }
    const hint = found === "'" ? '; put text in double quotes' : '';
    return new Unreadable(`${expected} ${JSON.stringify(found)}${hint}`, range);
  }

  #fail(message: string, [start, end]: Range): void {
    this.problems.push(mistake(message, this.#file.place(start, end)));
  }
}

const endOfFile = Symbol('the file ended too early');
const plain = { enumerable: true, configurable: true, writable: true } as const;
