import { lookUp } from '../engine/values/look-up.ts';
import type { InterpreterCode } from '../shell/reading.ts';

/** The words by which a language starts a program. Languages that are not listed start none. */
const starts: Readonly<Record<string, RegExp>> = {
  applescript: /\bdo\s+shell\s+script\b/i,
  awk: /\bsystem\s*\(|\|\s*(?:&|getline|")|print(?:(?!print)[^;}\n|])*\|/,
  calculator: /!/,
  cmake: /\bexecute_process\b|\bCOMMAND\b/i,
  cmd: /(?:)/,
  code: /(?:)/,
  ed: /!/,
  elisp: /shell-command|call-process|start-process|async-shell/,
  elixir: /\bSystem\b|\bos\b|\bPort\b/,
  erlang: /\bos\b|open_port/,
  file: /(?:)/,
  gdb: /!|\b(?:shell|make|python|pipe|r|run|start|starti|launch)\b/,
  haskell: /[Pp]rocess|\bsystem\b|[cC]ommand/,
  javascript: /child_|\b(?:exec|spawn|fork)|\bBun\b|\bDeno\b/,
  julia: /\brun\b|`/,
  lua: /\bos\.execute\b|\bio\.popen\b/,
  make: /(?:)/,
  ninja: /(?:)/,
  perl: /\b(?:system|exec|open|qx|eval)\b|`/,
  php: /\b(?:exec|system|passthru|shell_exec|popen|proc_open)\s*\(|`/,
  powershell: /(?:)/,
  python: /\b(?:os|subprocess|pty|shutil|asyncio|importlib|__import__|exec|eval|popen|system)\b|^[!%]/m,
  r: /\b(?:system2?|shell|processx)\b/,
  ruby: /\b(?:system|exec|spawn|popen|Open3|IO)\b|`|%x/,
  sed: /(?:^|[;{}!\d$/,I~]|\n)[^\S\n]*e(?![\w-])|[/|,#:@!%_][gpIiMmw\d]*e/,
  sql: /\\!|\bshell\b|\bsystem\b|\bprogram\b|\bedit\s*\(|(?<!\|)\|(?!\|)/i,
  tcl: /\b(?:exec|spawn|system|open)\b/,
  vim: /!|\bsystem\s*\(/,
};

/** The base name of a program, or what it begins with. */
export interface NamedProgram {
  readonly name: string;
  readonly isWhole: boolean;
}

/** Languages of programs for texts: nobody who allows `sed` means all that it could start. */
const textLanguages: ReadonlySet<string> = new Set(['awk', 'calculator', 'ed', 'gdb', 'sed', 'sql', 'vim']);
/** A longer script is not looked through. */
const maxScript = 4096;
/** The command `e`, and the flag of that name. */
const sedStarts =
  /(?:^|[;{}!\d$/,I~\n])[^\S\n]*e(?![\w-])|s([^\w\s\\])(?:\\.|(?!\1)[^\\])*\1(?:\\.|(?!\1)[^\\])*\1[gpIiMm\d]*e/;

/** Whether a program for texts is given code that starts programs, or that is only known at run time. */
export function startsFromText({ language, text }: InterpreterCode): boolean {
  if (!textLanguages.has(language)) return false;
  if (text.value === null || text.value.length > maxScript) return true;
  return (language === 'sed' ? sedStarts : lookUp(starts, language))?.test(text.value) === true;
}

/**
 * Whether code in another language could start the program: it has a word that starts programs, and the code or what it is
 * given has the program's name. Code that is only known at run time could start anything.
 */
export function mentions(
  { language, text }: InterpreterCode,
  program: NamedProgram | null,
  given: readonly (string | null)[],
): boolean {
  if (text.value === null) return true;
  if (lookUp(starts, language)?.test(text.value) !== true) return false;
  if (program === null) return true;
  return [text.value, ...given].some((own) => own !== null && isNamed(own, program));
}

const letter = /[\w]/;

/** Whether a name stands in a text as a word of its own; behind a backslash and a letter, as in `\n`, it does too. */
function isNamed(text: string, { name, isWhole }: NamedProgram): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isStart = !letter.test(text[at - 1] ?? '') || text[at - 2] === '\\' || text[at - 4] === '\\';
    if (isStart && !(isWhole && letter.test(text[at + name.length] ?? ''))) return true;
  }
  return false;
}
