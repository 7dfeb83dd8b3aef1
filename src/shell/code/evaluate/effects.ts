import { lookUp } from '../../../engine/values/look-up.ts';
import type { PathText } from '../../actions/path-text.ts';
import { shellQuoted } from '../../read/words.ts';
import type { CodeDoubt, CodeFindings } from '../code.ts';
import type { Language } from '../languages/language.ts';
import { isStatement } from '../sql.ts';
import {
  anyOf,
  type CodeValue,
  isKnown,
  joined,
  joinedPath,
  knownTexts,
  listValue,
  nameValue,
  own,
  textValue,
  unknown,
} from './value.ts';

export interface Arguments {
  readonly values: readonly CodeValue[];
  readonly named: ReadonlyMap<string, CodeValue>;
}

export interface CodeContext {
  readonly home: string;
  readonly depth: number;
}

/** One pass through code. Only the last notes what it finds. */
export interface Pass extends CodeContext {
  readonly pass: 'first' | 'second' | 'last';
  readonly evaluate: (code: string) => void;
}

const usualFolders: Readonly<Record<string, string>> = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
};

/** The ends of what a search by a pattern gives: `rglob('*.py')`. */
function endsOf(pattern: CodeValue): readonly PathText[] {
  const ends = pattern.texts.map(
    (text) => /^(?:\*\*\/)?\*([\w.-]*)$/.exec(text.length === 1 ? (text[0] ?? '') : '')?.[1],
  );
  return ends.map((end) => (end === undefined || end === '' ? ['/', null] : ['/', null, end]));
}

function tailOf(pattern: string): readonly string[] {
  const [, tail = ''] = /\*([\w.-]*)$/.exec(pattern) ?? [];
  return tail === '' ? [] : [tail];
}

const maxCode = 3;
const maxActions = 400;

export abstract class CodeEffects {
  protected readonly language: Language;
  protected readonly found: CodeFindings;
  protected readonly places: Pass;

  constructor(language: Language, found: CodeFindings, places: Pass) {
    this.language = language;
    this.found = found;
    this.places = places;
  }

  abstract module(value: CodeValue): CodeValue;
  abstract member(value: CodeValue, key: CodeValue): CodeValue;
  protected abstract named(given: Arguments): CodeValue;
  protected abstract isReaching(name: string): boolean;

  get isLate(): boolean {
    return this.places.pass !== 'first';
  }

  protected get isSilent(): boolean {
    return this.places.pass !== 'last';
  }

  doubt(kind: CodeDoubt['kind'], name: string): void {
    if (!this.isSilent) this.found.doubt(kind, name);
  }

  step(count = 1): void {
    this.found.step(count);
  }

  text(value: CodeValue): void {
    if (this.found.texts.size < 200) for (const text of knownTexts(value)) this.found.texts.add(text);
  }

  protected environment(name: string): CodeValue {
    if (name === 'HOME' || name === 'USERPROFILE') return textValue(this.places.home);
    const usual = lookUp(usualFolders, name);
    if (usual === undefined) return unknown;
    const set = process.env[name];
    return textValue(`${this.places.home}/${usual}`, ...(set === undefined ? [] : [set]));
  }

  protected valueOf(effect: string): CodeValue {
    if (effect === 'home') return textValue(this.places.home);
    if (effect === 'home path') return { ...textValue(this.places.home), names: ['Path#'] };
    if (effect === 'cwd path') return { ...textValue('.'), names: ['Path#'] };
    return effect === 'cwd'
      ? textValue('.')
      : textValue(this.language.name === 'javascript' ? 'node' : 'python3');
  }

