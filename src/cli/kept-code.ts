import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/**
 * The compiled form of the program's files. To compile them takes a third of a start, so a call keeps what it compiled, beside
 * them, for the next. Who can write there can write the program itself. What is older than its file, damaged or of another Node
 * does not count, and nothing needs what is there.
 */
const folder = dirname(fileURLToPath(import.meta.url));
const keptFolder = join(folder, 'kept', `${process.version}-${process.arch}-${cachedDataVersionTag()}`);

/** The files that were compiled anew. */
const compiled = new Map<string, Script>();

let isUsed = false;

/** Uses kept code for all files of the program that are loaded from now on. */
export function useKeptCode(): void {
  if (isUsed) return;
  isUsed = true;
  const { extensions } = createRequire(import.meta.url);
  const others = extensions['.js'];
  extensions['.js'] = (module, file) => {
    if (dirname(file) !== folder || !load(module, file)) others?.(module, file);
  };
}

/** False for what Node must load itself: the program's first file, and those that import modules. */
function load(module: NodeJS.Module, file: string): boolean {
  const kept = readKept(file);
  const text = readFileSync(file, 'utf8');
  if (kept === null && /^#!|import\(/.test(text)) return false;
  const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${text}\n})`, {
    filename: file,
    ...(kept !== null && { cachedData: kept }),
  });
  if (kept === null || script.cachedDataRejected === true) compiled.set(file, script);
  const run = script.runInThisContext() as (...values: unknown[]) => void;
  run.call(module.exports, module.exports, (id: string) => module.require(id), module, file, folder);
  return true;
}

/** Node takes damaged code for code, and crashes. So a sum stands before it. */
function readKept(file: string): Buffer | null {
  try {
    const place = placeOf(file);
    if (statSync(place).mtimeMs < statSync(file).mtimeMs) return null;
    const bytes = readFileSync(place);
    const code = bytes.subarray(sumBytes);
    return bytes.readUInt32LE() === crc32(code) ? code : null;
  } catch {
    return null;
  }
}

const sumBytes = 4;

/** Keeps what was compiled anew. Where it cannot be written, the next call compiles it again. */
export function keepCode(): void {
  if (compiled.size === 0) return;
  try {
    mkdirSync(keptFolder, { recursive: true });
    for (const [file, script] of compiled) {
      const code = script.createCachedData();
      const bytes = Buffer.alloc(sumBytes + code.length);
      bytes.writeUInt32LE(crc32(code));
      code.copy(bytes, sumBytes);
      const place = placeOf(file);
      const fresh = `${place}.${process.pid}`;
      writeFileSync(fresh, bytes);
      renameSync(fresh, place);
    }
    compiled.clear();
  } catch {
    // It saves time, and nothing else.
  }
}

function placeOf(file: string): string {
  return join(keptFolder, `${basename(file)}.code`);
}
