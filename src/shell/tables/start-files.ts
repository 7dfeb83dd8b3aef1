/** Files that programs run, or take commands from, without being told: by the names of both. */
const rows: readonly (readonly [programs: string, files: RegExp])[] = [
  ['make gmake', /^(?:GNUm|m|M)akefile$/],
  ['ninja', /^build\.ninja$/],
  ['cmake ctest', /^CMakeLists\.txt$|\.cmake$/],
  ['npm npx pnpm yarn bun', /^(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?)$/],
  [
    'git',
    /^(?:\.gitconfig|config|\.gitmodules|(?:pre|post)-[a-z-]+|commit-msg|prepare-commit-msg|applypatch-msg|update|reference-transaction|fsmonitor-watchman|git-[\w-]+)$/,
  ],
  [
    'bash sh dash zsh ksh su ssh',
    /^\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|kshrc)$/,
  ],
  ['ssh scp sftp rsync', /^config$/],
  ['gdb', /^\.gdbinit$/],
  ['sqlite3', /^\.sqliterc$/],
  ['psql', /^\.psqlrc$/],
  ['vim vi nvim ex', /^(?:\.vimrc|\.exrc|init\.(?:vim|lua))$/],
  ['tmux', /^\.?tmux\.conf$/],
  ['direnv', /^\.envrc$/],
  ['just', /^\.?[jJ]ustfile$/],
  ['task', /^[tT]askfile\.ya?ml$/],
  ['rake', /^[rR]akefile(?:\.rb)?$/],
  ['cargo rustc', /^(?:build\.rs|Cargo\.toml|config\.toml)$/],
  ['pytest tox pip python python3', /^(?:conftest|setup|sitecustomize|usercustomize)\.py$|^tox\.ini$/],
  ['pytest', /^(?:test_.*|.*_test)\.py$/],
  ['run-parts', /(?:)/],
];

/** The files that a program of this name runs by itself; null for other programs. */
export function startFiles(program: string): RegExp | null {
  return forms.get(program) ?? null;
}

const forms: ReadonlyMap<string, RegExp> = joined();

function joined(): ReadonlyMap<string, RegExp> {
  const all = new Map<string, RegExp>();
  for (const [programs, files] of rows)
    for (const program of programs.split(' ')) {
      const before = all.get(program);
      all.set(program, before === undefined ? files : new RegExp(`${before.source}|${files.source}`));
    }
  return all;
}
