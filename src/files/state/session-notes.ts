import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../engine/values/shapes.ts';
import { isMissing } from '../file-facts.ts';
import { nameBeside } from '../take-file.ts';
import {
  appendStateLines,
  keyName,
  namesIn,
  privateFolder,
  readStateFile,
  writeStateFile,
} from './state-file.ts';
import { stateRoot } from './state-folder.ts';

const lifeMs = 30 * 24 * 60 * 60_000;

/** Other files may belong to someone else. */
const ownName = /^[0-9a-f]{32}$/;

export type SessionKey = readonly string[];

export class SessionNotes {
  readonly #folderName: string;

  constructor(folderName: string) {
    this.#folderName = folderName;
  }

  read(key: SessionKey): string | null {
    return readStateFile(this.#file(key));
  }

  create(key: SessionKey, text: string): boolean {
    const folder = privateFolder(this.#folderName);
    try {
      writeFileSync(join(folder, keyName(key)), text, { flag: 'wx', mode: 0o600 });
    } catch (problem) {
      if (isObject(problem) && problem['code'] === 'EEXIST') return false;
      throw problem;
    }
    this.#sweep(folder);
    return true;
  }

  write(key: SessionKey, text: string): void {
    const folder = privateFolder(this.#folderName);
    const file = join(folder, keyName(key));
    const isNew = lstatSync(file, { throwIfNoEntry: false }) === undefined;
    writeStateFile(file, text);
    if (isNew) this.#sweep(folder);
  }

  append(key: SessionKey, text: string): void {
    const folder = privateFolder(this.#folderName);
    const file = join(folder, keyName(key));
    if (appendStateLines(file, text) === Buffer.byteLength(text)) this.#sweep(folder);
  }

  take(key: SessionKey): string | null {
    const file = this.#file(key);
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
    const own = nameBeside(file, 'taken');
    try {
      renameSync(file, own);
      return readStateFile(own);
    } catch (problem) {
      if (isMissing(problem)) return null;
      throw problem;
    } finally {
      rmSync(own, { force: true });
    }
  }

  remove(key: SessionKey): void {
    rmSync(this.#file(key), { force: true });
  }

  #file(key: SessionKey): string {
    return join(stateRoot(), this.#folderName, keyName(key));
  }

  #sweep(folder: string): void {
    const before = Date.now() - lifeMs;
    for (const name of namesIn(this.#folderName).filter((one) => ownName.test(one))) {
      const facts = lstatSync(join(folder, name), { throwIfNoEntry: false });
      if (facts !== undefined && facts.mtimeMs < before) rmSync(join(folder, name), { force: true });
    }
  }
}
