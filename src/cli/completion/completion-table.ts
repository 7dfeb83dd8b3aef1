import { knownTools } from '../../config/rules/known-tools.ts';
import { allPoints } from '../../engine/points/point.ts';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { agentTable } from '../../gateway/agents/agent-table.ts';
import { type Command, isWords, optionNames, type Parameter, takesValue, type Values } from '../command.ts';

export interface CompletedOption {
  readonly names: readonly string[];
  readonly summary: string;
  readonly value: 'files' | 'anything' | readonly string[] | null;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly argument: 'files' | readonly string[];
}

const help: CompletedOption = { names: ['-h', '--help'], summary: 'help', value: null };
const debug: CompletedOption = {
  names: ['--debug'],
  summary: 'show where an unexpected error comes from',
  value: null,
};

export const globalOptions: readonly CompletedOption[] = [
  { names: ['-V', '--version'], summary: 'the version', value: null },
  debug,
  help,
];

export function completedCommands(commands: readonly Command[]): readonly CompletedCommand[] {
  const rows = commands.map((command) => {
    const [argument] = command.arguments;
    const value = argument === undefined ? [] : knownValues(argument.values);
    return {
      name: command.name,
      summary: command.summary,
      options: [...command.options.map(completedOption), debug, help],
      argument: value === 'anything' ? [] : value,
    };
  });
  const names = commands.map(({ name }) => name);
  return [...rows, { name: 'help', summary: 'How a command is used.', options: [], argument: names }];
}

function completedOption(option: Parameter): CompletedOption {
  const value = takesValue(option) ? knownValues(option.values) : null;
  return { names: optionNames(option), summary: option.summary, value };
}

function knownValues(values: Values | undefined): 'files' | 'anything' | readonly string[] {
  if (values === undefined) return 'anything';
  if (isWords(values)) return values;
  if (values === 'tools') return knownTools.filter((name) => canonicalTool(name) === name);
  if (values === 'agents') return Object.keys(agentTable);
  if (values === 'points')
    return allPoints().flatMap(({ name, also }) => (also === null ? [name] : [name, also]));
  return 'files';
}
