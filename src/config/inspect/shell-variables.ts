import { bareText } from './shell-text.ts';

/** Variables that a shell has by itself. */
const ofShell =
  /^(?:PWD|OLDPWD|RANDOM|SECONDS|LINENO|PPID|UID|EUID|GROUPS|IFS|OPTARG|OPTIND|OPTERR|REPLY|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|SHLVL|SHELLOPTS|FUNCNAME|PIPESTATUS|PS[1-4]|DIRSTACK|EPOCHSECONDS|EPOCHREALTIME|COLUMNS|LINES|BASH\w*|ZSH\w*|ENV|FUNCTIONS|MATCH)$/;

/** Variables that hookline sets for every command. */
const ofHookline = /^(?:HOOKLINE|MASSGEN)_/;

/** The variables that a shell text reads and neither sets nor has a default for, by their names in capitals. */
export function variablesRead(text: string): readonly string[] {
  const open = text.replaceAll(/\\\$/g, '__').replaceAll(/'[^']*'/g, '');
  const read = [...open.matchAll(/\$(?:([A-Z][A-Z0-9_]+)\b|\{([A-Z][A-Z0-9_]+)(?:\}|[%#/^,@[]))/g)].map(
    ([, plain, braced]) => plain ?? braced ?? '',
  );
  return [...new Set(read)].filter(
    (name) => !isSet(name, text) && !ofShell.test(name) && !ofHookline.test(name),
  );
}

function isSet(name: string, text: string): boolean {
  return new RegExp(
    `\\b${name}\\+?=|\\b(?:read|for|export|local|declare|readonly)\\b[^\\n;|&]*\\b${name}\\b|\\$\\{${name}:?[-=?+]`,
  ).test(text);
}

/** Whether a script reads arguments of its own, outside functions. */
export function readsArguments(text: string): boolean {
  const open = text.replaceAll(/'[^']*'/g, '').replaceAll(/(^|\s)#.*$/gm, '$1');
  if (/\(\)\s*\{|\bfunction\s+\w|\bset\s+--|\bgetopts\b/.test(bareText(text))) return false;
  return /\$(?:[1-9@*]|\{[1-9@*]\})/.test(open);
}
