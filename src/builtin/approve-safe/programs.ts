import { lookUp } from '../../engine/values/look-up.ts';
import type { ShellWord } from '../../shell/read/reading.ts';

/** `text`: no word can do harm. `plain`: no option writes or runs. `chosen`: some do, so every word must be known. */
export interface SafeProgram {
  readonly kind: 'text' | 'plain' | 'chosen';
  /** Options with which it does more than read and print. */
  readonly refused: readonly string[];
  readonly words: RegExp | null;
}

const findTests =
  /^(?:[^-].*|-[HP]|-\d+\w?|-(?:i?(?:name|path|wholename|regex)|regextype|type|maxdepth|mindepth|size|[mac](?:time|min)|newer|anewer|newermt|empty|not|or?|a|and|print0?|printf|ls|prune|quit|depth|user|group|perm|readable|writable|executable|links|xdev|mount|true|false|exec|execdir))$/s;

const rows: readonly (readonly [
  names: string,
  kind: SafeProgram['kind'],
  refused?: string,
  words?: RegExp,
])[] = [
  ['echo true false : pwd sleep exit return break continue wait shift seq basename dirname expr tr', 'text'],
  ['printf', 'text', '-v'],
  ['test [', 'text', '-v -R -eq -ne -lt -le -gt -ge'],
  [
    'cd pushd popd ls dir vdir stat realpath readlink cat tac head tail nl od fold cut comm join paste',
    'plain',
  ],
  ['rev grep egrep fgrep zcat zgrep wc md5sum sha1sum sha256sum sha512sum cksum b2sum cmp expand', 'plain'],
  ['unexpand fmt column df base64', 'plain'],
  ['rg', 'chosen', '--pre --hostname-bin -L --follow -z --search-zip'],
  ['uniq sort shuf xxd hexdump diff awk gawk mawk sed', 'chosen'],
  ['fd fdfind jq', 'chosen', '-L --follow'],
  ['tree', 'chosen', '-R -l'],
  ['du', 'chosen', '-L -D -H'],
  ['file', 'chosen', '-C -S -s'],
  ['time timeout nice command builtin xargs', 'chosen', '-o --output -p --interactive'],
  ['find', 'chosen', '', findTests],
  [
    'date',
    'chosen',
    '',
    /^(?:\+.*|-[uRd]|-I\w*|--(?:utc|date|iso-8601|rfc-\S+)(?:=.*)?|[^-+\d].*|\d{4}-\d\d.*)$/s,
  ],
  ['set', 'chosen', '', /^(?:[-+][eux]*o?|pipefail|errexit|nounset|xtrace)$/],
  ['read', 'chosen', '', /^(?:-r|[a-z_][a-z0-9_]*)$/],
  ['uname whoami id hostname nproc', 'chosen', '', /^-[asnrvmpiougGf]+$/],
  ['which type', 'chosen', '', /^(?:-[aptP]+|[\w.+-]+)$/],
];

const versions: Readonly<Record<string, RegExp>> = {
  'git node npm ruby perl php gcc make cmake docker tsc java': /^(?:--version|-v)$/,
  'python python3 bash zsh curl jq rg uv deno bun': /^(?:--version|-V)$/,
};

const table = new Map<string, SafeProgram>(
  rows.flatMap(([names, kind, refused = '', words = null]) =>
    names
      .split(' ')
      .map((name) => [name, { kind, refused: refused.split(' ').filter(Boolean), words }] as const),
  ),
);

const versionTable = new Map(
  Object.entries(versions).flatMap(([names, form]) => names.split(' ').map((name) => [name, form] as const)),
);

export function safeProgram(name: string): SafeProgram | undefined {
  return table.get(name);
}

export function onlyTellsVersion(name: string, [word, ...others]: readonly ShellWord[]): boolean {
  return others.length === 0 && versionTable.get(name)?.test(word?.value ?? '') === true;
}

/** Words of git that only show. A pattern with `=` takes a value in the same word. */
const shown =
  '[^-].*|--|-[0-9]+|-[acghilmnpqrstuvwzMCRBDE]+|-[nUMCSGLBl][^ ].*|-[nUSGLC]|--(?:oneline|graph|stat|shortstat|numstat|dirstat|summary|patch|no-patch|raw|name-only|name-status|all|branches|tags|remotes|decorate|no-decorate|merges|no-merges|first-parent|reverse|follow|cached|staged|merge-base|abbrev-commit|no-abbrev-commit|abbrev|full-index|word-diff|color-words|color|no-color|no-ext-diff|no-textconv|minimal|patience|histogram|ignore-all-space|ignore-space-change|ignore-space-at-eol|ignore-blank-lines|no-renames|find-renames|find-copies|check|exit-code|quiet|no-index|relative|text|binary|unified|format|pretty|date|author|committer|grep|since|until|after|before|max-count|skip|left-right|cherry-pick|cherry-mark|topo-order|date-order|full-history|simplify-merges|show-pulls|pickaxe-all|pickaxe-regex|diff-filter|diff-algorithm|inter-hunk-context|function-context|no-prefix|src-prefix|dst-prefix|ignore-submodules|submodule|no-patch|root|parents|children|boundary|show-notes|no-notes|walk-reflogs|invert-grep|regexp-ignore-case|extended-regexp|fixed-strings|perl-regexp|all-match|source|clear-decorations|decorate-refs|line-prefix|ws-error-highlight|stat-width|compact-summary|cc|ours|theirs|base|summary)(?:=.*)?';

