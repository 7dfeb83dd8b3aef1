/** A program that runs code in a language of its own. */
export interface Interpreter {
  readonly language: string;
  /** Options that are followed by code: single letters, which may stand among others. */
  readonly letters: string;
  /** The same, for longer ones. */
  readonly long: readonly string[];
  /** Letters of options that are followed by a value which is no code. */
  readonly values: string;
  /** Options that are followed by a file of code. */
  readonly files: readonly string[];
  /** What its first operand is: a file of code, code itself, a file that is no code, or the code behind such a file. */
  readonly operand: 'file' | 'code' | 'data' | 'database';
  /** Whether it runs what it reads when it is given no code. */
  readonly readsInput: boolean;
}

type Row = readonly [
  names: string,
  language: string,
  letters: string,
  long: string,
  more?: Partial<Omit<Interpreter, 'files'>> & { readonly files?: string },
];

const filter = { operand: 'code', readsInput: false, files: '-f --file' } as const;

const rows: readonly Row[] = [
  ['python pypy ipython jython micropython', 'python', 'c', '', { values: 'WX' }],
  [
    'node nodejs bun deno tsx ts-node electron qjs',
    'javascript',
    'ep',
    '--eval --print eval',
    { files: '-r --require --import --loader --experimental-loader' },
  ],
  ['perl', 'perl', 'eEMm', ''],
  ['ruby jruby irb', 'ruby', 'e', ''],
  ['rake', 'ruby', 'e', '--execute', { operand: 'data', readsInput: false }],
  ['rails', 'ruby', '', '', { operand: 'database', readsInput: false }],
  ['php', 'php', 'rBRE', '--run --process-code --process-begin --process-end'],
  ['lua luajit', 'lua', 'e', ''],
  ['Rscript R', 'r', 'e', '--expression'],
  ['julia', 'julia', 'eE', '--eval --print'],
  ['osascript', 'applescript', 'e', ''],
  ['pwsh powershell', 'powershell', 'cC', '-command -Command -EncodedCommand -ec -enc --command'],
  ['cmd', 'cmd', '', '/c /C /k /K'],
  ['tclsh wish expect', 'tcl', 'c', ''],
  ['elixir iex', 'elixir', 'e', '--eval --rpc-eval'],
  ['erl', 'erlang', '', '-eval'],
  ['ghc runghc runhaskell', 'haskell', 'e', ''],
  [
    'groovy scala kotlin swift ocaml clojure clj bb racket guile sbcl jshell',
    'code',
    'ec',
    '--eval --expr -eval',
  ],
  ['sqlite3 duckdb', 'sql', 'cs', '-cmd', { operand: 'database', files: '-init' }],
  ['psql', 'sql', 'c', '--command', { operand: 'data', files: '-f --file' }],
  [
    'mysql mariadb clickhouse-client clickhouse',
    'sql',
    'eq',
    '--execute --query --init-command',
    { operand: 'data' },
  ],
  ['mongo mongosh', 'javascript', '', '--eval', { operand: 'data' }],
  ['vim vi nvim view ex gvim vimdiff rvim', 'vim', 'c', '--cmd', { operand: 'data', files: '-S -u -U -s' }],
  [
    'emacs emacsclient',
    'elisp',
    'e',
    '--eval --execute --funcall -eval -f',
    { operand: 'data', readsInput: false },
  ],
  [
    'gdb lldb',
    'gdb',
    'o',
    '-ex --eval-command -iex --one-line',
    { operand: 'data', files: '-x -ix --command -s --source' },
  ],
  ['ed red ftp', 'ed', '', '', { operand: 'data' }],
  ['lftp', 'ed', 'ec', '', { operand: 'data', files: '-f' }],
  ['sftp', 'ed', '', '', { operand: 'data', files: '-b' }],
  ['awk gawk mawk nawk original-awk', 'awk', 'e', '--source', { ...filter, values: 'vF' }],
  ['sed gsed', 'sed', 'e', '--expression', filter],
  ['jq yq gojq', 'jq', '', '', filter],
  ['make gmake', 'make', '', '--eval', { operand: 'data', readsInput: false, files: '-f --file --makefile' }],
  ['cmake', 'cmake', '', '', { operand: 'data', readsInput: false, files: '-P -C' }],
  ['ninja', 'ninja', '', '', { operand: 'data', readsInput: false, files: '-f' }],
  ['dc bc', 'calculator', 'e', '--expression'],
];

const interpreters: ReadonlyMap<string, Interpreter> = new Map(
  rows.flatMap(([names, language, letters, long, more]) => {
    const interpreter: Interpreter = {
      language,
      letters,
      long: long.split(' ').filter((name) => name !== ''),
      operand: 'file',
      readsInput: true,
      values: '',
      ...more,
      files: more?.files?.split(' ') ?? [],
    };
    return names.split(' ').map((name): [string, Interpreter] => [name, interpreter]);
  }),
);

/** `python3.11` is a python. */
export function interpreterOf(name: string): Interpreter | undefined {
  const plain = name.toLowerCase().replace(/\.exe$/, '');
  return interpreters.get(name) ?? interpreters.get(withoutVersion(plain));
}

function withoutVersion(name: string): string {
  let start = name.length;
  while (start > 0 && /[\d.]/.test(name.charAt(start - 1))) start -= 1;
  while (name.charAt(start) === '.') start += 1;
  if (start === name.length) return name;
  return name.slice(0, name.charAt(start - 1) === '-' ? start - 1 : start);
}
