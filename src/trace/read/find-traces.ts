import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { defaultTraceFolder, sessionFile } from '../write/session-files.ts';
import { type TraceFile, traceFiles } from './trace-files.ts';

/** The files that are meant: by paths of files or folders, or by ids of sessions. All of the record where none is named. */
export async function findTraces(
  named: readonly string[],
  folder: string = defaultTraceFolder(),
): Promise<readonly TraceFile[]> {
  const all = await traceFiles(folder);
  if (named.length === 0) return all;
  const found = await Promise.all(named.map((name) => filesNamed(name, all, folder)));
  return [...new Map(found.flat().map((file) => [file.path, file])).values()];
}

/** The same. Throws where there are none. */
export async function recordedTraces(
  named: readonly string[],
  folder: string = defaultTraceFolder(),
): Promise<readonly TraceFile[]> {
  const files = await findTraces(named, folder);
  if (files.length > 0) return files;
  throw new HooklineError(
    'trace-missing',
    `there is no record in ${named.length === 0 ? folder : named.join(', ')}; to record, write "trace: true" into hookline.yaml or set HOOKLINE_TRACE=1`,
  );
}

async function filesNamed(
  name: string,
  all: readonly TraceFile[],
  folder: string,
): Promise<readonly TraceFile[]> {
  const facts = await stat(name).catch(() => null);
  if (facts?.isDirectory() === true) return traceFiles(name);
  if (facts !== null) return [{ path: name, size: facts.size, time: facts.mtimeMs }];
  const first = join(folder, sessionFile(name));
  const further = first.replace(/\.jsonl$/, '~');
  const ofSession = all.filter(({ path }) => path === first || path.startsWith(further));
  if (ofSession.length > 0) return ofSession;
  const sessions = all.map(({ path }) => path.slice(folder.length + 1).replace(/(?:~\d+)?\.jsonl$/, ''));
  throw new HooklineError(
    'trace-missing',
    `there is no trace file and no recorded session "${name}"${didYouMean(name, sessions) || '; hookline trace list shows the sessions'}`,
  );
}
