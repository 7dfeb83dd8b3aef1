import { UnjudgeablePath } from '../../../files/follow-links.ts';

/** A word of a command line. */
export interface ShellWord {
  /** Without its quotes. */
  readonly text: string;
  /** Why the text is not what the program will get; null when it is. */
  readonly dynamic: string | null;
  /** Whether the shell may make several words of it, or none. */
  readonly splits: boolean;
  /** Whether the shell replaces it by the names that it matches. */
  readonly isGlob: boolean;
}

export interface Redirect {
  readonly operator: string;
  readonly target: ShellWord;
}

export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  readonly redirects: readonly Redirect[];
}

const maxLength = 100_000;

// Shells differ in what they take these for: a part of a word, or a space between two.
const odd = /[\p{Cc}\p{Z}]/u;

/** The simple commands of a command line, in order. Throws where the shell would run what cannot be seen here. */
export function shellCommands(line: string): readonly SimpleCommand[] {
  if (line.length > maxLength) throw new UnjudgeablePath('a command that is too long to be judged');
  if (line.includes('\0')) throw new UnjudgeablePath('a command with a NUL character');
  return new Lexer(line).commands();
}

class Lexer {
  readonly #line: string;
  #at = 0;
  #words: ShellWord[] = [];
  #redirects: Redirect[] = [];
  readonly #done: SimpleCommand[] = [];
  /** Texts that begin on the next line, each up to a line that is its end. */
  #hereDocuments: { readonly end: string; readonly isLiteral: boolean; readonly isIndented: boolean }[] = [];

  constructor(line: string) {
    this.#line = line;
  }

