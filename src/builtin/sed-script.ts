/** A substitution without the flags that write and run, or a command that prints, deletes or quits. */
const harmlessPart =
  /^\s*(?:s([/|#,:])(?:\\.|(?!\1)[^\\])*\1(?:\\.|(?!\1)[^\\])*\1[gIip0-9]*|[\d$,~+]*[pdq=]|\/[^/]*\/(?:,\/[^/]*\/)?!?[pd])?\s*$/;

/** Whether these words of a sed call only change what sed prints: its scripts can write files and run commands too. */
export function isHarmlessSed(words: readonly string[]): boolean {
  const scripts: string[] = [];
  let isStated = false;
  let first: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-e') {
      at += 1;
      isStated = true;
      scripts.push(words[at] ?? '');
    } else if (!word.startsWith('-')) first ??= word;
    else if (!/^(?:-[nErsz]*i?|-i\.\w+|--(?:quiet|silent|in-place|regexp-extended|separate))$/.test(word))
      return false;
  }
  if (!isStated) scripts.push(first ?? '');
  return scripts.flatMap((script) => script.split(/[;\n]/)).every((part) => harmlessPart.test(part));
}
