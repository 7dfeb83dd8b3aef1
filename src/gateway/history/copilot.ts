import { basename, dirname } from 'node:path';
import { partAt, textAt, timeAt, transcriptLines } from './lines.ts';
import type { TranscriptFormat } from './transcript.ts';

/** One folder a session, with one event a line. */
export const copilotTranscripts: TranscriptFormat = {
  agent: 'copilot',
  checked: '1.0.102',
  folders: ['.copilot/session-state'],
  moved: { variable: 'COPILOT_HOME', folder: '.copilot' },
  isTranscript: (path) => basename(path) === 'events.jsonl',
  async *read(path, reading) {
    let session = basename(dirname(path));
    let folder: string | null = null;
    for await (const line of transcriptLines(path, reading)) {
      const data = partAt(line, 'data');
      if (line['type'] === 'session.start') {
        session = textAt(data, 'sessionId') ?? session;
        folder = textAt(partAt(data, 'context'), 'cwd') ?? folder;
      }
      if (line['type'] !== 'tool.execution_start') continue;
      const tool = textAt(data, 'toolName');
      if (tool === null) reading.unknown();
      else
        yield {
          id: textAt(data, 'toolCallId') ?? '',
          session,
          at: timeAt(line, 'timestamp'),
          folder,
          tool,
          input: partAt(data, 'arguments'),
        };
    }
  },
};
