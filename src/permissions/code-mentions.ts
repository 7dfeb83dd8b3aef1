import { lookUp } from '../engine/values/look-up.ts';

/** The words by which a language starts a program. Languages that are not listed start none. */
const starts: Readonly<Record<string, RegExp>> = {
  applescript: /\bdo\s+shell\s+script\b/i,
  awk: /\bsystem\s*\(|\|\s*(?:&|getline|")|print(?:(?!print)[^;}\n|])*\|/,
  calculator: /!/,
  cmd: /(?:)/,
  code: /(?:)/,
  ed: /!/,
  elisp: /shell-command|call-process|start-process|async-shell/,
  elixir: /\bSystem\b|\bos\b|\bPort\b/,
  erlang: /\bos\b|open_port/,
  file: /(?:)/,
  gdb: /!|\b(?:shell|make|python|pipe)\b/,
  haskell: /[Pp]rocess|\bsystem\b|[cC]ommand/,
  javascript: /child_process|\b(?:exec|spawn|fork)\w*\s*\(|\bBun\b|\bDeno\b/,
  julia: /\brun\b|`/,
  lua: /\bos\.execute\b|\bio\.popen\b/,
  perl: /\b(?:system|exec|open|qx)\b|`/,
  php: /\b(?:exec|system|passthru|shell_exec|popen|proc_open)\s*\(|`/,
  powershell: /(?:)/,
  python: /\b(?:os|subprocess|pty|shutil|asyncio|importlib|__import__|exec|eval|popen|system)\b/,
  r: /\b(?:system2?|shell|processx)\b/,
  ruby: /\b(?:system|exec|spawn|popen|Open3|IO)\b|`|%x/,
  sed: /(?:^|[;{}!\d$/,]|\n)[^\S\n]*e\b|\/[gpIiMm\d]*e/,
  sql: /\\!|\.(?:shell|system)\b|\bsystem\b|\bcopy\b.*\bprogram\b/is,
  tcl: /\b(?:exec|spawn|system|open)\b/,
  vim: /!|\bsystem\s*\(/,
};

/**
 * Whether code in another language could start the program: it has a word that starts programs, and the program's name.
 * Code that is only known at run time could start anything.
 */
export function mentions(language: string, code: string | null, program: string | null): boolean {
  if (code === null) return true;
  if (lookUp(starts, language)?.test(code) !== true) return false;
  return program === null || code.includes(program.slice(program.lastIndexOf('/') + 1));
}
