import { shellQuoted } from '../../../shell/shell-quoted.ts';
import { linesInTool } from './lines-in-tools.ts';
import { argumentsAt, elementsOf, type MaskedCode, maskTexts } from './literals.ts';

/** Calls that start programs. */
const starts =
  /(?:\bos\.(?:system|popen|exec\w*|spawn\w*|posix_spawn\w*|execute)|\b(?:subprocess|sp|s|commands|pty|sh)\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput|spawn)|\b(?:check_call|check_output|Popen|getoutput|getstatusoutput|create_subprocess_(?:exec|shell))|\)\.(?:system|popen)|\bio\.popen|\b(?:system2?|shell_exec|passthru|proc_open|popen[23]?\w?|exec|execSync|execFile|execFileSync|spawn|spawnSync|fork|execa\w*|execvp?e?|execlp?e?|capture[23]e?)|\bSystem\.cmd|\bBun\.(?:spawn|spawnSync)|\bDeno\.Command|\bdo shell script)(?=\s*(?:\(|⟦| ⟦))/g;

/** Calls that evaluate a text as code. */
const evaluates =
  /(?<![.\w])(?:exec|eval|execfile|compile|new Function|instance_eval|class_eval|loadstring|assert)(?=\s*(?:\(|⟦|\$))/g;

/** Calls that remove folders with all that is in them, and those that remove one thing. */
const removals =
  /\b(?:rmtree|remove_tree|rm_rf|rm_r|rm_tree|remove_entry(?:_secure)?|remove_dir|removedirs|rimraf(?:\.sync|Sync)?|emptyDir(?:Sync)?|removeAll|RemoveAll|(?:rm|rmdir|unlink|remove|delete|removeSync|rmSync|rmdirSync|unlinkSync|rm_f|safe_unlink)(?:!)?)(?!\w)(?=\s*(?:\(|⟦|[$@\w"]))/g;
const always =
  /^(?:rmtree|remove_tree|rm_r|remove_entry|remove_dir|removedirs|rimraf|emptyDir|removeAll|RemoveAll)/;

const homes =
  /\bPath\.home\(\)|\b(?:os\.)?homedir\(\)|process\.env\.HOME\b|(?:os\.environ|ENV|os\.getenv|getenv|\$ENV|process\.env|env::var)[[({.](?:get\()?\s*["']?HOME["']?\s*[\])}]|\bDir\.home\b/g;
const folders = /\b(?:os\.getcwd|process\.cwd|Dir\.pwd|getcwd|Path\.cwd)(?:\(\))?/g;
const programs = /\bsys\.executable\b|\bprocess\.execPath\b|\bRbConfig\.ruby\b/g;

/** Code beyond this length is not looked through. */
const maxLength = 20_000;
const unknownCode = 'eval "$code"';

/** The shell lines that code in another language amounts to: what it starts, and what it removes. */
export function linesInCode(language: string, source: string): readonly string[] {
  if (source.length > maxLength) return [unknownCode];
  const tool = linesInTool(language, source);
  if (tool !== null) return tool;
  const plain = source.replaceAll(homes, `'~'`).replaceAll(folders, `'.'`).replaceAll(programs, `'python3'`);
  const percent = plain.replaceAll(
    /(?:\bqx|%x)\s*[({[]([^)}\]]*)[)}\]]/g,
    (_, text: string) => `\`${text}\``,
  );
  const masked = maskTexts(withoutComments(language, percent));
  return [
    ...startedLines(language, masked),
    ...evaluatedLines(language, source, masked),
    ...removedLines(language, masked),
    ...(language === 'awk' ? pipedLines(source) : []),
    ...(/\b(?:execute\w*|query|raw|cursor|sql)\b/i.test(masked.code) ? masked.texts : [])
      .filter((text) => isStatement.test(text))
      .map((text) => `psql -c ${quotedPart(text)}`),
  ];
}

/** `"date" | getline` and `print | "sort"`. */
function pipedLines(code: string): readonly string[] {
  const pipes = /"((?:[^"\\\n]|\\.)*)"\s*\|&?\s*getline|\|&?\s*"((?:[^"\\\n]|\\.)*)"/g;
  return [...code.matchAll(pipes)].flatMap((match) => match[1] ?? match[2] ?? []);
}

const isStatement = /^\s*(?:drop|truncate|delete|alter|update)\s/i;

/** Comments may hold a lonely quote: they go first, where no text can hold their mark. */
function withoutComments(language: string, code: string): string {
  return /^(?:python|ruby|perl|r)$/.test(language) ? code.replaceAll(/^[ \t]*#[^\n]*/gm, '') : code;
}

function startedLines(language: string, masked: MaskedCode): readonly string[] {
  const lines = [...masked.code.matchAll(starts)].map(({ 0: name, index }) => {
    const elements = elementsOf(argumentsAt(masked.code, index + name.length));
    const words = elements.filter((one) => !/^\{|^\w+\s*=(?!=)|^(?:shell|cwd|stdio)\s*:/.test(one));
    const [first = ''] = words;
    if (name === 'exec' && language === 'python') return '';
    // A regular expression's exec gets a value, not a command.
    if (
      language === 'javascript' &&
      name === 'exec' &&
      !/child_process|execSync|spawn/.test(masked.texts.join())
    )
      return '';
    if (!/⟦\d+⟧/.test(first) || /\w\s*\(/.test(first)) return unknownCode;
    const [only = '', ...more] = words.map((word) => lineOf(word, masked.texts));
    return more.length === 0
      ? only
      : [first, ...words.slice(1)].map((word) => wordOf(word, masked.texts)).join(' ');
  });
  const isStarting = lines.length > 0;
  const runs = /^(?:perl|ruby|php|julia|code)$/.test(language) ? masked.quoted : [];
  // A text may reach the call by a variable.
  return [...lines, ...runs, ...(isStarting ? masked.texts : [])].filter((line) => line.trim() !== '');
}

function evaluatedLines(language: string, source: string, masked: MaskedCode): readonly string[] {
  const unknown = /urlopen|requests\.|https?:|fetch\(|open-uri|LWP/.test(source)
    ? 'curl -s "$address" | sh'
    : unknownCode;
  // `.then(eval)`
  const isHandedOn = language === 'javascript' && /\(\s*(?:eval|Function)\s*\)/.test(masked.code);
  const called = [...masked.code.matchAll(evaluates)].flatMap(({ 0: name, index }) => {
    if (name === 'exec' && language !== 'python') return [];
    if (/^(?:compile|assert)$/.test(name) && !/^(?:python|php)$/.test(language)) return [];
    const given = argumentsAt(masked.code, index + name.length);
    const [first = ''] = elementsOf(given);
    const literal = /^\s*⟦(\d+)⟧\s*$/.exec(first);
    if (literal !== null) return linesInCode(language, masked.texts[Number(literal[1])] ?? '');
    return [unknown];
  });
  return isHandedOn ? [...called, unknown] : called;
}

function removedLines(language: string, { code, texts }: MaskedCode): readonly string[] {
  return [...code.matchAll(removals)]
    .flatMap(({ 0: name, index }) => {
      const given = argumentsAt(code, index + name.length);
      // `Path('/a').unlink()`
      const before = /⟦(\d+)⟧\s*\)\s*\.\s*$/.exec(code.slice(Math.max(0, index - 40), index));
      const own = elementsOf(given.replace(/^\s*glob\b/, '')).filter(
        (one) => !/^\{|^\w+\s*[=:]|^recursive/i.test(one),
      );
      const words = before === null || own.length > 0 ? own : [`⟦${before[1]}⟧`];
      const isRecursive = always.test(name) || /recursive|force/i.test(given);
      // What reaches it by a variable is one of the paths that the code names.
      const paths = /⟦/.test(words.join()) ? [] : texts.filter((text) => /^[~/]/.test(text));
      if (words.length > 0 && paths.length > 0) return [`rm -rf -- ${paths.map(quotedPart).join(' ')}`];
      const isFile = /^(?:remove|delete|unlink|rm)$/.test(name) && !/⟦/.test(words.join());
      // Lists, sets and maps have such methods too.
      if (words.length === 0 || (isFile && !isRecursive)) return [];
      if (/^(?:remove|delete)$/.test(name) && !/\b(?:os|File|Dir|Deno|fs|Path)\b/.test(code)) return [];
      return [`rm ${isRecursive ? '-rf ' : ''}-- ${words.map((word) => pathOf(word, texts)).join(' ')}`];
    })
    .concat(namedRemovals(language, texts), handedRemovals(code, texts));
}

/** `map(os.unlink, os.listdir("/etc"))`: the function is handed on, and the paths with it. */
function handedRemovals(code: string, texts: readonly string[]): readonly string[] {
  const isHanded =
    /\b(?:os|shutil|fs|File|FileUtils)\.(?:unlink|remove|rmdir|rmtree|unlinkSync|rmSync|delete)\s*[,)]/.test(
      code,
    );
  const paths = isHanded ? texts.filter((text) => /^[~/.]/.test(text)) : [];
  return paths.length === 0 ? [] : [`rm -rf -- ${paths.map(quotedPart).join(' ')}`];
}

/** `array_map("unlink", glob("/etc/*"))`: the function is named by a text. */
function namedRemovals(language: string, texts: readonly string[]): readonly string[] {
  const at = language === 'php' ? texts.findIndex((text) => /^(?:unlink|rmdir)$/.test(text)) : -1;
  return at < 0
    ? []
    : [
        `rm -- ${texts
          .slice(at + 1)
          .map(quotedPart)
          .join(' ')}`,
      ];
}

/** A text as a line; what is joined to it is only known at run time. */
function lineOf(word: string, texts: readonly string[]): string {
  return word
    .split(/(⟦\d+⟧)/)
    .map((part) => {
      const text = /^⟦(\d+)⟧$/.exec(part)?.[1];
      if (text !== undefined) return texts[Number(text)] ?? '';
      return /\w/.test(part.replaceAll(/\b[frbu]\b/g, '')) ? '"$argument"' : '';
    })
    .join('');
}

function wordOf(word: string, texts: readonly string[]): string {
  const text = /^[frbu]?\s*⟦(\d+)⟧$/.exec(word)?.[1];
  return text === undefined ? '"$argument"' : quotedPart(texts[Number(text)] ?? '');
}

/** A path: `~` stands for the home folder here. */
function pathOf(word: string, texts: readonly string[]): string {
  const literal = [...word.matchAll(/⟦(\d+)⟧/g)].map(({ 1: at }) => texts[Number(at)] ?? '');
  if (literal.length === 0) return '"$argument"';
  const [first = ''] = literal;
  if (first.startsWith('~')) return `~${quotedPart(first.slice(1))}`;
  const isAll = /^[frbu]?\s*⟦\d+⟧$|^\w[\w.]*\(?\s*⟦\d+⟧\s*\)?$/.test(word);
  return isAll ? quotedPart(first) : `${quotedPart(first)}"$argument"`;
}

/** Nothing stays nothing: quotes behind `~` would make it a name. */
function quotedPart(text: string): string {
  return text === '' ? '' : shellQuoted(text);
}