  commands(): readonly SimpleCommand[] {
    while (this.#at < this.#line.length) this.#step();
    if (this.#hereDocuments.length > 0) throw new UnjudgeablePath('a here-document without its text');
    this.#endCommand();
    return this.#done;
  }

  #step(): void {
    const rest = this.#line.slice(this.#at, this.#at + 3);
    const sign = rest[0] ?? '';
    if (sign === '\n') {
      this.#at += 1;
      this.#endCommand();
      this.#skipHereDocuments();
    } else if (isBlank(sign)) this.#at += 1;
    else if (rest.startsWith('\\\n') && /^$|[ \t\n]/.test(this.#line[this.#at - 1] ?? '')) this.#at += 2;
    else if (sign === '#') this.#at = endOfLine(this.#line, this.#at);
    else if (/^[<>]\(/.test(rest)) throw new UnjudgeablePath('process substitution');
    else if (/^(?:[<>]|&>)/.test(rest)) this.#redirect();
    else if (sign === '(' && (rest[1] === '(' || this.#words.length > 0)) {
      throw new UnjudgeablePath('arithmetic, a function or a pattern in parentheses');
    } else if (/^[;&|()]/.test(sign)) {
      this.#at += 1;
      this.#endCommand();
    } else this.#wordOrDescriptor();
  }

  #endCommand(): void {
    if (this.#words.length > 0 || this.#redirects.length > 0) {
      this.#done.push({ words: this.#words, redirects: this.#redirects });
    }
    this.#words = [];
    this.#redirects = [];
  }

  #redirect(): void {
    const [operator = ''] =
      /^(?:&>>|&>|<<<|<<-|<<|<>|<&|<|>>|>\||>&|>)/.exec(this.#line.slice(this.#at, this.#at + 3)) ?? [];
    this.#at += operator.length;
    while (isBlank(this.#line[this.#at] ?? '')) this.#at += 1;
    const start = this.#at;
    const target = this.#word();
    if (this.#at === start) throw new UnjudgeablePath('a redirection without a target');
    if (operator === '<<' || operator === '<<-') {
      const isLiteral = /['"\\]/.test(this.#line.slice(start, this.#at));
      this.#hereDocuments.push({ end: target.text, isLiteral, isIndented: operator === '<<-' });
    }
    this.#redirects.push({ operator, target });
  }

  #wordOrDescriptor(): void {
    const descriptor = /^\d+(?=[<>])/.exec(this.#line.slice(this.#at, this.#at + 40));
    if (descriptor !== null) {
      this.#at += descriptor[0].length;
      return;
    }
    const start = this.#at;
    this.#words.push(this.#word());
    const next = this.#line[this.#at] ?? '';
    if (this.#line[start] === '{' && this.#line[this.#at - 1] === '}' && /[<>]/.test(next))
      throw new UnjudgeablePath('a redirection that sets a variable');
  }

  #word(): ShellWord {
    let text = '';
    let dynamic: string | null = null;
    let isGlob = false;
    let quotedGlob = false;
    let splits = false;
    let brace = -1;
    const start = this.#at;
    while (this.#at < this.#line.length) {
      const sign = this.#line[this.#at] ?? '';
      if (endsWord(sign)) {
        if (sign === '(') throw new UnjudgeablePath('a function or a pattern in parentheses');
        break;
      }
      if (odd.test(sign)) throw new UnjudgeablePath('a control character or an unusual space outside quotes');
      this.#at += 1;
      if (sign === "'") {
        const end = this.#line.indexOf("'", this.#at);
        if (end < 0) throw new UnjudgeablePath('a quote that is never closed');
        const quoted = this.#line.slice(this.#at, end);
        quotedGlob ||= /[*?[\]]/.test(quoted);
        text += quoted;
        this.#at = end + 1;
      } else if (sign === '"') {
        const quoted = this.#doubleQuoted();
        dynamic ??= quoted.dynamic;
        splits ||= quoted.dynamic?.includes('@') ?? false;
        quotedGlob ||= /[*?[\]]/.test(quoted.text);
        text += quoted.text;
      } else if (sign === '\\') {
        const next = this.#line[this.#at] ?? '';
        if (next === '\n' || next === '') throw new UnjudgeablePath('a word that goes on in the next line');
        quotedGlob ||= /[*?[\]]/.test(next);
        text += next;
        this.#at += 1;
      } else if (sign === '$' || sign === '`') {
        const expansion = this.#expansion(sign, false);
        if (expansion !== null) splits = true;
        dynamic ??= expansion;
        text += sign;
      } else {
        if (/[*?[]/.test(sign)) isGlob = true;
        if (sign === '{' && brace < 0) brace = this.#at;
        text += sign;
      }
    }
    const raw = this.#line.slice(start, this.#at);
    // Which comma belongs to which brace is for the shell to know; without any there is no list.
    if (brace >= 0 && /,|\.\./.test(this.#line.slice(brace, this.#at))) {
      dynamic ??= 'a list in braces';
      splits = true;
    }
    if (/(?:^|[=:])~[^/]/.test(raw)) dynamic ??= `${raw.slice(0, 20)}, another's folder`;
    if (isGlob && quotedGlob) dynamic ??= 'a pattern that is partly quoted';
    return { text, dynamic, splits, isGlob };
  }

  #doubleQuoted(): { text: string; dynamic: string | null } {
    let text = '';
    let dynamic: string | null = null;
    for (;;) {
      const sign = this.#line[this.#at];
      if (sign === undefined) throw new UnjudgeablePath('a quote that is never closed');
      this.#at += 1;
      if (sign === '"') return { text, dynamic };
      if (sign === '\\' && this.#line[this.#at] === '\n') this.#at += 1;
      else if (sign === '\\' && /[$`"\\]/.test(this.#line[this.#at] ?? '')) {
        text += this.#line[this.#at] ?? '';
        this.#at += 1;
      } else {
        if (sign === '$' || sign === '`') dynamic ??= this.#expansion(sign, true);
        text += sign;
      }
    }
  }

  /** Just behind `$` or a backtick: what the shell puts there, or null when the sign stands for itself. */
  #expansion(sign: string, isQuoted: boolean): string | null {
    const rest = this.#line.slice(this.#at, this.#at + 200);
    if (rest.startsWith('\\\n')) throw new UnjudgeablePath('an expansion that goes on in the next line');
    if (sign === '`' || rest.startsWith('(')) throw new UnjudgeablePath('command substitution');
    if (!isQuoted && /^['"]/.test(rest)) throw new UnjudgeablePath("text in $'…'");
    if (rest.startsWith('[')) throw new UnjudgeablePath('arithmetic');
    const name = /^(?:\w+|[@*#?$!-]|\{\w+\})/.exec(rest)?.[0];
    if (name !== undefined) return `the variable $${name}`;
    if (rest.startsWith('{')) throw new UnjudgeablePath('an expansion in braces');
    return null;
  }

  #skipHereDocuments(): void {
    for (const { end, isLiteral, isIndented } of this.#hereDocuments) {
      for (;;) {
        if (this.#at >= this.#line.length) throw new UnjudgeablePath('a here-document that never ends');
        const lineEnd = endOfLine(this.#line, this.#at);
        const line = this.#line.slice(this.#at, lineEnd);
        this.#at = lineEnd + 1;
        if ((isIndented ? line.replace(/^\t+/, '') : line) === end) break;
        if (line.endsWith('\\'))
          throw new UnjudgeablePath('a here-document with a line that goes on in the next');
        if (!isLiteral && /`|\$[({[]/.test(line))
          throw new UnjudgeablePath('command substitution in a here-document');
      }
    }
    this.#hereDocuments = [];
  }
}

function isBlank(sign: string): boolean {
  return sign === ' ' || sign === '\t';
}

function endsWord(sign: string): boolean {
  return isBlank(sign) || /[\n;&|<>()]/.test(sign);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
