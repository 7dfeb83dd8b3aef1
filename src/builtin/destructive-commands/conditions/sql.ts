import { statSync } from 'node:fs';
import { firstBytes } from '../../../files/file-facts.ts';
import { absolutePath } from '../../../files/real-path.ts';
import { spelling } from '../../../shell/read/queries.ts';
import type { ShellCommand, ShellReading } from '../../../shell/read/reading.ts';
import type { CallPlace, LineCondition } from '../rule.ts';

const dropping =
  /\b(?:drop\s+(?:table|database|schema|view|index|user|role|tablespace|column|keyspace|collection|owned|materialized|function|type|extension)|truncate\s+(?:table\s+)?\w|delete\s+from\s+[\w."`]+\s*(?:;|$|where\s+(?:1\s*=\s*1|true)\b)|alter\s+table\s+\S+\s+drop\b)/i;
const updating = /\bupdate\s+[\w."`]+\s+set\s/i;
const maxFile = 256 * 1024;
/** Names of SQL files that drop something. */
const droppingName =
  /(?:^|[^a-z])(?:drop|truncate|wipe|reset|destroy|purge|teardown|nuke|flush|delete|clear)(?:$|[^a-z])/i;

/** SQL in a client's words, code, input or files. */
export const dropped: LineCondition = function* (reading, commands, place) {
  for (const command of commands) {
    const { card } = command;
    const isClient = card?.language === 'sql';
    if (!isClient && !/^(?:database|cloud)$/.test(card?.changes ?? '')) continue;
    // Without the dashes of `--command=…`, which would begin a comment.
    const words = [...command.words, ...command.code.map(({ text }) => text)].map((word) =>
      spelling(word).replace(/^--?[\w-]+=/, ''),
    );
    const texts = [...words, ...(command.input === null ? [] : [command.input])];
    if (isInMemory(command, texts)) continue;
    const files =
      isClient || texts.some((text) => /\.sql$/i.test(text)) ? scriptsOf(command, texts, reading, place) : [];
    if (texts.some(drops) || files.some((file) => fileDrops(file, place))) yield { command };
  }
};

function drops(text: string): boolean {
  const sql = statements(text);
  return dropping.test(sql) || updatesAll(sql);
}

/** Scripts named by an option, by the input, or by a command such as `source`. */
function scriptsOf(
  command: ShellCommand,
  texts: readonly string[],
  { commands }: ShellReading,
  place: CallPlace,
): readonly string[] {
  const { span, inside } = command;
  const pipe = inside.findLast((one) => one.kind === 'pipe');
  // A command in a container has the input of the outer one.
  const feeding = commands.filter(
    (one) =>
      one === command ||
      (one.wraps !== null && one.span.start <= span.start && one.span.end >= span.end) ||
      (pipe !== undefined &&
        one.card?.shows === true &&
        one.inside.some(
          (other) => other.kind === 'pipe' && other.pipe === pipe.pipe && other.position < pipe.position,
        )),
  );
  const given = feeding
    .flatMap((one) => place.pathsOf(one))
    .filter(({ kind, path }) => kind === 'read' && path.every((part) => part !== null))
    .map(({ path }) => path.join(''));
  const attached = texts.flatMap((text) => /^@?([\w./-]+\.sql)$/i.exec(text)?.[1] ?? []);
  const sourced = texts.flatMap((text) =>
    [...text.matchAll(/(?:^|[\s;])(?:source|\\\.|\\ir?|\.read)\s+([^\s;'"]+)/gi)].map(
      ([, file = '']) => file,
    ),
  );
  return [...new Set([...given, ...attached, ...sourced])];
}

function fileDrops(file: string, { cwd, looks }: CallPlace): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (looks) {
    const path = absolutePath(file, cwd);
    const size = statSync(path, { throwIfNoEntry: false });
    if (size?.isFile() === true && size.size <= maxFile)
      return /\.(?:db|sqlite3?)$/.test(name) ? false : drops(firstBytes(path, maxFile));
  }
  return /\.sql$/i.test(name) && droppingName.test(name);
}

function updatesAll(sql: string): boolean {
  return updating.test(sql.slice(sql.toLowerCase().lastIndexOf('where') + 1));
}

/** Texts and comments count only where the SQL executes texts. */
function statements(sql: string): string {
  return /\b(?:execute|prepare|do)\b/i.test(sql)
    ? sql
    : sql.replaceAll(/'(?:[^']|'')*(?:'|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (part) =>
        part.startsWith("'") ? "''" : ' ',
      );
}

/** The database ends with the command, and it opens no other. */
function isInMemory({ words }: ShellCommand, texts: readonly string[]): boolean {
  return (
    words[0]?.value === ':memory:' &&
    !texts.some((text) => /\battach\b|\.(?:open|restore|read|shell|system)|[$`]/i.test(text))
  );
}
