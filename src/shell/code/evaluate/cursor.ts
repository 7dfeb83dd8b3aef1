import type { Language } from '../languages/language.ts';
import type { Calls } from './calls.ts';
import type { Token } from './token.ts';
import { anyOf, type CodeValue, sizeOf, unknown } from './value.ts';

export class Cursor {
  protected readonly tokens: readonly Token[];
  protected readonly language: Language;
  protected readonly known: Map<string, CodeValue>;
  protected readonly calls: Calls;
  protected at = 0;
  protected depth = 0;

  constructor(tokens: readonly Token[], language: Language, known: Map<string, CodeValue>, calls: Calls) {
    this.tokens = tokens;
    this.language = language;
    this.known = known;
    this.calls = calls;
  }

  protected token(behind = 0): Token | undefined {
    this.calls.step();
    return this.tokens[this.at + behind];
  }

  protected sign(behind = 0): string {
    const token = this.token(behind);
    return token?.kind === 'sign' ? token.text : '';
  }

  protected name(behind = 0): string {
    const token = this.token(behind);
    return token?.kind === 'name' ? token.text : '';
  }

  protected skipSign(sign: string): boolean {
    if (this.sign() !== sign) return false;
    this.at += 1;
    return true;
  }

  protected bind(name: string, value: CodeValue): void {
    if (name === '') return;
    const before = this.known.get(name);
    if (before === undefined) {
      this.known.set(name, value);
      return;
    }
    const both = anyOf([before, value]);
    this.calls.step(sizeOf(both));
    // What grows from pass to pass grows in a loop.
    const grows = this.calls.isLate && both.texts.length > before.texts.length;
    this.known.set(name, grows ? anyOf([both, unknown]) : both);
  }

  protected isEnd(): boolean {
    const token = this.token();
    return token === undefined || token.kind === 'end';
  }

  protected skipLines(): void {
    while (this.token()?.kind === 'end' && this.token()?.text === '\n') this.at += 1;
  }
}
