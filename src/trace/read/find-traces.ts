import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { defaultTraceFolder, isTraceFile, sessionFile } from '../write/session-files.ts';
import { parseLine, rawLines } from './read-lines.ts';

export interface TraceFile {
  readonly path: string;
  readonly size: number;
  readonly time: number;
}

export async function traceFiles(folder: string): Promise<readonly TraceFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files: TraceFile[] = [];
  for (const name of names.filter(isTraceFile)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts?.isFile()) files.push({ path, size: facts.size, time: facts.mtimeMs });
  }
  return files.sort((left, right) => left.time - right.time || (left.path < right.path ? -1 : 1));
}

export async function findTraces(
  named: readonly string[],
  folder: string = defaultTraceFolder(),
): Promise<readonly TraceFile[]> {
  const all = await traceFiles(folder);
  if (named.length === 0) return all;
  const found = await Promise.all(named.map((name) => filesNamed(name, all, folder)));
  return [...new Map(found.flat().map((file) => [file.path, file])).values()];
}

export async function recordedTraces(
  named: readonly string[],
  folder: string = defaultTraceFolder(),
): Promise<readonly TraceFile[]> {
  const files = await findTraces(named, folder);
  for (const name of named) if (await isEmptyFolder(name)) throw noRecord(name);
  for (const { path } of files) if (named.includes(path) && (await isOther(path))) throw notATrace(path);
  if (files.length > 0) return files;
  throw noRecord(named.length === 0 ? folder : named.join(', '));
}

function noRecord(folder: string): HooklineError {
  return new HooklineError(
    'trace-missing',
    `there is no trace in ${folder}; to record, write "trace: true" into hookline.yaml or set HOOKLINE_TRACE=1`,
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
  const session = sessionBeginning(name, all);
  if (session !== null) return all.filter((file) => sessionName(file) === session);
  const hint =
    didYouMean(name, new Set(all.map(sessionName))) ||
    `; ${all.length === 0 ? `there is no trace in ${folder}` : 'hookline trace list shows the sessions'}`;
  throw new HooklineError('trace-missing', `there is no trace file and no recorded session "${name}"${hint}`);
}

function sessionName({ path }: TraceFile): string {
  return basename(path).replace(/(?:~\d+)?\.jsonl$/, '');
}

const minBeginning = 4;

export function sessionBeginning(beginning: string, files: readonly TraceFile[]): string | null {
  if (beginning.length < minBeginning) return null;
  const found = [...new Set(files.map(sessionName))].filter((name) => name.startsWith(beginning));
  const [first = null, ...others] = found;
  if (others.length === 0) return first;
  const listed = found.slice(0, maxListed).join(', ');
  throw new HooklineError(
    'trace-missing',
    `${found.length} sessions begin with "${beginning}": ${listed}${found.length > maxListed ? ', …' : ''}`,
  );
}

const maxListed = 8;

async function isEmptyFolder(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  return facts?.isDirectory() === true && (await traceFiles(path)).length === 0;
}

async function isOther(path: string): Promise<boolean> {
  let hasLines = false;
  for await (const { text } of rawLines(path)) {
    if (parseLine(text) !== null) return false;
    hasLines = true;
  }
  return hasLines;
}

function notATrace(path: string): HooklineError {
  const isConfig = ['.yaml', '.yml'].includes(extname(path));
  const hint = isConfig ? `; a configuration is named by --config ${path}` : '';
  return new HooklineError(
    'trace-missing',
    `${path} is not a trace, or one of another version of hookline: no line of it can be read${hint}`,
  );
}
