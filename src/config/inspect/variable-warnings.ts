import { environmentNames } from '../../processes/host-environment.ts';
import { findProtocol } from '../../protocols/protocols.ts';
import type { NamedDeclaration } from '../load/declaration.ts';
import { shortPath, type UnplacedWarning } from '../source/problem.ts';
import type { CommandTexts } from './command-texts.ts';
import { readsArguments, variablesRead } from './shell-variables.ts';

/** Variables and arguments that the shell text of a hook reads, and that it is not given. */
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
        const hint = isEventWord(variable)
          ? 'the event comes on stdin, as JSON'
          : `"passEnv: [${variable}]" would pass it on`;
        return {
          code: 'variable-missing',
          message: `${where} reads $${variable}, which is not set for it; ${hint}`,
        };
      }),
  );
  if (hasArguments || line !== null) return variables;
  const called = shells
    .filter(({ text }) => readsArguments(text))
    .map(({ file }): UnplacedWarning => {
      const message = `${shortPath(file)} reads $1, and is called without arguments; the event comes on stdin, as JSON`;
      return { code: 'variable-missing', message };
    });
  return [...variables, ...called];
}

/** Names by which people expect the event in the environment. */
function isEventWord(name: string): boolean {
  return /TOOL|INPUT|EVENT|PROMPT|COMMAND|FILE|HOOK|CLAUDE|ARGS/.test(name);
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
