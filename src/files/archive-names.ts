import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface ArchiveMember {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Larger archives are not read, nor those that grow larger. */
const maxBytes = 64 * 1024 * 1024;
const maxUnpackedBytes = 256 * 1024 * 1024;

/** The names in an archive of tar, gzip or zip; null where they are unknown. */
export function archiveMembers(file: string): readonly ArchiveMember[] | null {
  try {
    const facts = statSync(file);
    if (!facts.isFile() || facts.size > maxBytes) return null;
    const bytes = readFileSync(file);
    if (bytes.readUInt16BE(0) === 0x1f8b)
      return tarMembers(gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes }));
    return bytes.toString('latin1', 0, 2) === 'PK' ? zipMembers(bytes) : tarMembers(bytes);
  } catch {
    return null;
  }
}

const blockBytes = 512;

function tarMembers(bytes: Buffer): readonly ArchiveMember[] | null {
  const members: ArchiveMember[] = [];
  let names: readonly string[] = [];
  for (let at = 0; at + blockBytes <= bytes.length; ) {
    const header = bytes.subarray(at, at + blockBytes);
    at += blockBytes;
    // Some continue after a block of zeros, which is the end.
    if (header.every((byte) => byte === 0)) continue;
    const size = sizeIn(header);
    if (!isHeader(header) || size === null) return null;
    const content = bytes.subarray(at, at + size);
    at += Math.ceil(size / blockBytes) * blockBytes;
    const type = header.toString('latin1', 156, 157);
    if (type === 'L') names = [...names, textIn(content)];
    else if (type === 'x') names = [...names, ...namesInRecords(content.toString())];
    else if (/[gSMNV]/.test(type)) return null;
    else if (type !== 'K') {
      const paths = names.length > 0 ? names : namesInHeader(header);
      members.push(...paths.map((path) => ({ path, isFolder: type === '5' || path.endsWith('/') })));
      names = [];
    }
  }
  return members.length === 0 ? null : members;
}

function isHeader(header: Buffer): boolean {
  if (header.toString('latin1', 257, 262) !== 'ustar') return false;
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return Number.parseInt(textIn(header.subarray(148, 156)), 8) === sum;
}

function sizeIn(header: Buffer): number | null {
  const size = Number.parseInt(textIn(header.subarray(124, 136)).trim() || '0', 8);
  return Number.isSafeInteger(size) && size >= 0 ? size : null;
}

/** Two forms differ in whether there is a part before the name. Both count. */
function namesInHeader(header: Buffer): readonly string[] {
  const name = textIn(header.subarray(0, 100));
  const before = textIn(header.subarray(345, 500));
  return before === '' ? [name] : [name, `${before}/${name}`];
}

function namesInRecords(text: string): readonly string[] {
  return [...text.matchAll(/^\d+ (?:path|GNU\.sparse\.name)=(.*)$/gm)].map(([, name = '']) => name);
}

function textIn(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
}

const zipEnd = Buffer.from('PK\x05\x06', 'latin1');

/** From the list at the end and from each file's own header: programs differ in which they use. */
function zipMembers(bytes: Buffer): readonly ArchiveMember[] | null {
  const end = bytes.lastIndexOf(zipEnd);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (end < 0 || count === 0xffff || at === 0xffff_ffff) return null;
  const members: ArchiveMember[] = [];
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== 0x0201_4b50) return null;
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const own = bytes.readUInt32LE(at + 42);
    if (name === undefined || extra === undefined || comment === undefined || own === 0xffff_ffff)
      return null;
    const beside = bytes.subarray(at + 46 + name, at + 46 + name + extra);
    if (beside.includes(Buffer.from([0x75, 0x70]))) return null;
    if (bytes.readUInt32LE(own) !== 0x0403_4b50) return null;
    const paths = [
      bytes.toString('utf8', at + 46, at + 46 + name),
      bytes.toString('utf8', own + 30, own + 30 + bytes.readUInt16LE(own + 26)),
    ].map((path) => path.replaceAll('\\', '/'));
    members.push(...paths.map((path) => ({ path, isFolder: path.endsWith('/') })));
    at += 46 + name + extra + comment;
  }
  return members;
}