  perform(effect: string, given: Arguments, name: string): CodeValue {
    const { values, named } = given;
    const [first = unknown, second = unknown] = values;
    const target = named.get('path') ?? named.get('file') ?? first;
    switch (effect) {
      case 'read':
      case 'write':
      case 'list':
        this.paths(effect, target);
        return effect === 'list' ? below(target) : unknown;
      case 'reads':
      case 'deletes':
      case 'removes':
        for (const value of values.length === 0 && effect === 'deletes' ? [unknown] : values)
          if (effect !== 'removes' || value.fields === undefined)
            this.paths(effect === 'reads' ? 'read' : 'delete', value, effect === 'removes');
        return unknown;
      case 'walk':
        this.paths('list', target, true);
        return listValue([joined([target, { texts: endsOf(second), names: [], isListed: true }])]);
      case 'glob':
        return this.matches(target);
      case 'delete':
        this.paths('delete', target, named.has('recursive') || named.has('force'));
        return unknown;
      case 'remove':
        this.paths('delete', target, true);
        return unknown;
      case 'copy':
      case 'copy all':
        this.paths('read', first, effect === 'copy all' || named.has('recursive'));
        this.paths('write', second, effect === 'copy all' || named.has('recursive'));
        return second;
      case 'move':
        this.paths('delete', first, true);
        this.paths('write', second);
        return second;
      case 'link':
        this.paths('read', first);
        this.paths('write', first);
        this.paths('write', second);
        return unknown;
      case 'open':
        return this.open(given);
      case 'output':
        this.paths('write', second);
        return unknown;
      case 'line':
      case 'words':
        this.run(given, true);
        return unknown;
      case 'words behind':
        this.run({ ...given, values: values.slice(1) }, true);
        return unknown;
      case 'open line':
        return this.openLine(given);
      case 'code':
        this.code(this.language.name === 'javascript' ? (values.at(-1) ?? unknown) : first, name);
        return unknown;
      case 'script':
        this.paths('read', first);
        return own;
      case 'timer':
        if (!first.isOwn && first.names.length === 0 && knownTexts(first).length > 0) this.code(first, name);
        return unknown;
      case 'fetch':
      case 'send':
        this.address(effect, target);
        return unknown;
      case 'query':
        this.query(values);
        return unknown;
      case 'enter':
        this.enter(first);
        return unknown;
      case 'module':
        return this.module(first);
      case 'member':
        return this.member(first, second);
      case 'named':
        return this.named(given);
      case 'members':
        if (values.some((value) => value.names.some((known) => this.isReaching(known))))
          this.doubt('hidden', name);
        return unknown;
      case 'join':
        return joinedPath(values);
      case 'texts':
        return second.items === undefined
          ? unknown
          : joined(second.items.flatMap((item, at) => (at === 0 ? [item] : [first, item])));
      case 'path':
        return { ...joinedPath(values.length === 0 ? [textValue('.')] : values), names: ['Path#'] };
      case 'same':
        return first;
      case 'expand':
        return this.expanded(first);
      case 'list of':
        return listValue(first.items ?? [first]);
      case 'home':
      case 'home path':
      case 'cwd':
      case 'cwd path':
      case 'program':
        return this.valueOf(effect);
      case 'env':
        return anyOf(knownTexts(first).map((one) => this.environment(one)));
      case 'hidden':
        this.doubt('hidden', name);
        return unknown;
      case 'file':
        return nameValue('file#');
      case 'own':
        return own;
      default:
        return unknown;
    }
  }

  protected act(
    kind: 'read' | 'write' | 'delete' | 'list',
    path: readonly (string | null)[],
    below = false,
    isListed = false,
  ): void {
    if (this.isSilent) return;
    if (this.found.actions.length < maxActions) this.found.path(kind, path, below, isListed);
    else this.doubt('hidden', 'more actions than are followed');
  }

