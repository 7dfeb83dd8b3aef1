import type { Access } from '../path-use.ts';

export interface PatchedFile {
  readonly access: Access;
  readonly path: string;
  /** The lines that the patch adds. */
  readonly content?: string;
}

type Verb = 'Add File' | 'Update File' | 'Delete File' | 'Move to';

const header = /^\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/;

/** Nobody writes a longer one, and each file is looked up. */
const maxFiles = 10_000;

/** A patch may be wrapped as a here-document of a shell: some agents unwrap it. */
const opening = /^(?:(?:cat|apply_?patch)\s*)?<<-?\s*(["']?)(\w+)\1$/;

/**
 * Every file that a patch between `*** Begin Patch` and `*** End Patch` adds, changes, deletes or moves to. Null when the
 * text, or a part of it, is something else: the program that applies it may understand that part in another way.
 */
export function patchPaths(text: string): readonly PatchedFile[] | null {
  const reader = new PatchReader();
  const lines = text.trim().split('\n');
  const [, , end] = opening.exec(lines[0]?.trim() ?? '') ?? [];
  const inner = end !== undefined && lines.at(-1)?.trim() === end ? lines.slice(1, -1) : lines;
  return inner.every((line) => reader.read(line)) ? reader.files : null;
}

class PatchReader {
  readonly #found: PatchedFile[] = [];
  readonly #added: string[][] = [];
  #isOpen = false;
  #isDone = false;
  /** What the lines belong to that are now to come. */
  #verb: Verb | null = null;
  #updated: string | null = null;

  /** The files of a patch that was read to its end; null when there is none. */
  get files(): readonly PatchedFile[] | null {
    if (!this.#isDone || this.#isOpen || this.#found.length === 0) return null;
    return this.#found.map((file, at) => ({ ...file, content: (this.#added[at] ?? []).join('\n') }));
  }

  /** Whether the line can be read where it stands. */
  read(line: string): boolean {
    const plain = line.trim();
    if (!this.#isOpen) return plain === '' || this.#begin(plain);
    if (plain === '*** End Patch' && !/^[ +-]/.test(line)) return this.#end();
    const [, verb, path = ''] = header.exec(plain) ?? [];
    // A line of a file that begins with a blank may look like a header. It counts as both, since readers differ.
    const isContext = this.#verb === 'Update File' && line.startsWith(' ');
    if (verb !== undefined) return this.#add(verb as Verb, path.trim(), isContext);
    return plain === '' || this.#isContent(line);
  }

  #begin(plain: string): boolean {
    this.#isOpen = plain === '*** Begin Patch';
    this.#verb = null;
    this.#updated = null;
    return this.#isOpen;
  }

  #end(): boolean {
    this.#isOpen = false;
    this.#isDone = true;
    return true;
  }

  #add(verb: Verb, path: string, isContext: boolean): boolean {
    // Readers differ in which signs they drop around a path.
    if (path === '' || this.#found.length >= maxFiles || /[\p{Cc}\p{Zl}\p{Zp}\uFEFF]/u.test(path))
      return false;
    if (verb === 'Move to') {
      if (this.#updated === null) return false;
      this.#found.push({ access: 'delete', path: this.#updated });
    } else if (!isContext) {
      this.#verb = verb;
      this.#updated = verb === 'Update File' ? path : null;
    }
    this.#found.push({ access: verb === 'Delete File' ? 'delete' : 'write', path });
    return true;
  }

  #isContent(line: string): boolean {
    const at = this.#found.length - 1;
    if (line.startsWith('+')) {
      this.#added[at] ??= [];
      this.#added[at].push(line.slice(1));
    }
    if (this.#verb === 'Add File') return line.startsWith('+');
    return this.#verb === 'Update File' && /^(?:[ +-]|@@|\*\*\* End of File\s*$)/.test(line);
  }
}
