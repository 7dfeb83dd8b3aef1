/**
 * The simple commands in a shell command line: what stands between `&&`, `||`, `;`, `|`, `&` and newlines, and inside
 * `$(…)`, backticks and parentheses, each without the variables set before it. Null when it cannot be taken apart.
 */
export function subcommandsOf(command: string): readonly string[] | null {
  const splitter = new Splitter(command);
  return splitter.split() ? splitter.commands.map(withoutAssignments).filter((part) => part !== '') : null;
}

const assignment = /^[A-Za-z_]\w*=(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])*(?:\s+|$)/;

function withoutAssignments(command: string): string {
  let rest = command.trim();
  for (let match = assignment.exec(rest); match !== null; match = assignment.exec(rest)) {
    rest = rest.slice(match[0].length);
  }
  return rest;
}

/** One pass over the text; a substitution is both part of its command and a list of commands of its own. */
class Splitter {
  readonly commands: string[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** False when a quote or a parenthesis is never closed. */
  split(): boolean {
    return this.#list('') && this.#at >= this.#text.length;
  }

  /** Reads commands up to the closing letter, or to the end. */
  #list(closing: string): boolean {
    let start = this.#at;
    const cut = (length: number): void => {
      this.commands.push(this.#text.slice(start, this.#at));
      this.#at += length;
      start = this.#at;
    };
    while (this.#at < this.#text.length) {
      const letter = this.#text[this.#at];
      if (closing !== '' && letter === closing) {
        cut(1);
        return true;
      }
      if (letter === '\\') this.#at += 2;
      else if (letter === "'") {
        if (!this.#skipTo("'")) return false;
      } else if (letter === '"') {
        if (!this.#quoted()) return false;
      } else if (letter === '`' || this.#text.startsWith('$(', this.#at)) {
        if (!this.#substitution()) return false;
      } else if (letter === '(') {
        cut(1);
        if (!this.#list(')')) return false;
        start = this.#at;
      } else if (letter === ')') return false;
      else if (letter === ';' || letter === '|' || letter === '\n') cut(1);
      // `>&` and `&>` redirect, they do not separate.
      else if (letter === '&' && this.#text[this.#at - 1] !== '>' && this.#text[this.#at + 1] !== '>') cut(1);
      else this.#at += 1;
    }
    cut(0);
    return closing === '';
  }

  #substitution(): boolean {
    const closing = this.#text[this.#at] === '`' ? '`' : ')';
    this.#at += closing === ')' ? 2 : 1;
    return this.#list(closing);
  }

  #quoted(): boolean {
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const letter = this.#text[this.#at];
      if (letter === '"') {
        this.#at += 1;
        return true;
      }
      if (letter === '\\') this.#at += 2;
      else if (letter === '`' || this.#text.startsWith('$(', this.#at)) {
        if (!this.#substitution()) return false;
      } else this.#at += 1;
    }
    return false;
  }

  #skipTo(quote: string): boolean {
    const end = this.#text.indexOf(quote, this.#at + 1);
    this.#at = end + 1;
    return end >= 0;
  }
}
