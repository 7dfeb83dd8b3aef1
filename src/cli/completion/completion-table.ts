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

const everywhere: readonly CompletedOption[] = [
  { names: ['--debug'], summary: 'show where an unexpected error comes from', value: null },
  { names: ['--no-color'], summary: 'print without colors', value: null },
  { names: ['-h', '--help'], summary: 'show this help', value: null },
];

export const globalOptions: readonly CompletedOption[] = [
  { names: ['-V', '--version'], summary: 'print the version', value: null },
  ...everywhere,
];

export function completedCommands(commands: readonly Command[]): readonly CompletedCommand[] {
  const rows = commands.map((command) => {
    const [argument] = command.arguments;
    const value = argument === undefined ? [] : knownValues(argument.values);
    return {
      name: command.name,
      summary: command.summary,
      options: [...command.options.map(completedOption), ...everywhere],
      argument: value === 'anything' ? [] : value,
    };
  });
  const names = commands.map(({ name }) => name);
  return [...rows, { name: 'help', summary: 'Show how to use a command.', options: [], argument: names }];
}

function completedOption(option: Parameter): CompletedOption {
  const value = takesValue(option) ? knownValues(option.values) : null;
  return { names: optionNames(option), summary: option.summary, value };
}

function knownValues(values: Values | null): 'files' | 'anything' | readonly string[] {
  if (values === null) return 'anything';
  if (isWords(values)) return values;
  if (values === 'tools') return knownTools.filter((name) => canonicalTool(name) === name);
  if (values === 'agents') return Object.keys(agentTable);
  if (values === 'points')
    return allPoints().flatMap(({ name, also }) => (also === null ? [name] : [name, also]));
  return 'files';
}
