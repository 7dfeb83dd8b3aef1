import type { CodeFindings } from './code.ts';

/** Behind a block, a plan that runs, or named queries too: `DO $$ BEGIN DROP …`, `EXPLAIN ANALYZE DELETE …`, `WITH a AS (…) DELETE …`. */
const changing =
  /^\s*(?:(?:do\s+\$\w*\$\s*|begin\s+|explain\s+(?:analyze\s+|\([^)]*\)\s*)|with\b.{1,300}?\)\s*)*)(?:drop|truncate|delete|alter|update)\b/is;
/** Statements in a text that is run, and texts that are computed first. */
const executed = /\bexec(?:ute)?\s+(?:immediate\s+)?\(?\s*'((?:[^']|'')*)'/gi;
const computed =
  /\b(?:execute(?:\s+immediate)?\s|exec(?:ute)?\s*\(|prepare\s+\w+\s+from\s)[^;]{0,400}?(?:\|\||\bconcat\s*\(|\bformat\s*\(|\bchr?\s*\(|'\s*\+)/i;

export function isStatement(text: string): boolean {
  return changing.test(text.slice(0, 400));
}

const lines =
  /^\s*(?:\\!|\.shell\b|\.system\b|system\b|!|\\o\s*\||\\g\s*\||\.(?:output|once|import)\s+\|)\s*(.*)$/i;
const program = /\bprogram\s+'((?:[^']|'')*)'/gi;
/** Commands of clients that read or write a file. */
const clientReads =
  /^\s*(?:\\i[re]?|\\include|\\\.|source|\.read|\.import|\.load|\.open|\.restore)\s+(?:--?\w+\s+)*['"]?([^'"|;\s][^'";\s]*)/i;
const clientWrites =
  /^\s*(?:\\o(?:ut)?|\\w|\\T|tee|\.output|\.once|\.backup|\.save|\.open|\.clone|\.restore|\.excel|\.log|\.trace)\s+(?:--?\w+\s+)*['"]?([^'"|;\s][^'";\s]*)/i;
const reads =
  /(?:\\?\bcopy\b[^;']{0,400}\bfrom|\b(?:infile|load_file\s*\(|pg_read_file\s*\(|pg_read_binary_file\s*\(|pg_ls_dir\s*\(|lo_import\s*\(|readfile\s*\(|read_(?:csv|csv_auto|json|json_auto|parquet|text)\s*\(|attach(?:\s+database)?|load_extension\s*\(|edit\s*\())\s*'((?:[^']|'')*)'/gi;
const writes =
  /(?:\\?\bcopy\b[^;']{0,400}\bto|\b(?:outfile|dumpfile|writefile\s*\(|lo_export\s*\([^;']{0,40}|attach(?:\s+database)?|vacuum\b[^;']{0,40}\binto|export\s+database|backup\s+database[^;']{0,80}\bto\s+disk\s*=))\s*'((?:[^']|'')*)'/gi;
const plainCopy = /\\copy\b[^;'\n]{0,400}\b(from|to)\s+([^\s;'"]+)/gi;

/** What SQL, and the commands of its clients, do to files, run and change. */
export function readSql(code: string, found: CodeFindings): void {
  for (const line of code.split('\n')) {
    const [, command] = lines.exec(line) ?? [];
    if (command !== undefined) found.run(command);
    const [, read] = clientReads.exec(line) ?? [];
    if (read !== undefined) found.path('read', [read]);
    const [, written] = clientWrites.exec(line) ?? [];
    if (written !== undefined) found.path('write', [written]);
  }
  for (const [, command = ''] of code.matchAll(program)) found.run(command.replaceAll("''", "'"));
  for (const [, path = ''] of code.matchAll(reads)) found.path('read', [path]);
  for (const [, path = ''] of code.matchAll(writes)) found.path('write', [path]);
  for (const [, way = '', path = ''] of code.matchAll(plainCopy))
    if (!/^(?:std(?:in|out)|pstd(?:in|out)|program)$/i.test(path))
      found.path(/from/i.test(way) ? 'read' : 'write', [path]);
  for (const [, statement = ''] of code.matchAll(executed))
    if (isStatement(statement)) found.add({ kind: 'change', statement, isSure: true });
  if (computed.test(code)) found.doubt('hidden', 'a statement that is computed');
  for (const statement of code.split(/;|\n(?=[^\S\n]*\w)/))
    if (isStatement(statement)) found.add({ kind: 'change', statement: statement.trim(), isSure: true });
}
