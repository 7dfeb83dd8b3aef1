import { TokenReader } from './token-reader.ts';
import { nameToken, signToken, type Token, textsFrom } from './tokens.ts';

const modules =
  /^(?:node:)?(?:fs|fs\/promises|path|os|util|assert|assert\/strict|url|crypto|events|timers\/promises|perf_hooks|zlib|string_decoder|querystring|buffer)$/;
/** A package of which nothing but its version is asked. */
const description = /^(?:@[\w.-]+\/)?[\w.-]+\/package\.json$/;

const functions: ReadonlySet<string> = new Set(
  (
    'parseInt parseFloat Number String Boolean Array Object Date Error TypeError BigInt isNaN isFinite fetch setTimeout clearTimeout ' +
    'setInterval clearInterval structuredClone encodeURIComponent encodeURI Map Set WeakMap RegExp Promise URL URLSearchParams ' +
    'queueMicrotask setImmediate if for while switch catch function return typeof await of in new async else do case delete void super'
  ).split(' '),
);
const methods: ReadonlySet<string> = new Set(
  (
    'log error warn info table dir time timeEnd parse stringify map filter reduce forEach find findIndex findLast some every includes ' +
    'indexOf lastIndexOf slice splice concat join push pop shift unshift sort flat flatMap keys values entries fromEntries assign ' +
    'freeze split trim trimStart trimEnd replace replaceAll match matchAll test exec startsWith endsWith toUpperCase toLowerCase padStart ' +
    'padEnd repeat substring charAt toString toFixed toISOString toLocaleString getTime getFullYear now max min round floor ceil abs sqrt ' +
    'pow random sign trunc isArray from of has get set add delete clear size then catch finally all allSettled race resolve json text ok ' +
    'exit on once end write cwd uptime memoryUsage hrtime bigint basename extname relative inspect format equal strictEqual ' +
    'deepEqual deepStrictEqual ok createHash update digest randomUUID randomBytes performance length at fill isInteger isSafeInteger ' +
    'localeCompare search normalize setEncoding cpus totalmem freemem platform arch append byteLength'
  ).split(' '),
);
/** Functions that open what their first words name; two where a file is copied or moved. */
const openers: ReadonlyMap<string, number> = new Map([
  ...'readFile writeFile appendFile readdir stat lstat access mkdir exists readJson'
    .split(' ')
    .flatMap((name): [string, number][] => [
      [name, 1],
      [`${name}Sync`, 1],
    ]),
  ['copyFile', 2],
  ['copyFileSync', 2],
]);
const denied =
  /^(?:eval|Function|constructor|__\w+|prototype|child_process|execSync|execFile|execFileSync|spawn|spawnSync|fork|binding|_linkedBinding|dlopen|mainModule|getBuiltinModule|vm|worker_threads|Worker|createRequire|Deno|Bun|globalThis|global|Reflect|Proxy|Symbol|chdir|kill|createReadStream|createWriteStream|open|openSync|opendir|opendirSync|symlink|symlinkSync|link|linkSync|rename|renameSync|rm|rmSync|rmdir|rmdirSync|unlink|unlinkSync|cp|cpSync|truncate|truncateSync|chmod|chmodSync|readlink|realpath|watch|watchFile|homedir|tmpdir|dirname|defineProperty|defineProperties|getPrototypeOf|setPrototypeOf|call|apply|bind|with|WebAssembly|SharedArrayBuffer|_load|_extensions|register|loadEnvFile)$/;
/** The same, anywhere in what texts may be put together to. */
const deniedInTexts =
  /constructor|__proto__|child_process|worker_threads|getBuiltinModule|mainModule|createRequire|execSync|spawnSync|execFile|prototype/;

/** The paths that JavaScript opens; null where it may do more than the texts in it say. */
export function javascriptPaths(code: string): readonly string[] | null {
  const tokens = tokensOf(code);
  if (tokens === null) return null;
  const texts = tokens.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  if (deniedInTexts.test(texts.join(''))) return null;
  return new JavascriptReader(tokens).paths();
}

