import { type Arguments, CodeEffects } from './effects.ts';
import { anyOf, type CodeValue, isKnown, knownTexts, nameValue, own, unknown } from './value.ts';

const maxDropped = 100;
const quiet =
  /^(?:plain|same|expand|texts|join|path|home|home path|cwd|cwd path|here|program|env|own|list of|file|member|module)$/;
/** Unknown functions with such names are asked to run what they are given. */
const running = /(?:^|[.#_])(?:run|exec\w*|system|spawn\w*|popen\w*|shell\w*|sh|cmd|command)$/i;
/**
 * Methods with such names may open files, run programs, load code or reach the network, whatever they are methods of. Any other
 * method of a value only computes. Those of texts, lists, maps and open files that have such names are left out.
 */
const reaching = new RegExp(
  [
    /(?:^|_)(?:open|save|run|spawn|popen|system|shell|cmd|command|eval|execute|execfile|import|require|install|load_?(?:file|module|library|script|ext\w*)|invoke|fork|kill|dlopen)/,
    /(?:^|_)(?:fetch|connect|request|send|post|put|patch|upload|download|publish|listen|serve|bind|mount)(?:_|$)/,
    /(?:^|_)(?:unlink|rm|rmdir|rmtree|mkdir|rename|move|symlink|link|chmod|chown|touch|copy|remove|delete|destroy|truncate|store|persist|export)_?(?:file|dir|tree|path|folder|all|to)/,
    /^(?:unlink|rmdir|rmtree|mkdir|rename|move|symlink|chmod|chown|touch|sh|export|exec_\w+)$/,
    /^(?:read|write|dump|load|from|to)_(?:file|text|bytes|path|csv|excel|json|parquet|pickle|sql|html|feather|hdf)/,
    /^(?:open|save|run|spawn|exec|eval|load|read|write|fetch|send|post|upload|download|import|require|connect|remove|delete|copy|create)[A-Z]/,
    /(?:File|Path|Folder|Shell|Command|Process|Module|Url)(?:Sync)?$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const adding = /^(?:append|extend|insert|add|push|unshift|splice|fill|concat|with|map|flatMap|__\w+__)$/;
/** Unknown functions with such names only read what they are given. */
const reading = /^(?:read|load|safe_?load|parse|get|exists|stat|is[A-Z_]|print)/i;

const maxName = 200;

export class Calls extends CodeEffects {
  /** A module by its name. One that isn't known may do anything with what it is given. */
  module(value: CodeValue): CodeValue {
    if (!isKnown(value)) {
      this.doubt('hidden', 'a module by a computed name');
      return unknown;
    }
    return anyOf(
      knownTexts(value).map((name) => {
        const { modules } = this.language;
        const known = modules.get(name) ?? modules.get(name.split(/[./]/, 1)[0] ?? '');
        if (known !== undefined) return nameValue(known);
        if (/^\.{0,2}\//.test(name)) this.act('read', [name]);
        else this.doubt('module', name);
        return own;
      }),
    );
  }

  member(value: CodeValue, key: CodeValue): CodeValue {
    if (value.fields !== undefined) {
      const [name] = knownTexts(key);
      return (
        (name === undefined ? undefined : value.fields.get(name)) ??
        anyOf([...value.fields.values(), unknown])
      );
    }
    const names = knownTexts(key);
    const { effects } = this.language;
    for (const name of names) if (effects.get(`.${name}`) === 'hidden') this.doubt('hidden', name);
    if (value.isOwn === true && value.names.length === 0 && !names.some((name) => effects.has(`#${name}`)))
      return own;
    if (!isKnown(key) || names.length === 0) {
      if (value.names.some((name) => this.isReaching(name)))
        this.doubt('hidden', 'a member by a computed name');
      return unknown;
    }
    return anyOf(names.flatMap((name) => this.members(value, name)));
  }

  protected isModule(name: string): boolean {
    const { modules, owners, roots } = this.language;
    return modules.has(name) || owners.has(name) || roots.has(name);
  }

  protected isReaching(name: string): boolean {
    const { roots, modules, effects } = this.language;
    if (effects.has(name)) return quiet.test(effects.get(name) ?? '') === false;
    return roots.has(name) || ([...modules.values()].includes(name) && effects.get(`${name}.*`) !== 'plain');
  }

  protected members(value: CodeValue, name: string): readonly CodeValue[] {
    const { effects, roots } = this.language;
    const owners = value.names.length === 0 ? ['#'] : value.names;
    return owners.map((owner): CodeValue => {
      if (roots.has(owner)) return nameValue(name);
      if (effects.get(`.${name}`) === 'same') return value;
      const isEndless = owner.length + name.length > maxName;
      const dotted =
        owner.endsWith('#') || isEndless ? `${isEndless ? '#' : owner}${name}` : `${owner}.${name}`;
      const effect = effects.get(dotted);
      if (effect?.startsWith('is ') === true) return nameValue(effect.slice(3));
      const isValue =
        effect === 'here' ||
        effect === 'program' ||
        (this.language.blocks && /^(?:home|cwd)$/.test(effect ?? ''));
      if (isValue) return this.valueOf(effect ?? '');
      if (effect === undefined && /^(?:ENV|os\.environ|process\.env|\$ENV|%ENV|@ENV)$/.test(owner))
        return this.environment(name);
      return owner.endsWith('#') || effect === undefined
        ? {
            texts: [[null]],
            names: [dotted],
            receiver: value,
            ...(value.isListed === true && /^(?:name|path|parentPath)$/.test(name) && { isListed: true }),
          }
        : nameValue(dotted);
    });
  }

  /** A value becomes one of those in a list: `names[0] = name`, `names.push(name)`. */
  put(list: CodeValue, value: CodeValue): void {
    const isListed = list.isListed === true || list.items?.some((item) => item.isListed === true) === true;
    if (isListed && value.isListed !== true) this.found.isMixed = true;
  }

  call(callee: CodeValue, given: Arguments): CodeValue {
    this.step(given.values.length);
    this.handOn(given);
    let names = callee.names;
    if (names.length === 0) {
      if (callee.isOwn === true) return this.give(given, '');
      const texts = this.language.callsTexts ? knownTexts(callee) : [];
      if (texts.length === 0) {
        this.doubt(this.language.callsTexts ? 'hidden' : 'unknown', 'a function that is computed');
        return unknown;
      }
      names = texts;
    }
    return anyOf(names.map((name) => this.callOf(name, callee, given)));
  }

  protected callOf(name: string, { receiver, isOwn }: CodeValue, given: Arguments): CodeValue {
    const { effects } = this.language;
    const called = /\.(?:call|apply|bind)$/.exec(name);
    if (this.language.arrows && called !== null && !effects.has(name)) {
      const [, ...values] = given.values;
      const all = name.endsWith('.apply') ? values.flatMap((value) => value.items ?? [value]) : values;
      const inner = name.slice(0, called.index);
      return name.endsWith('.bind')
        ? nameValue(inner)
        : this.callOf(inner, unknown, { ...given, values: all });
    }
    const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#')) + 1);
    const effect = effects.get(name);
    if (receiver !== undefined && adding.test(last))
      for (const value of given.values) this.put(receiver, value);
    if (effect !== undefined) {
      return this.perform(effect, name.includes('#') ? withReceiver(given, receiver) : given, name);
    }
    const owner = name.slice(0, Math.max(name.lastIndexOf('.'), 0));
    // What modules have loaded themselves may be anything: `json.codecs.open`.
    if (effects.get(`${owner}.*`) === 'plain') return unknown;
    if (effects.has(`#${last}`) && name !== last)
      return this.perform(effects.get(`#${last}`) ?? '', withReceiver(given, receiver), name);
    if (isOwn === true) return this.give(given, last);
    const isMethod = name.includes('#') || (owner !== '' && !this.isModule(owner));
    if (isMethod ? !reaching.test(last) : this.language.harmless.has(name)) return unknown;
    if (
      running.test(name) &&
      given.values.some((value) => knownTexts(value).length > 0 || value.items !== undefined)
    )
      this.run(given, false);
    this.doubt('unknown', name.replace(/^#/, '.'));
    this.give({ ...given, values: [...given.values, ...(receiver === undefined ? [] : [receiver])] }, last);
    return unknown;
  }

  /** What a function of the code or of an unknown module is given may be a path. */
  protected give({ values, named }: Arguments, name: string): CodeValue {
    if (this.isSilent) return own;
    const all = [...values, ...named.values()].flatMap((value) => [value, ...(value.items ?? [])]);
    for (const text of all.flatMap(knownTexts).slice(0, 100))
      this.found.given.set(text, this.found.given.get(text) === true || !reading.test(name));
    return own;
  }

  protected handOn({ values, named }: Arguments): void {
    for (const value of [...values, ...named.values()]) {
      const effects = value.names.map((name) => this.language.effects.get(name) ?? 'plain');
      if (effects.every((effect) => quiet.test(effect))) continue;
      const others = values.filter((one) => one !== value).flatMap((one) => one.items ?? [one]);
      const given = others.length === 0 ? [unknown] : others;
      for (const [at, effect] of effects.entries())
        this.perform(effect, { values: given, named: new Map() }, value.names[at] ?? '');
    }
  }

  dropped(value: CodeValue, left = { count: maxDropped }): void {
    left.count -= 1;
    const effects = value.names.map((name) => this.language.effects.get(name) ?? 'plain');
    if (effects.some((effect) => !quiet.test(effect) && effect !== 'line-or-name'))
      this.doubt('hidden', value.names[0] ?? '');
    // A list may hold the same lists many times.
    for (const item of value.items ?? []) {
      if (left.count <= 0) {
        this.doubt('hidden', 'a long list');
        return;
      }
      if (item.names.length > 0 || item.items !== undefined) this.dropped(item, left);
    }
  }

  /** A function by its name as a text: `call_user_func('unlink', 'a')`, `send(:system, 'ls')`. */
  protected named({ values, named }: Arguments): CodeValue {
    const at = values.findIndex((value) => knownTexts(value).some((text) => this.language.effects.has(text)));
    if (at >= 0) {
      const others = values
        .filter((_, index) => index !== at && (index > at || !this.language.blocks))
        .flatMap((one) => one.items ?? [one]);
      const names = knownTexts(values[at] ?? unknown).map(nameValue);
      const callee = anyOf(names);
      // Which of the values it gets depends on the function that calls it.
      for (const value of others.length > 1 ? others : []) this.call(callee, { values: [value], named });
      return this.call(callee, { values: others.length === 0 ? [unknown] : others, named });
    }
    const isComputed = values
      .slice(this.language.blocks ? 1 : 0, 2)
      .some((value) => !isKnown(value) && value.isOwn !== true && value.items === undefined);
    if (isComputed) this.doubt('hidden', 'a function by a computed name');
    return unknown;
  }
}

/** A method of a path is about that path; a method of anything else is about what it is given. */
function withReceiver(given: Arguments, receiver: CodeValue = unknown): Arguments {
  const isPath = receiver.texts.some((text) => text.length > 1 || text[0] !== null);
  return isPath || receiver.items !== undefined || given.values.length === 0
    ? { ...given, values: [receiver, ...given.values] }
    : given;
}
