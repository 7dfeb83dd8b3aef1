import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fields } from '../../engine/values/shapes.ts';
import { parsed, partAt, textAt, timeAt, transcriptLines } from './lines.ts';
import type { PastCall, TranscriptFormat } from './transcript.ts';

/** One file a session. Commands that the model's code starts appear only as completed items. */
export const codexTranscripts: TranscriptFormat = {
  agent: 'codex',
  checked: '0.166.0',
  folders: ['.codex/sessions', '.codex/archived_sessions'],
  moved: { variable: 'CODEX_HOME', folder: '.codex' },
  isTranscript: (path) => basename(path).startsWith('rollout-') && path.endsWith('.jsonl'),
  async *read(path, reading) {
    let session = basename(path, '.jsonl');
    let folder: string | null = null;
    const told = new Set<string>();
    for await (const line of transcriptLines(path, reading)) {
      const payload = partAt(line, 'payload');
      const type = textAt(line, 'type');
      if (type === 'session_meta') session = textAt(payload, 'id') ?? session;
      if (type === 'session_meta' || type === 'turn_context') folder = textAt(payload, 'cwd') ?? folder;
      const call = callOf(type === 'event_msg' ? partAt(payload, 'item') : payload);
      if (call === 'unknown') reading.unknown();
      if (call === null || call === 'unknown' || told.has(call.id)) continue;
      told.add(call.id);
      const inFolder = call.folder === null ? folder : resolve(folder ?? '/', call.folder);
      yield { ...call, session, folder: inFolder, at: timeAt(line, 'timestamp') };
    }
  },
};

type Call = Pick<PastCall, 'id' | 'tool' | 'input' | 'folder'>;

function callOf(item: Fields): Call | 'unknown' | null {
  const id = textAt(item, 'call_id') ?? textAt(item, 'id') ?? '';
  switch (item['type']) {
    case 'function_call': {
      const name = textAt(item, 'name');
      const given = parsed(textAt(item, 'arguments') ?? '{}');
      return name === null || given === null ? 'unknown' : functionCall(id, name, given);
    }
    case 'custom_tool_call':
      // The commands of `exec` follow as separate items.
      if (item['name'] === 'exec') return null;
      return {
        id,
        tool: textAt(item, 'name') ?? 'apply_patch',
        input: { command: item['input'] },
        folder: null,
      };
    case 'local_shell_call': {
      const action = partAt(item, 'action');
      return shell(id, action['command'], textAt(action, 'working_directory'));
    }
    case 'CommandExecution':
      return shell(id, item['command'], pathOf(textAt(item, 'cwd')));
    default:
      return null;
  }
}

function functionCall(id: string, name: string, given: Fields): Call | 'unknown' {
  if (name === 'exec_command') return shell(id, given['cmd'], textAt(given, 'workdir'));
  if (name === 'shell' || name === 'shell_command')
    return shell(id, given['command'], textAt(given, 'workdir'));
  if (name === 'write_stdin') return shell(id, given['chars'], null);
  return { id, tool: name, input: given, folder: null };
}

function shell(id: string, command: unknown, folder: string | null): Call | 'unknown' {
  const line = Array.isArray(command) ? lineOf(command.map(String)) : command;
  return typeof line === 'string' ? { id, tool: 'Bash', input: { command: line }, folder } : 'unknown';
}

function lineOf(words: readonly string[]): string {
  const [program = '', flag = '', line] = words;
  const isShell = ['bash', 'sh', 'zsh'].includes(basename(program)) && /^-l?c$/.test(flag);
  if (isShell && words.length === 3 && line !== undefined) return line;
  return words
    .map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

function pathOf(url: string | null): string | null {
  if (!url?.startsWith('file:')) return url;
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}
