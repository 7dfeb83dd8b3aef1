import { TokenReader } from './token-reader.ts';
import { nameToken, signToken, type Token, textsFrom } from './tokens.ts';

const modules: ReadonlySet<string> = new Set(
  (
    'json sys re math datetime time collections itertools functools string textwrap random statistics decimal fractions hashlib ' +
    'base64 urllib.parse typing dataclasses enum operator csv pprint difflib uuid html struct copy pathlib os os.path ast ' +
    'calendar bisect heapq cmath numbers zlib binascii unicodedata locale __future__ platform secrets'
  ).split(' '),
);
/** What may be imported from modules that have more than that. */
const parts: ReadonlyMap<string, RegExp> = new Map([
  ['os', /^(?:path)$/],
  ['os.path', /^(?:exists|isfile|isdir|basename|splitext)$/],
  ['sys', /^(?:stdin|stdout|stderr|argv|exit|version)$/],
  ['pathlib', /^(?:Path|PurePath)$/],
]);

/** Functions that touch no file but those that they are given open. */
const functions: ReadonlySet<string> = new Set(
  (
    'print len range str int float bool list dict set tuple frozenset bytes bytearray sorted reversed enumerate zip map filter sum min ' +
    'max abs round any all isinstance type repr ord chr hex bin oct format iter next divmod pow hash id input super slice object ' +
    'Exception ValueError KeyError SystemExit RuntimeError AssertionError TypeError exit quit'
  ).split(' '),
);
const methods: ReadonlySet<string> = new Set(
  (
    'read readline readlines write writelines close flush seek strip lstrip rstrip split rsplit splitlines replace format join ' +
    'startswith endswith lower upper title capitalize find rfind index count encode decode isdigit isalpha isalnum isspace isupper ' +
    'islower zfill ljust rjust center partition rpartition removeprefix removesuffix expandtabs append extend insert pop remove ' +
    'sort reverse items keys values get update setdefault add discard copy clear union intersection difference most_common ' +
    'popitem load loads dump dumps sub subn search match fullmatch findall finditer compile escape group groups groupdict start ' +
    'end span now today utcnow strftime strptime isoformat fromisoformat timestamp fromtimestamp total_seconds timedelta date ' +
    'datetime time perf_counter monotonic sleep md5 sha1 sha256 sha512 hexdigest digest b64encode b64decode quote unquote urlparse ' +
    'urlencode parse_qs reader writer writerow writerows DictReader DictWriter writeheader exit Counter OrderedDict defaultdict ' +
    'deque namedtuple chain combinations permutations product groupby accumulate islice cycle repeat reduce partial lru_cache dedent ' +
    'indent fill wrap mean median stdev mode sqrt floor ceil log log2 log10 exp sin cos tan pi gcd factorial isclose choice randint ' +
    'random shuffle sample uniform seed Decimal Fraction pprint pformat unified_diff uuid4 unescape deepcopy itemgetter ' +
    'python_version machine token_hex literal_eval parse walk fromkeys isdisjoint issubset issuperset casefold translate maketrans ' +
    'exists isfile isdir basename splitext is_file is_dir read_text write_text mkdir touch version'
  ).split(' '),
);
const denied =
  /^(?:eval|exec|compile|globals|locals|vars|getattr|setattr|delattr|breakpoint|memoryview|(?!__name__$)_\w+|modules|system|popen|subprocess|builtins|importlib|codecs|io|shutil|socket|ctypes|pty|environb|putenv|chdir|home|cwd|parent|parents|expanduser|resolve|absolute|joinpath|glob|rglob|iterdir|rename|unlink|rmdir|symlink_to|hardlink_to|link_to|chmod|readlink|samefile|loader|path_hooks|meta_path|settrace|setprofile|gi_frame|tb_frame|cr_frame|f_globals|f_builtins|func_globals)$/;
const openers = /^(?:open|Path|PurePath)$/;
/** Modules of which only some members may be named. */
const modulesWithMembers: ReadonlyMap<string, RegExp> = new Map([
  ['os', /^(?:path|environ|linesep|getpid|cpu_count|name)$/],
  ['sys', /^(?:stdin|stdout|stderr|argv|exit|version|version_info|maxsize|platform)$/],
]);

/** The paths that Python code opens; null where it may do more than the texts in it say. */
export function pythonPaths(code: string, isLocal: (name: string) => boolean): readonly string[] | null {
  const tokens = tokensOf(code);
  return tokens === null ? null : new PythonReader(tokens, isLocal).paths();
}

