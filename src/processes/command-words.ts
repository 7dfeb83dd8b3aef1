// What means the same to every shell as it does here: plain characters, and quotes without anything to expand in them.
const plainWord = /(?:[^\s'"|&;<>()$`\\*?[\]{}!#~]|'[^']*'|"[^"$`\\]*")+/y;
const gap = /[ \t]*/y;
const quoted = /'([^']*)'|"([^"]*)"/g;

/** The words of a command line that needs no shell to be understood; null when it does. */
export function plainWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let position = 0;
  while (position < line.length) {
    const word = matchAt(plainWord, line, position);
    // `NAME=value program` sets a variable, which is the shell's work.
    if (word === '' || (words.length === 0 && word.includes('='))) return null;
    words.push(word.replace(quoted, '$1$2'));
    position += word.length;
    const blanks = matchAt(gap, line, position);
    position += blanks.length;
  }
  return words.length === 0 ? null : words;
}

function matchAt(pattern: RegExp, text: string, position: number): string {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0] ?? '';
}
