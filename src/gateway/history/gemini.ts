import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Fields } from '../../engine/values/shapes.ts';
import { parsed, partAt, partsAt, textAt, timeAt, transcriptLines } from './lines.ts';
import type { Reading, TranscriptFormat } from './transcript.ts';

/** One file a session: a message a line, or in older versions one object with all of them. */
export const geminiTranscripts: TranscriptFormat = {
  agent: 'gemini',
  checked: '0.61.0',
  folders: ['.gemini/tmp'],
  moved: { variable: 'GEMINI_CLI_HOME', folder: '' },
  isTranscript: (path) => /\/chats\/(?:.*\/)?session-[^/]*\.jsonl?$/.test(path.replaceAll('\\', '/')),
  async *read(path, reading) {
    const root = join(dirname(path.slice(0, path.lastIndexOf('chats') + 1)), '.project_root');
    let folder = await readFile(root, 'utf8').then(
      (found) => found.trim(),
      () => null,
    );
    let session = basename(path).replace(/\.jsonl?$/, '');
    // A message comes again once its tools have run.
    const told = new Set<string>();
    for await (const line of path.endsWith('.jsonl')
      ? transcriptLines(path, reading)
      : whole(path, reading)) {
      session = textAt(line, 'sessionId') ?? session;
      const set = partAt(line, '$set');
      for (const message of [line, ...partsAt(line, 'messages'), ...partsAt(set, 'messages')]) {
        folder ??= workspace(message);
        for (const call of partsAt(message, 'toolCalls')) {
          const tool = textAt(call, 'name');
          const id = textAt(call, 'id') ?? '';
          if (tool === null) reading.unknown();
          if (tool === null || told.has(id)) continue;
          told.add(id);
          const at = timeAt(call, 'timestamp') || timeAt(message, 'timestamp');
          yield { id, session, at, folder, tool, input: partAt(call, 'args') };
        }
      }
    }
  },
};

async function* whole(path: string, reading: Reading): AsyncGenerator<Fields> {
  const found = parsed(await readFile(path, 'utf8'));
  if (found === null) reading.unknown();
  else yield found;
}

/** The first message names the workspace folder to the model. */
function workspace(message: Fields): string | null {
  for (const { text: said } of partsAt(message, 'content')) {
    const [, folder] = /Workspace Directories:\*\*\s+- (.+)/.exec(String(said)) ?? [];
    if (folder !== undefined) return folder.trim();
  }
  return null;
}