const token =
  /(?<blank>[ \t\f]+|#[^\n]*|\\\n)|(?<line>\r?\n|;)|(?<before>[rRbBuUfF]{0,2})(?<quoted>"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')|(?<name>[A-Za-z_]\w*)|(?<number>\d[\w.]*)|(?<sign>==|!=|<=|>=|:=|->|\*\*|\/\/|[+\-*/%|&^]=|[\s\S])/y;

function tokensOf(code: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let depth = 0;
  token.lastIndex = 0;
  while (token.lastIndex < code.length) {
    const groups = token.exec(code)?.groups;
    if (groups === undefined) return null;
    const { line, before = '', quoted, name, number, sign } = groups;
    // Between brackets a line goes on.
    if (line !== undefined) {
      if (depth === 0 || line === ';') tokens.push({ kind: 'end', text: '', isPlain: true });
    } else if (quoted !== undefined) {
      const width = /^(?:"""|''')/.test(quoted) ? 3 : 1;
      const text = quoted.slice(width, -width);
      const isFormat = /f/i.test(before);
      if (isFormat && !addFormatted(text, tokens)) return null;
      tokens.push({ kind: 'text', text, isPlain: !isFormat && !text.includes('\\') });
    } else if (name !== undefined) tokens.push(nameToken(name));
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, isPlain: true });
    else if (sign !== undefined) {
      if (/["'`@\0]/.test(sign)) return null;
      if (/^[([{]$/.test(sign)) depth += 1;
      else if (/^[)\]}]$/.test(sign)) depth -= 1;
      tokens.push(signToken(sign));
    }
  }
  return tokens;
}

/** What is put into an f-string is code too. */
function addFormatted(text: string, tokens: Token[]): boolean {
  const state = token.lastIndex;
  for (const [, inner = ''] of text
    .replaceAll(/\{\{|\}\}/g, '')
    .matchAll(/\{([^{}]*)(?:\{[^{}]*\}[^{}]*)?\}/g)) {
    const own = tokensOf(inner);
    if (own === null) return false;
    // So that it is no part of what stands around it.
    tokens.push({ kind: 'end', text: '', isPlain: true }, ...own, { kind: 'end', text: '', isPlain: true });
  }
  token.lastIndex = state;
  return true;
}

class PythonReader extends TokenReader {
  readonly #isLocal: (name: string) => boolean;
  readonly #imported = new Set<string>();
  readonly #importSpans: [from: number, to: number][] = [];

  constructor(tokens: readonly Token[], isLocal: (name: string) => boolean) {
    super(tokens);
    this.#isLocal = isLocal;
  }

  paths(): readonly string[] | null {
    if (!this.#imports()) return null;
    this.#bindings();
    const found: string[] = [];
    for (const [at, { kind, text }] of this.tokens.entries()) {
      if (kind !== 'name') continue;
      if (this.#isImport(at)) continue;
      if (denied.test(text)) return null;
      const isAttribute = this.sign(at - 1) === '.';
      const isCall = this.sign(at + 1) === '(';
      if (openers.test(text)) {
        const paths = isCall && !isAttribute ? this.argument(at + 2) : null;
        if (paths === null) return null;
        found.push(...paths);
      } else if (isCall && isAttribute && !methods.has(text) && !this.isOwn(at)) return null;
      else if (isCall && !isAttribute && !this.#isFunction(text, at)) return null;
      else if (isCall && isAttribute && /^(?:exists|isfile|isdir)$/.test(text) && this.sign(at + 2) !== ')') {
        const paths = this.argument(at + 2);
        if (paths === null) return null;
        found.push(...paths);
      }
      const members = modulesWithMembers.get(text);
      if (
        members !== undefined &&
        (isAttribute || this.sign(at + 1) !== '.' || !members.test(this.name(at + 2)))
      )
        return null;
    }
    // What is called through a place in a list may be anything.
    const callsAny = this.tokens.some((_, at) => /^[)\]]$/.test(this.sign(at)) && this.sign(at + 1) === '(');
    const joined = this.#usesPath() ? this.#joined() : [];
    return callsAny || joined === null ? null : [...found, ...joined];
  }

  #usesPath(): boolean {
    return this.tokens.some((_, at) => /^(?:Path|PurePath)$/.test(this.name(at)));
  }

  /** What is joined to paths by `/`; null where that, or where a path is moved to, is no text. */
  #joined(): readonly string[] | null {
    const found: string[] = [];
    for (const [at, { kind, text }] of this.tokens.entries()) {
      if (kind === 'sign' && text === '/') {
        const next = this.tokens[at + 1];
        if (next?.kind !== 'text' || !next.isPlain) return null;
        found.push(next.text);
      }
      const isMove = /^(?:replace|copy)$/.test(text) && kind === 'name' && this.sign(at - 1) === '.';
      if (isMove && this.sign(at + 1) === '(' && this.sign(at + 2) !== ')' && !this.#hasTwoArguments(at + 2))
        return null;
    }
    return found;
  }

  #hasTwoArguments(from: number): boolean {
    let depth = 0;
    for (let at = from; at < this.tokens.length && depth >= 0; at += 1) {
      const sign = this.sign(at);
      if (depth === 0 && sign === ',') return true;
      if (/^[([{]$/.test(sign)) depth += 1;
      else if (/^[)\]}]$/.test(sign)) depth -= 1;
    }
    return false;
  }

  #isFunction(name: string, at: number): boolean {
    const before = this.name(at - 1);
    return (
      functions.has(name) ||
      this.own.has(name) ||
      before === 'def' ||
      before === 'class' ||
      /^(?:if|elif|while|and|or|not|in|is|return|for|assert|lambda|else|yield|await|del|raise|with|except|print|from|import)$/.test(
        name,
      ) ||
      this.#imported.has(name)
    );
  }

  #isImport(at: number): boolean {
    return this.#importSpans.some(([from, to]) => at >= from && at < to);
  }

  /** Whether everything that is imported is harmless, or the project's own. */
  #imports(): boolean {
    for (let at = 0; at < this.tokens.length; at += 1) {
      const word = this.name(at);
      const isStart = at === 0 || this.tokens[at - 1]?.kind === 'end' || this.sign(at - 1) === ':';
      if (word !== 'import' && !(word === 'from' && isStart)) continue;
      if (!isStart) return false;
      const from = at;
      let end = at;
      while (end < this.tokens.length && (this.tokens[end]?.kind !== 'end' || this.#isOpen(at, end)))
        end += 1;
      const texts = this.tokens.slice(at + 1, end).filter(({ kind }) => kind !== 'end');
      if (!texts.every(({ kind, text }) => kind === 'name' || /^[.,()*]$/.test(text))) return false;
      const line = texts
        .map(({ text }) => text)
        .join(' ')
        .replaceAll(' . ', '.');
      if (!(word === 'import' ? this.#importModules(line) : this.#importNames(line))) return false;
      this.#importSpans.push([from, end]);
      at = end;
    }
    return true;
  }

  #isOpen(from: number, to: number): boolean {
    const signs = this.tokens.slice(from, to).map(({ text }) => text);
    return signs.includes('(') && !signs.includes(')');
  }

  #importModules(line: string): boolean {
    return line.split(' , ').every((item) => {
      const [name = '', alias] = item.split(' as ');
      if (modules.has(name)) return alias === undefined || !/^(?:os|sys)/.test(name);
      const [top = ''] = name.split('.');
      if (!this.#isLocal(top) || denied.test(top)) return false;
      this.own.add(alias ?? top);
      return true;
    });
  }

  #importNames(line: string): boolean {
    const [, module = '', names = ''] = /^([\w.]+) import (.*)$/.exec(line) ?? [];
    const items = names
      .replaceAll(/[()]/g, '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    const isOwn = !modules.has(module) && this.#isLocal(module.split('.')[0] ?? '');
    if ((!modules.has(module) && !isOwn) || items.length === 0 || items.includes('*')) return false;
    const allowed = parts.get(module);
    return items.every((item) => {
      const [name = '', alias = name] = item.split(' as ');
      if (denied.test(name) || (allowed !== undefined && !allowed.test(name))) return false;
      if (openers.test(name) && alias !== name) return false;
      if (isOwn) this.own.add(alias);
      else this.#imported.add(alias);
      return (
        isOwn || /^[A-Z]/.test(name) || methods.has(name) || functions.has(name) || allowed !== undefined
      );
    });
  }

  /** What every name is set to. */
  #bindings(): void {
    for (const [at, { kind, text }] of this.tokens.entries()) {
      if (kind !== 'name') continue;
      const next = this.sign(at + 1);
      const isStart = at === 0 || this.tokens[at - 1]?.kind === 'end' || this.sign(at - 1) === ':';
      if (text === 'def') this.own.add(this.name(at + 1));
      if (text === 'for' && this.name(at + 2) === 'in')
        this.constants.set(this.name(at + 1), textsFrom(this.tokens, at + 3, /^[:\])}]$/));
      else if (next === '=' && isStart) this.constants.set(text, textsFrom(this.tokens, at + 2, /^(?!)/));
      else if (/^(?:=|:=|[+\-*/%|&^]=|:|,|\))$/.test(next) && this.#isBound(at))
        this.constants.set(text, null);
    }
  }

  /** Whether a name may be set here in another way: a parameter, one of several, or as what is opened. */
  #isBound(at: number): boolean {
    const next = this.sign(at + 1);
    if (/^(?:=|:=|[+\-*/%|&^]=)$/.test(next))
      return !(next === '=' && /^[,(]$/.test(this.sign(at - 1)) && !this.#isParameter(at));
    return this.name(at - 1) === 'as' || this.#isParameter(at) || this.#isTarget(at);
  }

  #isParameter(at: number): boolean {
    for (let from = at - 1; from >= 0 && this.tokens[from]?.kind !== 'end'; from -= 1) {
      if (this.name(from) === 'lambda') return true;
      if (this.sign(from) === '(') return this.name(from - 2) === 'def';
    }
    return false;
  }

  #isTarget(at: number): boolean {
    let from = at - 1;
    while (this.sign(from) === ',' || this.sign(from) === '(' || this.name(from) !== '') {
      if (this.name(from) === 'for') return true;
      from -= 1;
    }
    const isStart = this.tokens[from] === undefined || this.tokens[from]?.kind === 'end';
    let to = at + 1;
    while (this.sign(to) === ',' || this.name(to) !== '') to += 1;
    return isStart && this.sign(to) === '=';
  }
}
