/**
 * The simple commands in a shell command line: what stands between `&&`, `||`, `;`, `|`, `&` and newlines, and inside
 * `$(…)`, backticks and parentheses, each without the variables and the keywords before it. Null when it cannot be
 * taken apart.
 */
export function subcommandsOf(command: string): readonly string[] | null {
  const splitter = new Splitter(command);
  return splitter.split() ? splitter.commands.map(withoutPrefix).filter((part) => part !== '') : null;
}

const assignment = /^[A-Za-z_]\w*\+?=(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])*(?:\s+|$)/;
const keyword = /^(?:if|then|elif|else|while|until|do|time|!|\{)(?:\s+|$)/;

function withoutPrefix(command: string): string {
  let rest = command.trim();
  for (;;) {
    const match = assignment.exec(rest) ?? keyword.exec(rest);
    if (match === null) return rest;
    rest = rest.slice(match[0].length);
  }
}

/** What stands for a substitution in the command around it, so that its blanks do not look like that command's. */
const placeholder = '$()';

const maxDepth = 100;

class Splitter {
  readonly commands: string[] = [];
  readonly #text: string;
  #at = 0;
  #current = '';
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** False when a quote or a parenthesis is never closed, or closed without having been opened. */
  split(): boolean {
    return this.#list('');
  }

  /** Reads commands up to the closing letter, or to the end where there is none. */
  #list(closing: '' | ')' | '`'): boolean {
    this.#depth += 1;
    const isRead = this.#depth < maxDepth && this.#commands(closing);
    this.#depth -= 1;
    return isRead;
  }

  #commands(closing: '' | ')' | '`'): boolean {
    while (this.#at < this.#text.length) {
      const letter = this.#text[this.#at];
      if (letter === closing) {
        this.#cut();
        return true;
      }
      if (letter === ')') return false;
      if (letter === ';' || letter === '|' || letter === '\n' || this.#isBackground(letter)) this.#cut();
      else if (letter === '(') {
        this.#cut();
        if (!this.#list(')')) return false;
      } else if (!this.#word(letter)) return false;
    }
    this.#cut();
    return closing === '';
  }

  /** `>&` and `&>` redirect, they do not separate. */
  #isBackground(letter: string | undefined): boolean {
    return letter === '&' && this.#text[this.#at - 1] !== '>' && this.#text[this.#at + 1] !== '>';
  }

  #cut(): void {
    this.commands.push(this.#current);
    this.#current = '';
    this.#at += 1;
  }

  #word(letter: string | undefined): boolean {
    if (letter === "'") {
      const end = this.#text.indexOf("'", this.#at + 1);
      this.#take(end + 1 - this.#at);
      return end >= 0;
    }
    return letter === '"' ? this.#quoted() : this.#letter(letter);
  }

  #quoted(): boolean {
    this.#take(1);
    while (this.#at < this.#text.length) {
      const letter = this.#text[this.#at];
      if (!this.#letter(letter)) return false;
      if (letter === '"') return true;
    }
    return false;
  }

  /** A letter with what belongs to it: what a backslash escapes, or a whole substitution. */
  #letter(letter: string | undefined): boolean {
    const isSubstitution = letter === '`' || this.#text.startsWith('$(', this.#at);
    if (!isSubstitution) {
      this.#take(letter === '\\' ? 2 : 1);
      return true;
    }
    const outer = this.#current;
    this.#current = '';
    this.#at += letter === '`' ? 1 : 2;
    const isClosed = this.#list(letter === '`' ? '`' : ')');
    this.#current = outer + placeholder;
    return isClosed;
  }

  #take(length: number): void {
    this.#current += this.#text.slice(this.#at, this.#at + length);
    this.#at += Math.max(length, 1);
  }
}
