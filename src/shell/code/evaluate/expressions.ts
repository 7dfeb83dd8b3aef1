import { Cursor } from './cursor.ts';
import type { Arguments } from './effects.ts';
import type { Token } from './token.ts';
import {
  anyOf,
  type CodeValue,
  joined,
  joinedPath,
  listValue,
  nameValue,
  own,
  textValue,
  unknown,
} from './value.ts';

const maxDepth = 40;

export abstract class Expressions extends Cursor {
  protected abstract statement(): CodeValue;
  /** `def f(a)`, `function f(a) {`, `lambda a: …`. */
  protected abstract definition(): CodeValue;
  /** `for a in b`. */
  protected abstract loop(): CodeValue;
  protected abstract inner(tokens: readonly Token[]): CodeValue;

  protected as(value: CodeValue): void {
    while (this.name() === 'as' && this.name(1) !== '') {
      this.bind(this.name(1), value);
      this.at += 2;
      if (this.skipSign(',')) this.as(this.expression());
    }
  }

  protected list(): CodeValue {
    const values = [this.expression()];
    while (this.sign() === ',') {
      this.at += 1;
      if (this.isEnd() || /^[)\]}]$/.test(this.sign())) break;
      values.push(this.expression());
    }
    return values.length === 1 ? (values[0] ?? unknown) : listValue(values);
  }

  protected expression(): CodeValue {
    if (this.depth >= maxDepth) {
      this.calls.doubt('unknown', 'code that is nested too deeply');
      this.at += 1;
      return unknown;
    }
    this.depth += 1;
    const value = this.operations();
    this.depth -= 1;
    return value;
  }

  protected operations(): CodeValue {
    let left = this.operand();
    for (;;) {
      const sign = this.sign();
      const name = this.name();
      if (sign === '+') {
        this.at += 1;
        const right = this.operand();
        left =
          left.items === undefined
            ? joined([left, right])
            : listValue([...left.items, ...(right.items ?? [right])]);
      } else if (sign === '/' && left.names.some((one) => one.endsWith('#'))) {
        this.at += 1;
        left = { ...joinedPath([left, this.operand()]), names: left.names };
      } else if (sign === '?') {
        this.at += 1;
        const yes = this.sign() === ':' ? left : this.expression();
        left = this.skipSign(':') ? anyOf([yes, this.expression()]) : yes;
      } else if (/^(?:\|\||&&|\?\?|\/\/)$/.test(sign) || (!this.language.bare && /^(?:or|and)$/.test(name))) {
        this.at += 1;
        left = anyOf([left, this.operand()]);
      } else if (name === 'if' || name === 'unless') {
        this.at += 1;
        this.expression();
        if (this.name() !== 'else') continue;
        this.at += 1;
        left = anyOf([left, this.expression()]);
      } else if (name === 'for' || (name === 'async' && this.name(1) === 'for')) {
        if (name === 'async') this.at += 1;
        this.loop();
        left = listValue([left]);
      } else if (
        /^(?:==|!=|===|!==|=~|!~|<=>|<=|>=|<|>|-|\*|\*\*|%|&|\||\^|<<|>>|\.\.|->|=>|=|\/|:=|\+=)$/.test(sign)
      ) {
        this.at += 1;
        const right = this.operand();
        left = /^(?:=|=>|:=)$/.test(sign) ? this.assigned(left, right, sign) : unknown;
      } else if (/^(?:in|is|not|instanceof|eq|ne|lt|gt|le|ge|cmp|x|xor|isa)$/.test(name)) {
        this.at += 1;
        this.operand();
        left = unknown;
      } else return left;
    }
  }

  protected assigned(left: CodeValue, right: CodeValue, sign: string): CodeValue {
    if (sign === '=>') return this.language.arrows ? own : listValue([left, right]);
    for (const name of left.names) this.bind(name, right);
    this.calls.put(left, right);
    return right;
  }

  protected operand(): CodeValue {
    this.skipLines();
    const token = this.token();
    if (token === undefined || token.kind === 'end') return unknown;
    if (this.depth >= maxDepth) {
      this.at += 1;
      return unknown;
    }
    this.depth += 1;
    const value = this.behind(this.first(token));
    this.depth -= 1;
    return value;
  }

  protected first(token: Token): CodeValue {
    if (token.kind === 'text') {
      this.at += 1;
      return this.text(token);
    }
    if (token.kind === 'number') {
      this.at += 1;
      return textValue(token.text);
    }
    if (token.kind === 'name') return this.named(token.text);
    if (token.text === '(' || token.text === '[') return this.bracket(token.text);
    if (token.text === '{') return this.braces();
    if (token.text === ':' && this.language.blocks && this.name(1) !== '') {
      this.at += 2;
      return textValue(this.name(-1));
    }
    if (token.text === '|') return this.blockParameters();
    if (/^[)\]},:]$/.test(token.text)) return unknown;
    this.at += 1;
    // `&{$name}(…)` calls a function by its name.
    if (token.text === '&' && this.language.sigils && this.skipSign('{')) {
      const name = this.list();
      this.skipSign('}');
      return name;
    }
    const value = this.operand();
    if (token.text === '@' && value.names.length > 0)
      this.calls.call(value, { values: [own], named: new Map() });
    // `\&name` is the function, `...list` its elements.
    return /^(?:[*\\&@]|\.\.\.)$/.test(token.text) ? value : unknown;
  }

  protected text(token: Token): CodeValue {
    const parts = (token.parts ?? []).map((part) =>
      typeof part === 'string' ? textValue(part) : this.inner(part),
    );
    const value = joined(parts);
    this.calls.text(value);
    return token.runs === true
      ? this.calls.perform('line', { values: [value], named: new Map() }, '`')
      : value;
  }

  /** A function by its name as a text: `call_user_func('unlink', 'a')`, `send(:system, 'ls')`. */
  protected named(name: string): CodeValue {
    const { words, defines, sigils } = this.language;
    if (defines.has(name)) return this.definition();
    this.at += 1;
    if (words.has(name)) return this.operand();
    if (this.sign() === '=>' && this.language.arrows) this.bind(name, unknown);
    const plain = this.language.plainName(name);
    // `$list[0]` is an element of `@list`.
    const listed =
      sigils && name.startsWith('$') && /^[[{]$/.test(this.sign())
        ? this.known.get(`@${name.slice(1)}`)
        : undefined;
    const value = listed ?? this.known.get(plain);
    if (value !== undefined) return value;
    return sigils && /^[$@%]/.test(name) && !/^[$%]ENV$/.test(name) ? unknown : nameValue(plain);
  }

  protected bracket(open: string): CodeValue {
    this.at += 1;
    const start = this.at;
    const values: CodeValue[] = [];
    while (this.token() !== undefined && !/^[)\]}]$/.test(this.sign())) {
      const before = this.at;
      if (this.token()?.kind === 'end') this.at += 1;
      else values.push(this.expression());
      this.as(values.at(-1) ?? unknown);
      if (this.at === before) this.at += 1;
      this.skipSign(',');
    }
    const end = this.at;
    this.at += 1;
    if (open === '(' && this.sign() === '=>') this.bindAll(start, end);
    // `(a, b)` is its last value where arrows are, and a list elsewhere.
    const only = values.length === 1 || this.language.arrows ? values.at(-1) : undefined;
    return open === '(' && only !== undefined ? only : listValue(values);
  }

  protected bindAll(start: number, end: number): void {
    for (const { kind, text } of this.tokens.slice(start, end)) if (kind === 'name') this.bind(text, unknown);
  }

  protected blockParameters(): CodeValue {
    this.at += 1;
    while (this.token() !== undefined && this.sign() !== '|' && !this.isEnd()) {
      this.bind(this.name(), unknown);
      this.at += 1;
    }
    this.skipSign('|');
    return unknown;
  }

  protected braces(): CodeValue {
    this.at += 1;
    const fields = new Map<string, CodeValue>();
    while (this.token() !== undefined && this.sign() !== '}') {
      const before = this.at;
      const key = this.key();
      if (key !== null) fields.set(key, this.expression());
      else this.statement();
      this.skipSign(',');
      if (this.at === before) this.at += 1;
    }
    this.skipSign('}');
    return fields.size > 0 ? { ...unknown, fields } : own;
  }

  protected key(): string | null {
    const token = this.token();
    const isNamed = token?.kind === 'name' || token?.kind === 'text' || token?.kind === 'number';
    if (!isNamed || !/^(?::|=>)$/.test(this.sign(1)) || this.isArrow()) return null;
    const [part] = token.parts ?? [];
    this.at += 2;
    return typeof part === 'string' ? part : token.text;
  }

  protected isArrow(): boolean {
    return this.language.arrows && this.sign(1) === '=>';
  }

  protected behind(start: CodeValue): CodeValue {
    let value = start;
    let isName = this.token(-1)?.kind === 'name';
    for (;;) {
      const token = this.token();
      if (token?.kind === 'end' && token.text === '\n' && this.sign(1) === '.' && !this.language.sigils)
        this.at += 1;
      else if (this.sign() === '.' || this.sign() === '?.') {
        this.at += 1;
        const name = this.name();
        if (name !== '') {
          this.at += 1;
          value =
            this.language.sigils && name.startsWith('$')
              ? unknown
              : this.calls.member(value, textValue(name));
          isName = true;
        }
      } else if (this.sign() === '(') {
        value = this.call(value);
        isName = false;
      } else if (this.sign() === '[' || (this.sign() === '{' && this.language.sigils && this.isElement())) {
        const key = this.bracketed();
        value = this.element(value, key);
        isName = false;
      } else if (token?.kind === 'text' && token.isNear === true && this.language.arrows) {
        value = this.calls.call(value, { values: [this.first(token)], named: new Map() });
      } else if (
        isName &&
        !/^[$@%]/.test(this.token(-1)?.text ?? '') &&
        this.language.bare &&
        this.startsArgument() &&
        value.texts.every((text) => text[0] === null)
      ) {
        value = this.bareCall(value);
        isName = false;
      } else if (this.sign() === '{' && this.language.blocks && this.sign(1) === '|') {
        this.braces();
      } else return value;
    }
  }

  protected isElement(): boolean {
    const last = this.token(-1);
    return (
      (last?.kind === 'name' && /^[$]/.test(last.text)) ||
      last?.text === '.' ||
      /^[\]}]$/.test(last?.text ?? '')
    );
  }

  protected bracketed(): CodeValue {
    this.at += 1;
    const isBare = this.name() !== '' && this.sign(1) === '}';
    const key = isBare ? textValue(this.name()) : this.list();
    if (isBare) this.at += 1;
    while (this.token() !== undefined && !/^[)\]}]$/.test(this.sign())) this.statement();
    this.at += 1;
    return key;
  }

  protected element(value: CodeValue, key: CodeValue): CodeValue {
    if (value.items !== undefined) return anyOf(value.items);
    if (this.language.callsTexts && value.names.length === 0 && value.fields === undefined) return unknown;
    return this.calls.member(value, key);
  }

  protected call(callee: CodeValue): CodeValue {
    const start = this.at;
    const name = this.name(-1);
    this.at += 1;
    const given = this.arguments(')');
    this.skipSign(')');
    const isMethod =
      this.language.arrows && this.sign() === '{' && !/^(?:if|for|while|switch|catch|with)$/.test(name);
    if (!isMethod || name === '') return this.calls.call(callee, given);
    this.bindAll(start, this.at);
    return own;
  }

  protected arguments(end: string): Arguments {
    const values: CodeValue[] = [];
    const named = new Map<string, CodeValue>();
    while (this.token() !== undefined && !/^[)\]}]$/.test(this.sign())) {
      const before = this.at;
      if (this.token()?.kind === 'end') {
        if (end === '') break;
        this.at += 1;
        continue;
      }
      const isNamed = this.name() !== '' && /^(?:=|:|=>)$/.test(this.sign(1)) && !this.isArrow();
      if (isNamed) {
        const name = this.name();
        this.at += 2;
        named.set(name, this.expression());
      } else {
        const value = this.expression();
        values.push(value);
        for (const [key, own] of value.fields ?? []) named.set(key, own);
      }
      if (!this.skipSign(',') && end === '') break;
      if (this.at === before) this.at += 1;
    }
    return { values, named };
  }

  protected startsArgument(): boolean {
    const token = this.token();
    if (token === undefined || token.kind === 'end') return false;
    if (token.kind === 'text' || token.kind === 'number') return true;
    if (token.kind === 'name')
      return !/^(?:if|unless|while|until|or|and|not|do|then|for|foreach|in|x|eq|ne|lt|gt|le|ge|cmp|as|end|else|rescue)$/.test(
        token.text,
      );
    return (
      token.text === '\\' ||
      (token.text === '[' &&
        this.token(-1)?.kind === 'name' &&
        this.language.blocks &&
        token.isNear === false)
    );
  }

  protected bareCall(callee: CodeValue): CodeValue {
    // `unlink glob "*"`, `print STDERR "x"`: each name takes what follows.
    const given = this.arguments('');
    return this.calls.call(callee, given);
  }
}
