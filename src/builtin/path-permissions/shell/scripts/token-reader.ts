import { Constants, type Token, textsFrom } from './tokens.ts';

/** What readers of all languages ask of the tokens of a script. */
export class TokenReader {
  protected readonly tokens: readonly Token[];
  protected readonly constants = new Constants();
  /** Functions of the code itself, and of the project. */
  protected readonly own = new Set<string>();

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected sign(at: number): string {
    const token = this.tokens[at];
    return token?.kind === 'sign' ? token.text : '';
  }

  protected name(at: number): string {
    const token = this.tokens[at];
    return token?.kind === 'name' ? token.text : '';
  }

  /** What a function is given: a text, or a name that is nothing but texts. */
  protected argument(at: number): readonly string[] | null {
    const texts = textsFrom(this.tokens, at, /^[,)]$/);
    const isName = this.name(at) !== '' && /^[,)]$/.test(this.sign(at + 1));
    return texts ?? (isName ? this.constants.get(this.name(at)) : null);
  }

  /** Whether an attribute belongs to a module of the project. */
  protected isOwn(at: number): boolean {
    let start = at;
    while (this.sign(start - 1) === '.' && this.name(start - 2) !== '') start -= 2;
    return this.own.has(this.name(start)) && this.sign(start - 1) !== '.';
  }
}
