import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { HooklineError } from '../../engine/values/errors.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { parsed, partAt, textAt, timeAt } from './lines.ts';
import type { PastCall, Reading, TranscriptFormat } from './transcript.ts';

/** A database; in versions before 1.2, a JSON file for each part of a message. */
export const opencodeTranscripts: TranscriptFormat = {
  agent: 'opencode',
  checked: '1.18.33',
  folders: ['.local/share/opencode'],
  moved: { variable: 'XDG_DATA_HOME', folder: '.local/share' },
  isTranscript: (path) => basename(path) === 'opencode.db' || /\/storage\/part\/.*\.json$/.test(path),
  async *read(path, reading) {
    if (!path.endsWith('.db')) {
      const call = await oldPart(path, reading);
      if (call !== null) yield call;
      return;
    }
    for (const { data, session, directory } of await rows(path, reading.since)) {
      const stored = parsed(String(data));
      const call = stored === null ? null : partCall(stored, String(session), String(directory));
      if (call !== null) yield call;
      else reading.unknown();
    }
  },
};

function partCall(stored: Fields, session: string, folder: string | null): PastCall | null {
  const tool = textAt(stored, 'tool');
  const state = partAt(stored, 'state');
  if (tool === null) return null;
  const id = textAt(stored, 'callID') ?? textAt(stored, 'id') ?? '';
  return {
    id,
    session,
    folder,
    tool,
    input: partAt(state, 'input'),
    at: timeAt(partAt(state, 'time'), 'start'),
  };
}

async function oldPart(path: string, reading: Reading): Promise<PastCall | null> {
  const stored = parsed(await readFile(path, 'utf8'));
  if (stored === null) reading.unknown();
  if (stored?.['type'] !== 'tool') return null;
  const message = join(dirname(path), '../../message', textAt(stored, 'sessionID') ?? '');
  const about = parsed(
    await readFile(join(message, `${textAt(stored, 'messageID')}.json`), 'utf8').catch(() => ''),
  );
  return partCall(stored, textAt(stored, 'sessionID') ?? '', textAt(partAt(about ?? {}, 'path'), 'cwd'));
}

const query = `SELECT p.data AS data, p.session_id AS session, s.directory AS directory FROM part p
  JOIN session s ON s.id = p.session_id
  WHERE p.time_created >= ? AND p.data LIKE '%"type":"tool"%' ORDER BY p.time_created`;

const pythonProgram = `import json, sqlite3, sys
rows = sqlite3.connect(f'file:{sys.argv[1]}?mode=ro', uri=True).execute(sys.argv[2], (int(sys.argv[3]),))
print(json.dumps([dict(zip(('data', 'session', 'directory'), row)) for row in rows]))`;

/** The parts used here: the types of Node 20 lack it. */
interface Sqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => { prepare(sql: string): { all(...values: readonly unknown[]): unknown }; close(): void };
}

/** Reads with Node's own SQLite, from Node 22.13 on, or else with Python's. */
async function rows(path: string, since: number): Promise<readonly Fields[]> {
  const sqlite = process.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown as Sqlite | undefined;
  if (sqlite !== undefined) {
    const database = new sqlite.DatabaseSync(path, { readOnly: true });
    try {
      return database.prepare(query).all(since) as Fields[];
    } finally {
      database.close();
    }
  }
  const words = ['-I', '-c', pythonProgram, encodeURI(path), query, String(since)];
  const maxBuffer = 1024 * 1024 * 1024;
  const { stdout } = await promisify(execFile)('python3', words, { maxBuffer }).catch((problem) => {
    throw new HooklineError(
      'input-invalid',
      `${path} cannot be read: that needs Node 22.13 or python3 (${String(problem.stderr || problem.message)
        .trim()
        .split('\n')
        .at(-1)})`,
    );
  });
  return JSON.parse(stdout) as Fields[];
}