  protected paths(kind: 'read' | 'write' | 'delete' | 'list', value: CodeValue, below = false): void {
    for (const item of value.items ?? [value]) {
      if (item.names.includes('file#')) continue;
      for (const text of item.texts) {
        const [start] = text;
        if (typeof start === 'string' && /^(?:https?|ftps?):\/\//i.test(start))
          this.address(kind === 'write' ? 'send' : 'fetch', item);
        else if (typeof start === 'string' && /^file:\/\//i.test(start))
          this.act(kind, [start.slice(7), ...text.slice(1)], below);
        else this.act(kind, text, below, item.isListed);
      }
    }
  }

  protected expanded(value: CodeValue): CodeValue {
    const { home } = this.places;
    const texts = value.texts.map(([start = null, ...rest]) => [
      start?.replace(/^~(?=\/|$)/, home) ?? null,
      ...rest,
    ]);
    return { ...value, texts };
  }

  /** Names that match a pattern: the folder in which they lie is listed. */
  protected matches(value: CodeValue): CodeValue {
    const items = value.texts.map(([start]) => {
      const known = start ?? '';
      const end = known.search(/[*?[]/);
      const folder = (end < 0 ? known : known.slice(0, end)).replace(/[^/]*$/, '');
      this.act('list', start === null ? [null] : [folder === '' ? '.' : folder], true);
      return {
        texts: [
          start === null || start === undefined
            ? [null]
            : end < 0
              ? [start]
              : [folder, null, ...tailOf(known)],
        ],
        names: [],
        isListed: true,
      };
    });
    return listValue(items);
  }

  protected open({ values, named }: Arguments): CodeValue {
    const [path = unknown, mode] = values;
    const modes = named.get('mode') ?? named.get('flags') ?? mode;
    const texts = modes === undefined ? ['r'] : isKnown(modes) ? knownTexts(modes) : ['r', 'w'];
    const target = named.get('file') ?? path;
    for (const text of texts) {
      if (/[wax+>c]/.test(text)) this.paths('write', target);
      if (!/[wax>]/.test(text) || text.includes('+')) this.paths('read', target);
    }
    return nameValue('file#');
  }

  /** Perl's and Ruby's `open`, which may run a line. */
  protected openLine({ values, named }: Arguments): CodeValue {
    const isPerl = this.language.name === 'perl';
    const [first = unknown, mode, ...rest] = isPerl ? values.slice(1) : values;
    const [text = ''] = knownTexts(first);
    const pipes = /^\s*\|?-?\||^-\|$|\|\s*$|^\|/;
    const start = first.texts[0]?.[0] ?? '';
    if (isPerl && mode !== undefined && /^\s*[+<>|-]/.test(text)) {
      if (text.includes('|')) this.run({ values: [mode, ...rest], named }, true);
      else this.open({ values: [mode, textValue(text.includes('>') ? 'w' : 'r')], named });
    } else if (pipes.test(start) || /\|\s*$/.test(first.texts[0]?.at(-1) ?? '')) {
      const lines = first.texts.map((parts) =>
        parts.map((part) => part?.replace(/^\s*\|-?|\|\s*$/g, '') ?? null),
      );
      this.run({ values: [{ texts: lines, names: [] }], named: new Map() }, true);
    } else if (isPerl) {
      const [, sign = '', path = ''] = /^\s*(\+?[<>]{0,2})\s*([\s\S]*)$/.exec(start) ?? [];
      const target = {
        texts: first.texts.map((parts) => (parts[0] === null ? parts : [path, ...parts.slice(1)])),
        names: [],
      };
      if (start === '') this.doubt('hidden', 'open');
      this.open({ values: [target, textValue(sign.includes('>') ? 'w' : 'r')], named });
    } else {
      if (!isKnown(first) && start === '') this.doubt('hidden', 'open');
      this.open({ values: mode === undefined ? [first] : [first, mode], named });
    }
    return nameValue('file#');
  }

  protected run({ values, named }: Arguments, isSure: boolean): void {
    if (this.isSilent) return;
    const all = [...values.filter((value) => value.fields === undefined && value.isOwn !== true)];
    const given = named.get('args') ?? named.get('cmd') ?? named.get('cmds');
    if (given !== undefined) all.push(given);
    const words = all.flatMap((value) => value.items ?? [value]);
    const [only] = words;
    if (only === undefined || only.texts.every((text) => text[0] === null || text[0] === '')) {
      if (isSure) this.doubt('hidden', 'a command that is computed');
      return;
    }
    const isLine = words.length === 1 && all[0]?.items === undefined;
    const lines = isLine
      ? only.texts.map((text) => text.map((part) => part ?? '"$argument"').join(''))
      : [words.map(quotedWord).join(' ')];
    const folder = named.get('cwd') ?? named.get('chdir');
    const start = folder === undefined ? '' : `cd ${quotedWord(folder)} && `;
    const input = named.get('input');
    const end = input === undefined ? '' : ` <<< ${quotedWord(input)}`;
    for (const line of lines) this.found.run(`${start}${line}${end}`, isSure);
  }

  protected code(value: CodeValue, name: string): void {
    if (this.isSilent) return;
    const texts = value.isOwn === true ? [] : knownTexts(value);
    if (!isKnown(value) || this.places.depth >= maxCode) this.doubt('hidden', name);
    if (this.places.depth < maxCode) for (const text of texts) this.places.evaluate(text);
  }

  protected address(kind: 'fetch' | 'send', value: CodeValue): void {
    if (this.isSilent) return;
    for (const text of value.texts) this.found.add({ kind, address: text[0] ?? null, isSure: true });
  }

  protected query(values: readonly CodeValue[]): void {
    if (this.isSilent) return;
    for (const statement of values.flatMap((value) => value.texts).map((text) => text[0] ?? ''))
      if (isStatement(statement)) this.found.add({ kind: 'change', statement, isSure: true });
  }

  /** Paths and lines behind it count from that folder too. */
  protected enter(value: CodeValue): void {
    if (!isKnown(value)) this.doubt('unknown', 'a folder that is computed');
    for (const folder of knownTexts(value)) this.found.entered.add(folder);
  }
}

/** Some name below a path. */
function below(path: CodeValue): CodeValue {
  return listValue([joined([path, { texts: [['/', null]], names: [], isListed: true }])]);
}

function quotedWord(value: CodeValue): string {
  const [text = [null]] = value.texts;
  return text
    .map((part) => {
      if (part === null) return '"$argument"';
      return part.startsWith('~')
        ? `~${part.length > 1 ? shellQuoted(part.slice(1)) : ''}`
        : shellQuoted(part);
    })
    .join('');
}
