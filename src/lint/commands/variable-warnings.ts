import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { shortPath, type UnplacedWarning, unplaced } from '../../config/source/problem.ts';
import { environmentNames } from '../../processes/host-environment.ts';
import { findProtocol } from '../../protocols/protocols.ts';
import type { CommandTexts } from './command-texts.ts';
import { bareText } from './shell-text.ts';

const ofShell =
  /^(?:PWD|OLDPWD|RANDOM|SECONDS|LINENO|PPID|UID|EUID|GROUPS|IFS|OPTARG|OPTIND|OPTERR|REPLY|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|SHLVL|SHELLOPTS|FUNCNAME|PIPESTATUS|PS[1-4]|DIRSTACK|EPOCHSECONDS|EPOCHREALTIME|COLUMNS|LINES|BASH\w*|ZSH\w*|ENV|FUNCTIONS|MATCH)$/;

const ofHookline = /^(?:HOOKLINE|MASSGEN)_/;

function variablesRead(text: string): readonly string[] {
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

function readsArguments(text: string): boolean {
  const open = text.replaceAll(/'[^']*'/g, '').replaceAll(/(^|\s)#.*$/gm, '$1');
  if (/\(\)\s*\{|\bfunction\s+\w|\bset\s+--|\bgetopts\b/.test(bareText(text))) return false;
  return /\$(?:[1-9@*]|\{[1-9@*]\})/.test(open);
}

export function variableWarnings(
  { entry }: NamedDeclaration,
  { line, scripts, hasArguments }: CommandTexts,
): readonly UnplacedWarning[] {
  const isGiven = givenVariables(entry);
  const shells = scripts.filter(({ reader }) => reader === 'sh' || reader === 'bash' || reader === 'ksh');
  const texts = [
    ...(line === null ? [] : [{ text: line, name: null }]),
    ...shells.map(({ text, file }) => ({ text, name: shortPath(file) })),
  ];
  const variables = texts.flatMap(({ text, name }) =>
    variablesRead(text)
      .filter((variable) => !isGiven(variable))
      .map((variable): UnplacedWarning => {
        const where = name === null ? 'it' : name;
        const hint = /TOOL|INPUT|EVENT|PROMPT|COMMAND|FILE|HOOK|CLAUDE|ARGS/.test(variable)
          ? 'the event comes on stdin, as JSON'
          : `"passEnv: [${variable}]" would pass it on`;
        return unplaced('variable-missing', `${where} reads $${variable}, which is not set for it; ${hint}`);
      }),
  );
  if (hasArguments || line !== null) return variables;
  const called = shells
    .filter(({ text }) => readsArguments(text))
    .map(({ file }): UnplacedWarning => {
      const message = `${shortPath(file)} reads $1, and is called without arguments; the event comes on stdin, as JSON`;
      return unplaced('variable-missing', message);
    });
  return [...variables, ...called];
}

function givenVariables(entry: NamedDeclaration['entry']): (name: string) => boolean {
  if (entry?.type !== 'command')
    return (name) => name === 'CLAUDE_PROJECT_DIR' || process.env[name] !== undefined;
  const { env = {}, passEnv = [], inherit = false, protocol } = entry;
  const { inheritsEnvironment, projectVariables = [] } = findProtocol(protocol ?? 'hookline');
  const given = new Set([...Object.keys(env), ...[passEnv].flat(), ...environmentNames, ...projectVariables]);
  const isWhole = inherit || inheritsEnvironment;
  return (name) => given.has(name) || (isWhole && process.env[name] !== undefined);
}