const git: Readonly<Record<string, string>> = {
  'log show diff whatchanged shortlog reflog diff-tree diff-index diff-files': shown,
  status:
    '[^-].*|--|-[sbvuz]+|-u(?:no|normal|all)|--(?:short|branch|porcelain|long|verbose|show-stash|untracked-files|ignored|ignore-submodules|renames|no-renames|ahead-behind|no-ahead-behind|column)(?:=.*)?',
  blame: '[^-].*|--|-[lwsepfbtcM]+|-[LC].*|--(?:line-porcelain|porcelain|show-name|show-email|date)(?:=.*)?',
  branch:
    '-[avrl]+|--(?:list|all|remotes|verbose|show-current|contains|no-contains|merged|no-merged|sort|format|points-at|column|color|no-color|no-column|ignore-case)(?:=.*)?',
  tag: '-l|-n\\d*|--(?:list|sort|format|contains|merged|no-merged|points-at|column)(?:=.*)?',
  remote: '-v|--verbose',
  config:
    '(?:--)?get|--show-origin|--show-scope|--(?:local|global|system)|(?!.*(?:extraheader|token|password|credential))[a-z][\\w.-]*',
  'ls-files ls-tree rev-parse rev-list describe merge-base name-rev for-each-ref show-ref cherry count-objects check-ignore check-attr':
    '[^-].*|--|-[rtzdcomsuvnlsk0-9]+|--(?!o|u|rec|exe|std|sq|parse)[a-z-]+(?:=.*)?|--(?:others|unmerged|oneline|objects|until|exclude-standard)(?:=.*)?',
  'symbolic-ref': 'HEAD|--short|-q|--quiet',
  'cat-file': '[^-].*|-[pstev]',
  grep: '[^-].*|--|-[0-9]+|-[nilwcvLhHEFGPpWqorIae]+|-[ABCm][0-9]*|--(?:line-number|ignore-case|word-regexp|count|files-with-matches|name-only|fixed-strings|extended-regexp|perl-regexp|cached|untracked|show-function|function-context|heading|break|and|or|not|max-depth|color|no-color|column|full-name)(?:=.*)?',
  version: '',
};

const gitTable = new Map(
  Object.entries(git).flatMap(([names, words]) =>
    names.split(' ').map((name) => [name, new RegExp(`^(?:${words})$`, 's')] as const),
  ),
);

/** `git stash list` shows, `git stash` doesn't. */
const firstWords: Readonly<Record<string, RegExp>> = {
  stash: /^(?:list|show)$/,
  worktree: /^list$/,
  remote: /^get-url$/,
  submodule: /^status$/,
  notes: /^(?:list|show)$/,
  bisect: /^log$/,
};

/** Whether a subcommand of git with these words only shows something. */
export function gitOnlyShows(verb: string, words: readonly ShellWord[]): boolean {
  const texts = words.map(wordText);
  if (!texts.every((text) => text !== null) || texts.some((text) => text.includes('%G'))) return false;
  const [first = '', ...rest] = texts;
  const operands = texts.filter((text) => !text.startsWith('-'));
  if (lookUp(firstWords, verb)?.test(first) === true)
    return rest.every((text) => /^(?:[^-].*|-[pv]|--stat|--porcelain|--name-only|--oneline)$/s.test(text));
  if (verb === 'reflog' && /^(?:expire|delete|drop)$/.test(first)) return false;
  // With a second word it would set what the first one names.
  if (verb === 'config' && operands.filter((text) => text !== 'get').length !== 1) return false;
  // Without one of these, a word names a new branch or tag.
  const lists =
    /^(?:branch|tag)$/.test(verb) &&
    texts.some((text) => /^(?:-l|--(?:list|contains|merged|no-merged|points-at))(?:=|$)/.test(text));
  const form = gitTable.get(verb);
  return form !== undefined && texts.every((text) => form.test(text) || (lists && !text.startsWith('-')));
}

/** The word, or its fixed start where that decides: `--author="$name"`. */
export function wordText({ value, pieces: [first, ...others], splits }: ShellWord): string | null {
  if (value !== null) return value;
  // `<(…)` becomes the name of a pipe.
  if (first?.kind === 'unknown' && first.from === 'process' && others.length === 0) return '/dev/fd';
  if (first?.kind === 'tilde') return '~';
  const isTelling = first?.kind === 'text' && first.text !== '' && !splits && !/^-[^=]*$/.test(first.text);
  return isTelling ? first.text : null;
}
