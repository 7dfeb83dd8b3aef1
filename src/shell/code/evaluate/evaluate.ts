import { type CodeFindings, unclosed } from '../code.ts';
import type { Language } from '../languages/language.ts';
import { Calls } from './calls.ts';
import type { CodeContext } from './effects.ts';
import { Expressions } from './expressions.ts';
import type { Token } from './token.ts';
import { tokensOf } from './tokens.ts';
import { anyOf, type CodeValue, own, textValue, unknown } from './value.ts';

const assigning = /^(?:=|:=|\+=|\.=|\|\|=|\?\?=|&&=|[-*/%|&^]=|\/\/=|\*\*=|<<=|>>=|<<)$/;
const maxTargets = 40;

/** Reads code of a language by its table: what it calls, with which texts. */
export function evaluate(source: string, language: Language, found: CodeFindings, places: CodeContext): void {
  const { tokens, isWhole } = tokensOf(source, language.syntax, found);
  if (!isWhole) found.doubt('unknown', unclosed);
  const known = new Map<string, CodeValue>();
  const inner = (text: string): void =>
    evaluate(text, language, found, { ...places, depth: places.depth + 1 });
  // The first pass finds what names are set to, since functions may use what is set below them.
  for (const pass of ['first', 'second', 'last'] as const)
    new Statements(
      tokens,
      language,
      known,
      new Calls(language, found, { ...places, pass, evaluate: inner }),
    ).all();
}

class Statements extends Expressions {
  all(): CodeValue {
    const values: CodeValue[] = [];
    while (this.at < this.tokens.length) values.push(this.statement());
    return anyOf(values);
  }

  protected statement(): CodeValue {
    const start = this.at;
    const value = this.simple();
    if (this.at === start) this.at += 1;
    return value;
  }

  protected simple(): CodeValue {
    if (this.isEnd()) return unknown;
    const name = this.name();
    if (this.sign(1) !== '.' && this.sign(1) !== '(' && this.imports(name)) return unknown;
    if (this.language.defines.has(name) && this.sign(1) !== '=') return this.definition();
    if (
      /^(?:const|let|var|my|our|local|static|global|nonlocal|export|default|async|public|private|protected)$/.test(
        name,
      )
    ) {
      this.at += 1;
      return unknown;
    }
    if (name === 'for' || name === 'foreach') return this.loop();
    if (name === 'from' && this.language.importsFrom) return unknown;
    if (this.computedKey() || this.destructures()) return unknown;
    const target = this.target();
    const value = target !== null && this.language.arrows ? this.expression() : this.list();
    this.as(value);
    if (target !== null || !assigning.test(this.sign())) {
      if (target !== null) this.bind(target.name, target.isPlain ? value : anyOf([value, unknown]));
      else this.calls.dropped(value);
      return value;
    }
    this.at += 1;
    const given = this.list();
    // What an attribute is set to may be called by that name.
    this.calls.dropped(given);
    return unknown;
  }

  protected target(): { readonly name: string; readonly isPlain: boolean } | null {
    const name = this.name();
    if (name === '') return null;
    const typed = this.sign(1) === ':' && this.name(2) !== '' && this.sign(3) === '=' ? 2 : 0;
    const sign = this.sign(1 + typed);
    if (!assigning.test(sign) || sign === '<<') return null;
    this.at += 2 + typed;
    return { name: this.language.plainName(name), isPlain: sign === '=' || sign === ':=' };
  }

  /** `const { ['a' + 'b']: c } = …`. */
  protected computedKey(): boolean {
    if (!this.language.arrows || this.sign() !== '{' || this.sign(1) !== '[') return false;
    const start = this.at;
    this.at += 2;
    const key = this.expression();
    const name = this.skipSign(']') && this.skipSign(':') ? this.name() : '';
    this.at += 1;
    if (name === '' || !this.skipSign('}') || !this.skipSign('=')) {
      this.at = start;
      return false;
    }
    this.bind(name, this.calls.member(this.list(), key));
    return true;
  }

