/** What the name of an argument says about its value. */
export type ArgumentRole = 'path' | 'command' | 'code' | 'input' | 'folder' | 'other';

const pathWords: ReadonlySet<string> = new Set(
  (
    'path paths file files filename filenames filepath dir dirs directory directories folder folders src source sources ' +
    'dst dest destination target targets location uri uris cwd workdir root'
  ).split(' '),
);
const pathEndings = /(?<!pro)(?:paths?|files?|filename|dirs?|folders?|directory)$/;

/** Behind a word for a path, these say that it is about one, not one itself: `file_type`. */
const aboutPaths: ReadonlySet<string> = new Set(
  (
    'content contents text data type types pattern query mode encoding description size count limit direction format hash ' +
    'sha id ids language version owner branch line lines number extension options depth'
  ).split(' '),
);
const commandWords: ReadonlySet<string> = new Set(
  'command commands cmd cmds cmdline commandline script scripts shell bash sh'.split(' '),
);
const codeWords: ReadonlySet<string> = new Set(
  'code patch diff program snippet javascript typescript python expression function'.split(' '),
);
const inputWords: ReadonlySet<string> = new Set(
  'input text keys data stdin line chars content body'.split(' '),
);
const folderNames = /^(?:cwd|work(?:ing)?_?dir(?:ectory)?|chdir)$/i;

export function roleOf(name: string): ArgumentRole {
  if (folderNames.test(name)) return 'folder';
  const words = wordsIn(name);
  const last = words.at(-1) ?? '';
  if (commandWords.has(last)) return 'command';
  if (codeWords.has(last)) return 'code';
  if (!aboutPaths.has(last) && words.some((word) => pathWords.has(word) || pathEndings.test(word)))
    return 'path';
  return inputWords.has(last) ? 'input' : 'other';
}

/** Whether the value is something to be read by people or written to a file, so that it names no file by itself. */
export function isProseArgument(name: string): boolean {
  return /^(?:contents?|text|body|description|prompt|message|title|explanation|reason|string|str)$/.test(
    wordsIn(name).at(-1) ?? '',
  );
}

/** The words of a name in any of the usual spellings: `filePath`, `file_path`, `file-path`. */
export function wordsIn(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

const interpreters: readonly (readonly [RegExp, string])[] = [
  [/python|jupyter|notebook|code_?interpreter/i, 'python3 -c'],
  [/node|javascript|typescript|(?:^|[\W_])[jt]s(?:$|[\W_])/i, 'node -e'],
  [/ruby/i, 'ruby -e'],
  [/perl/i, 'perl -e'],
];

/** What runs the code that the tool is given, as far as its name or its argument `language` says so. */
export function interpreterOf(toolName: string, language: unknown): string | null {
  const named = typeof language === 'string' ? language : toolName;
  return interpreters.find(([form]) => form.test(named))?.[1] ?? null;
}
