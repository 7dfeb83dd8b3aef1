import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { claudeCodeTranscripts } from './claude-code.ts';
import { codexTranscripts } from './codex.ts';
import { copilotTranscripts } from './copilot.ts';
import { geminiTranscripts } from './gemini.ts';
import { opencodeTranscripts } from './opencode.ts';
import type { PastCall, TranscriptFormat } from './transcript.ts';

export const transcriptFormats: readonly TranscriptFormat[] = [
  claudeCodeTranscripts,
  codexTranscripts,
  geminiTranscripts,
  copilotTranscripts,
  opencodeTranscripts,
];

export class HistoryCount {
  files = 0;
  unknownLines = 0;
  readonly unreadable: string[] = [];
}

/** An agent's recorded tool calls since a time, each once. */
export async function* pastCalls(
  format: TranscriptFormat,
  since: number,
  count: HistoryCount,
): AsyncGenerator<PastCall> {
  // A resumed session repeats the calls of the one before.
  const told = new Set<string>();
  const reading = {
    since,
    unknown: () => {
      count.unknownLines += 1;
    },
  };
  for (const path of await transcripts(format, since)) {
    count.files += 1;
    try {
      for await (const call of format.read(path, reading)) {
        const key = call.id === '' ? '' : `${call.id} ${JSON.stringify(call.input)}`;
        if (call.at < since || told.has(key)) continue;
        if (key !== '') told.add(key);
        yield call;
      }
    } catch (problem) {
      count.unreadable.push(problem instanceof Error ? problem.message : String(problem));
    }
  }
}

export function transcriptFolders({ folders, moved }: TranscriptFormat): readonly string[] {
  const home = moved === undefined ? undefined : process.env[moved.variable];
  if (home === undefined || home === '') return folders.map((folder) => join(homedir(), folder));
  return folders.map((folder) => join(home, folder.slice(moved?.folder.length)));
}

async function transcripts(format: TranscriptFormat, since: number): Promise<readonly string[]> {
  const found: { readonly path: string; readonly time: number }[] = [];
  for (const folder of transcriptFolders(format)) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !format.isTranscript(path)) continue;
      const time = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
      // SQLite writes to a second file first.
      if (time >= since || path.endsWith('.db')) found.push({ path, time });
    }
  }
  return found.sort((left, right) => left.time - right.time).map(({ path }) => path);
}
