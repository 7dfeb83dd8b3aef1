import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { defaultTraceFolder, isTraceFile, sessionFile } from '../write/session-files.ts';

/** The files of the record, the one that was written last at the end. Empty where there is none. */
async function traceFiles(folder: string = defaultTraceFolder()): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.filter(isTraceFile).map(async (name) => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => null);
      return facts?.isFile() === true ? { path, at: facts.mtimeMs } : null;
    }),
  );
  return files
    .filter((file) => file !== null)
    .sort((one, other) => one.at - other.at || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
}

/** The files that are meant: by paths of files or folders, or by ids of sessions. All of the record where none is named. */
export async function findTraces(
  named: readonly string[],
  folder: string = defaultTraceFolder(),
): Promise<readonly string[]> {
  const all = await traceFiles(folder);
  if (named.length === 0) return all;
  const found = await Promise.all(named.map((name) => filesNamed(name, all, folder)));
  return [...new Set(found.flat())];
}

async function filesNamed(name: string, all: readonly string[], folder: string): Promise<readonly string[]> {
  const facts = await stat(name).catch(() => null);
  if (facts?.isDirectory() === true) return traceFiles(name);
  if (facts !== null) return [name];
  const first = join(folder, sessionFile(name));
  const further = first.replace(/\.jsonl$/, '~');
  const ofSession = all.filter((file) => file === first || file.startsWith(further));
  if (ofSession.length > 0) return ofSession;
  const sessions = all.map((file) => file.slice(folder.length + 1).replace(/(?:~\d+)?\.jsonl$/, ''));
  throw new HooklineError(
    'trace-missing',
    `there is no trace file and no recorded session "${name}"${didYouMean(name, sessions)}; hookline trace list shows the sessions`,
  );
}