const token =
  /(?<blank>[ \t\r\f]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<line>\n|;)|(?<quoted>"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')|(?<template>`(?:\\[\s\S]|[^`\\])*`)|(?<name>[A-Za-z_$][\w$]*)|(?<number>\d[\w.]*)|(?<sign>===|!==|==|!=|=>|<=|>=|&&|\|\||\?\?|\?\.|\.\.\.|\+\+|--|[+\-*/%|&^]=|[\s\S])/y;
const regular = /\/(?![*/])(?:\\[^\n]|[^\\/[\n]|\[(?:\\[^\n]|[^\]\\\n])*\])+\/[a-z]*/y;

function tokensOf(code: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < code.length) {
    const last = tokens.at(-1);
    const mayDivide =
      last !== undefined &&
      (last.kind === 'number' ||
        (last.kind === 'name' && !/^(?:return|typeof|case|in|of|await|new|delete|void)$/.test(last.text)) ||
        (last.kind === 'sign' && /^[)\]]$/.test(last.text)));
    if (code[at] === '/' && !/^\/[/*]/.test(code.slice(at, at + 2))) {
      // Whether a slash behind a bracket divides depends on what the bracket closes.
      if (last?.kind === 'sign' && /^[)}]$/.test(last.text) && /["'`]/.test(lineFrom(code, at))) return null;
      if (!mayDivide) {
        regular.lastIndex = at;
        if (!regular.test(code)) return null;
        at = regular.lastIndex;
        tokens.push({ kind: 'number', text: '/', isPlain: false });
        continue;
      }
    }
    token.lastIndex = at;
    const groups = token.exec(code)?.groups;
    if (groups === undefined) return null;
    at = token.lastIndex;
    if (!addToken(groups, tokens)) return null;
  }
  return tokens;
}

function lineFrom(code: string, at: number): string {
  const end = code.indexOf('\n', at);
  return code.slice(at, end < 0 ? code.length : end);
}

function addToken(groups: Record<string, string | undefined>, tokens: Token[]): boolean {
  const { line, quoted, template, name, number, sign } = groups;
  if (line !== undefined) tokens.push({ kind: 'end', text: '', isPlain: true });
  else if (quoted !== undefined) {
    const text = quoted.slice(1, -1);
    if (/\\[xu0-7]/.test(text)) return false;
    tokens.push({ kind: 'text', text, isPlain: !text.includes('\\') });
  } else if (template !== undefined) return addTemplate(template.slice(1, -1), tokens);
  else if (name !== undefined) tokens.push(nameToken(name));
  else if (number !== undefined) tokens.push({ kind: 'number', text: number, isPlain: true });
  else if (sign !== undefined) {
    if (/["'`\\@#\0]/.test(sign)) return false;
    tokens.push(signToken(sign));
  }
  return true;
}

/** What is put into a template is code too. */
function addTemplate(text: string, tokens: Token[]): boolean {
  // A template behind a name is a call of it.
  const last = tokens.at(-1);
  const isCalled =
    (last?.kind === 'name' && !/^(?:return|typeof|case|in|of|await)$/.test(last.text)) ||
    (last?.kind === 'sign' && /^[)\]]$/.test(last.text));
  if (isCalled || /\\[xu0-7]/.test(text)) return false;
  const parts = [...text.matchAll(/\$\{([^{}`]*)\}/g)];
  if ((text.match(/\$\{/g) ?? []).length !== parts.length) return false;
  for (const [, inner = ''] of parts) {
    const own = tokensOf(inner);
    if (own === null) return false;
    tokens.push({ kind: 'end', text: '', isPlain: true }, ...own, { kind: 'end', text: '', isPlain: true });
  }
  tokens.push({ kind: 'text', text, isPlain: parts.length === 0 && !text.includes('\\') });
  return true;
}

class JavascriptReader extends TokenReader {
  paths(): readonly string[] | null {
    this.#bindings();
    const found: string[] = [];
    for (const [at, { kind, text }] of this.tokens.entries()) {
      if (
        kind === 'sign' &&
        /^[)\]]$/.test(text) &&
        this.#next(at)?.text === '(' &&
        this.#next(at)?.kind === 'sign'
      )
        return null;
      if (kind !== 'name') continue;
      if (denied.test(text)) return null;
      const isAttribute = /^\??\.$/.test(this.sign(at - 1));
      const isCall = this.#next(at)?.kind === 'sign' && this.#next(at)?.text === '(';
      const paths = this.#opened(text, at, isAttribute, isCall);
      if (paths === null) return null;
      found.push(...paths);
      if (paths.length > 0 || openers.has(text) || /^(?:require|import|from)$/.test(text)) continue;
      const isKnown = isAttribute
        ? methods.has(text) || this.isOwn(at)
        : functions.has(text) || this.own.has(text);
      if (isCall && !isKnown) return null;
    }
    return found;
  }

  /** The token behind, in whatever line it stands. */
  #next(at: number): Token | undefined {
    let next = at + 1;
    while (this.tokens[next]?.kind === 'end' && this.tokens[next + 1]?.kind !== 'name') next += 1;
    return this.tokens[next];
  }

  /** The paths that a name opens here: none when it opens nothing, null where they cannot be told. */
  #opened(name: string, at: number, isAttribute: boolean, isCall: boolean): readonly string[] | null {
    if (name === 'require' || name === 'import' || name === 'from') {
      if (name === 'require' && (isAttribute || !isCall)) return null;
      if (name === 'import' && !isCall && this.tokens[at + 1]?.kind !== 'text')
        return isAttribute ? null : [];
      if (name === 'from' && (isAttribute || this.tokens[at + 1]?.kind !== 'text'))
        return isCall || isAttribute ? [] : null;
      const module = this.tokens[isCall ? at + 2 : at + 1];
      if (module?.kind !== 'text' || !module.isPlain) return null;
      if (/^\.{0,2}\//.test(module.text)) return [module.text];
      return modules.test(module.text) || description.test(module.text) ? [] : null;
    }
    const count = openers.get(name);
    if (count === undefined) return [];
    if (!isCall) return this.#isDestructured(at) ? [] : null;
    const first = this.argument(at + 2);
    if (count === 1 || first === null) return first;
    const comma = this.tokens.findIndex((token, index) => index > at && token.text === ',');
    const second = this.argument(comma + 1);
    return second === null ? null : [...first, ...second];
  }

  /** `const { readFileSync } = require('fs')`. */
  #isDestructured(at: number): boolean {
    return /^[{,]$/.test(this.sign(at - 1)) && /^[},]$/.test(this.sign(at + 1));
  }

  #bindings(): void {
    for (const [at, { kind, text }] of this.tokens.entries()) {
      if (kind !== 'name') continue;
      const next = this.sign(at + 1);
      const before = this.name(at - 1);
      if (before === 'function') this.own.add(text);
      if (/^(?:const|let|var)$/.test(before) && next === '=') {
        this.constants.set(text, textsFrom(this.tokens, at + 2, /^[,]$/));
        if (this.#isFunctionAt(at + 2) || this.#isProjects(at + 2)) this.own.add(text);
      } else if (/^(?:const|let|var)$/.test(before) && this.name(at + 1) === 'of')
        this.constants.set(text, textsFrom(this.tokens, at + 2, /^[)]$/));
      else if (/^(?:=|=>|[+\-*/%|&^]=|\+\+|--)$/.test(next) && !/^\??\.$/.test(this.sign(at - 1)))
        this.constants.set(text, null);
      else if (
        /^(?:,|\)|\}|:)$/.test(next) &&
        /^(?:,|\(|\{|\.\.\.)$/.test(this.sign(at - 1)) &&
        this.#isParameter(at)
      )
        this.constants.set(text, null);
      if (text === 'import' && this.tokens[at + 1]?.kind !== 'text') this.#importNames(at);
      if (/^(?:const|let|var)$/.test(text) && this.sign(at + 1) === '{') this.#importNames(at);
    }
  }

  #isFunctionAt(at: number): boolean {
    const start = this.name(at) === 'async' ? at + 1 : at;
    if (this.name(start) === 'function') return true;
    if (this.sign(start + 1) === '=>') return true;
    if (this.sign(start) !== '(') return false;
    let depth = 0;
    for (let end = start; end < this.tokens.length; end += 1) {
      if (this.sign(end) === '(') depth += 1;
      if (this.sign(end) === ')') depth -= 1;
      if (depth === 0) return this.sign(end + 1) === '=>';
    }
    return false;
  }

  /** Whether a module of the project stands here: `require('./x')`. */
  #isProjects(at: number): boolean {
    const start = this.name(at) === 'await' ? at + 1 : at;
    return (
      /^(?:require|import)$/.test(this.name(start)) && /^\.{1,2}\//.test(this.tokens[start + 2]?.text ?? '')
    );
  }

  /** The names that are taken from a module of the project. */
  #importNames(at: number): void {
    const end = this.tokens.findIndex(
      ({ kind, text }, index) =>
        index > at && (kind === 'end' || (kind === 'name' && /^(?:from|require|import)$/.test(text))),
    );
    const module = this.tokens[this.sign(end + 1) === '(' ? end + 2 : end + 1];
    if (end < 0 || module?.kind !== 'text') return;
    const isOwn = /^\.{1,2}\//.test(module.text);
    for (const { kind, text } of this.tokens.slice(at + 1, end))
      if (kind === 'name' && text !== 'as') {
        this.constants.set(text, null);
        if (isOwn || /^(?:basename|extname|inspect|format|createHash|randomUUID|randomBytes)$/.test(text))
          this.own.add(text);
      }
  }

  /** Whether the brackets around a name are those of a function. */
  #isParameter(at: number): boolean {
    for (let end = at; end < this.tokens.length && this.tokens[end]?.kind !== 'end'; end += 1)
      if (this.sign(end) === ')') return this.sign(end + 1) === '=>' || this.sign(end + 1) === '{';
    return false;
  }
}