  /** `a, b = …`, `my ($a, $b) = …`, `const { a, b: c } = …`. */
  protected destructures(): boolean {
    let at = this.at;
    const names: { readonly keys: readonly string[]; readonly name: string }[] = [];
    /** The keys of the patterns around: `{ a: { b } }`. */
    const outer: string[] = [];
    let commas = 0;
    for (; at < this.tokens.length; at += 1) {
      const { kind, text } = this.tokens[at] ?? { kind: 'end', text: '' };
      const next = this.tokens[at + 1];
      if (kind === 'name' && next?.text === ':' && this.tokens[at + 2]?.kind === 'name') {
        names.push({ keys: [...outer, text], name: this.tokens[at + 2]?.text ?? '' });
        at += 2;
      } else if (kind === 'name' && next?.text === ':' && this.tokens[at + 2]?.text === '{') {
        outer.push(text);
        at += 2;
      } else if (kind === 'name') names.push({ keys: [...outer, text], name: text });
      else if (kind === 'sign' && /^[,()[\]{}*.]$|^\.\.\.$/.test(text)) {
        commas += /^[,{([]$/.test(text) ? 1 : 0;
        if (text === '}') outer.pop();
      } else if (kind === 'end' && text === '\n' && at > this.at) continue;
      else break;
      if (at - this.at > maxTargets) return false;
    }
    const isAssigned = this.tokens[at]?.kind === 'sign' && this.tokens[at]?.text === '=';
    const first = this.sign();
    if (!isAssigned || commas === 0 || names.length === 0) return false;
    if (
      this.tokens.slice(this.at, at).some(({ text }) => text === '.') ||
      this.sign(1) === '[' ||
      this.sign(1) === '('
    )
      return false;
    this.at = at + 1;
    const value = this.list();
    for (const { keys, name } of names)
      this.bind(
        this.language.plainName(name),
        first === '{'
          ? keys.reduce((inner, key) => this.calls.member(inner, textValue(key)), value)
          : elementOf(value),
      );
    return true;
  }

  protected imports(name: string): boolean {
    const end = this.language.imports?.(
      name,
      this.tokens,
      this.at,
      {
        bind: (alias, value) => this.bind(alias, value),
        module: (module) => this.calls.module(textValue(module)),
        member: (value, key) => this.calls.member(value, textValue(key)),
      },
      this.language.effects,
    );
    if (end === undefined || end === null) return false;
    this.at = Math.max(end, this.at + 1);
    return true;
  }

  /** `def f(a, b=1)`, `function f(a) {`, `class A`, `lambda a: …`. */
  protected definition(): CodeValue {
    const isLambda = this.name() === 'lambda';
    this.at += 1;
    this.skipSign('*');
    if (!isLambda && this.name() !== '') {
      this.bind(this.language.plainName(this.name()), own);
      this.at += 1;
      if (this.skipSign('.')) {
        this.bind(this.name(), own);
        this.at += 1;
      }
    }
    if (isLambda) this.parameters(':');
    else if (this.skipSign('(')) this.parameters(')');
    if (isLambda) this.expression();
    return own;
  }

  protected parameters(end: string): void {
    while (this.token() !== undefined && this.sign() !== end) {
      const name = this.name();
      this.at += 1;
      if (name === '') continue;
      this.bind(this.language.plainName(name), unknown);
      if (this.skipSign('=')) this.bind(this.language.plainName(name), this.expression());
    }
    this.skipSign(end);
  }

  /** `for a in b`, `for (const a of b)`, `foreach my $a (b)`, `foreach (b as $a)`. */
  protected loop(): CodeValue {
    this.at += 1;
    const names: string[] = [];
    const from = this.at;
    while (this.token() !== undefined && names.length < 20) {
      const name = this.name();
      if (name === 'in' || name === 'of') break;
      if (name === '' && !/^[(,*[\]]$/.test(this.sign())) break;
      if (name !== '' && !/^(?:const|let|var|my|our|await)$/.test(name)) names.push(name);
      this.at += 1;
      if (this.language.sigils && names.length > 0 && this.sign() === '(') break;
    }
    const isBinding = /^(?:in|of)$/.test(this.name()) || (this.language.sigils && this.sign() === '(');
    if (!isBinding) {
      this.at = from;
      // `for (let i = 0; …)`: its parts are statements.
      if (this.sign() === '(') this.at += 1;
      return unknown;
    }
    if (this.name() !== '') this.at += 1;
    const given = this.list();
    for (const name of names) this.bind(this.language.plainName(name), elementOf(given));
    return unknown;
  }

  protected inner(tokens: readonly Token[]): CodeValue {
    return new Statements(tokens, this.language, this.known, this.calls).all();
  }
}

function elementOf(value: CodeValue): CodeValue {
  return value.items === undefined
    ? {
        ...unknown,
        names: value.names.filter((name) => name.endsWith('#')),
        ...(value.isListed === true && { isListed: true }),
      }
    : anyOf(value.items);
}
