/** A substitution without the flags that write and run, or a command that prints, deletes or quits. */
const harmlessPart =
  /^\s*(?:s([/|#,:])(?:\\.|(?!\1)[^\\])*\1(?:\\.|(?!\1)[^\\])*\1[gIip0-9]*|[\d$,~+]*[pdq=]|\/[^/]*\/(?:,\/[^/]*\/)?!?[pd])?\s*$/;

/** Whether these words of a sed call only change what sed prints: its scripts can write files and run commands too. */
export function isHarmlessSed(words: readonly string[]): boolean {
  const scripts: string[] = [];
  const plain: string[] = [];
  let isStated = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-e' || word === '--expression') {
      at += 1;
      isStated = true;
      scripts.push(words[at] ?? '');
    } else if (!word.startsWith('-')) plain.push(word);
    else if (
      !/^(?:-[nErszu]*i?|-i\.\w+|--(?:quiet|silent|in-place|regexp-extended|separate|null-data))$/.test(word)
    )
      return false;
  }
  // Behind `-i`, an empty word is the script to one sed and the ending of backups to another.
  if (!isStated) scripts.push(...plain.slice(0, plain[0] === '' ? 2 : 1));
  return scripts.flatMap((script) => script.split(/[;\n]/)).every((part) => harmlessPart.test(part));
}

/** Whether an awk call reads nothing but its operands, and writes and runs nothing. */
export function isHarmlessAwk(words: readonly string[]): boolean {
  return !words.some((word) =>
    /[>|@]|system|getline|close|ARGV|ARGC|ARGIND|SYMTAB|FUNCTAB|ENVIRON|PROCINFO/.test(word),
  );
}

/** Whether a jq call reads nothing but its operands. */
export function isHarmlessJq(words: readonly string[]): boolean {
  return !words.some((word) => /\b(?:import|include|modulemeta|get_search_list)\b/.test(word));
}

const tests =
  'name iname path ipath wholename iwholename regex iregex lname ilname type xtype size mtime mmin atime amin ctime cmin ' +
  'user group uid gid perm links inum maxdepth mindepth regextype fstype printf used';
const flags =
  'empty depth d mount xdev prune print print0 ls not a and o or readable writable executable quit true false follow ' +
  'daystart noleaf ignore_readdir_race nouser nogroup H L P E x s';
const withText: ReadonlySet<string> = new Set(tests.split(' ').map((name) => `-${name}`));
const withoutText: ReadonlySet<string> = new Set([
  ...flags.split(' ').map((name) => `-${name}`),
  '!',
  '(',
  ')',
  ',',
]);
const withFile = /^-(?:newer|anewer|cnewer|newer[aBcm][aBcm]|samefile)$/;

/** The places of the words of a find call that are paths; null when it may do more than print names. */
export function findPaths(words: readonly string[]): readonly number[] | null {
  const paths: number[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (withText.has(word)) at += 1;
    else if (withFile.test(word)) {
      at += 1;
      if (at < words.length) paths.push(at);
    } else if (withoutText.has(word)) continue;
    else if (word.startsWith('-')) return null;
    else paths.push(at);
  }
  return paths;
}
