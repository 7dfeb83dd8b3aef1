import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isFolder } from '../files/file-facts.ts';
import { findModelApi } from './api-model.ts';
import { clientMissing } from './client-package.ts';

/** What a model lacks to answer. */
export interface ModelObstacle {
  readonly lacks: 'client' | 'key';
  readonly message: string;
}

/** What keeps a model from answering, if that can be told without asking it. */
export function modelObstacle(name: string): ModelObstacle | null {
  const { client, keys, keyFolder } = findModelApi(name);
  if (!isInstalled(client)) return { lacks: 'client', message: clientMissing(client) };
  const mayHaveKey =
    keys.some((key) => (process.env[key] ?? '') !== '') ||
    (keyFolder !== null && isFolder(join(homedir(), keyFolder)));
  if (mayHaveKey) return null;
  return { lacks: 'key', message: `the model has no key: set the environment variable ${keys[0]}` };
}

function isInstalled(client: string): boolean {
  try {
    createRequire(import.meta.url).resolve(client);
    return true;
  } catch {
    return false;
  }
}
