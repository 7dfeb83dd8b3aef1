import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const programFolder = dirname(fileURLToPath(import.meta.url));
const sumBytes = 4;

let running: KeptCode | null = null;

/** From now on, loads the program's files by what this command kept of them. */
export function useKeptCode(command: string): KeptCode {
  running ??= new KeptCode(command);
  return running;
}

/**
 * The compiled form of the program's files. To compile them takes a third of a start, so a call keeps what it compiled, beside
 * them, for the next. Who can write there can write the program itself. What is of another text or Node, or damaged, does not
 * count, and nothing needs what is there.
 */
class KeptCode {
  readonly #folder: string;
  /** The files that were compiled anew. */
  readonly #compiled = new Map<string, { readonly script: Script; readonly source: Buffer }>();

  constructor(command: string) {
    const node = `${process.version}-${process.arch}-${cachedDataVersionTag()}`;
    // Each command compiles other parts of the same files.
    this.#folder = join(programFolder, 'kept', node, command);
    const { extensions } = createRequire(import.meta.url);
    const others = extensions['.js'];
    extensions['.js'] = (module, file) => {
      if (dirname(file) !== programFolder || !this.#load(module, file)) others?.(module, file);
    };
  }

  /** Keeps what was compiled anew. Where it cannot be written, the next call compiles it again. */
  write(): void {
    if (this.#compiled.size === 0) return;
    try {
      // Whoever may not write the program may not write this, whatever the mask of this process allows.
      mkdirSync(this.#folder, { recursive: true, mode: 0o755 });
      for (const [file, { script, source }] of this.#compiled)
        this.#writeOne(file, source, script.createCachedData());
      this.#compiled.clear();
    } catch {
      // It saves time, and nothing else.
    }
  }

  #writeOne(file: string, source: Buffer, code: Buffer): void {
    const bytes = Buffer.alloc(sumBytes + code.length);
    bytes.writeUInt32LE(sumOf(source, code));
    code.copy(bytes, sumBytes);
    const place = this.#placeOf(file);
    const fresh = `${place}.${process.pid}`;
    writeFileSync(fresh, bytes, { mode: 0o644 });
    renameSync(fresh, place);
  }

  /** False for what Node must load itself: the program's first file, and those that import modules. */
  #load(module: NodeJS.Module, file: string): boolean {
    const source = readFileSync(file);
    const kept = this.#read(file, source);
    const text = source.toString();
    if (kept === null && /^#!|import\(/.test(text)) return false;
    const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${text}\n})`, {
      filename: file,
      ...(kept !== null && { cachedData: kept }),
    });
    if (kept === null || script.cachedDataRejected === true) this.#compiled.set(file, { script, source });
    const run = script.runInThisContext() as (...values: unknown[]) => void;
    run.call(module.exports, module.exports, (id: string) => module.require(id), module, file, programFolder);
    return true;
  }

  /** Node takes damaged code for code, and crashes; and that of another text of the same length for its own. So a sum stands before it. */
  #read(file: string, source: Buffer): Buffer | null {
    try {
      const bytes = readFileSync(this.#placeOf(file));
      const code = bytes.subarray(sumBytes);
      return bytes.readUInt32LE() === sumOf(source, code) ? code : null;
    } catch {
      return null;
    }
  }

  #placeOf(file: string): string {
    return join(this.#folder, `${basename(file)}.code`);
  }
}

/** Of the file and its code. Times would not tell: whoever unpacks or copies a package sets them back. */
function sumOf(source: Buffer, code: Buffer): number {
  return crc32(code, crc32(source));
}
