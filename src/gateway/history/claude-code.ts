import { basename } from 'node:path';
import { partAt, partsAt, textAt, timeAt, transcriptLines } from './lines.ts';
import type { TranscriptFormat } from './transcript.ts';

/** One file a session, one message a line; subagents have files of their own in a folder beside it. */
export const claudeCodeTranscripts: TranscriptFormat = {
  agent: 'claude-code',
  checked: '2.1.325',
  folders: ['.claude/projects'],
  moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
  isTranscript: (path) => path.endsWith('.jsonl'),
  async *read(path, reading) {
    for await (const line of transcriptLines(path, reading)) {
      const message = partAt(line, 'message');
      if (textAt(message, 'role') !== 'assistant') continue;
      for (const block of partsAt(message, 'content')) {
        if (block['type'] !== 'tool_use') continue;
        const tool = textAt(block, 'name');
        if (tool === null) reading.unknown();
        else
          yield {
            id: textAt(block, 'id') ?? '',
            session: textAt(line, 'sessionId') ?? basename(path, '.jsonl'),
            at: timeAt(line, 'timestamp'),
            folder: textAt(line, 'cwd'),
            tool,
            input: partAt(block, 'input'),
          };
      }
    }
  },
};
