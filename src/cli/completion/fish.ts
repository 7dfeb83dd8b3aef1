import { type CompletedCommand, type CompletedOption, globalOptions } from './completion-table.ts';

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return [
    '# Completes hookline in fish. Made by: hookline completion fish',
    'complete -c hookline -f',
    ...globalOptions.map((option) => complete('__fish_use_subcommand', optionWords(option))),
    ...commands.map(({ name, summary }) =>
      complete(`not __fish_seen_subcommand_from ${names}`, `-a ${name} -d ${quote(summary)}`),
    ),
    ...commands.flatMap(commandLines),
    '',
  ].join('\n');
}

function commandLines({ name, options, argument }: CompletedCommand): string[] {
  const condition = `__fish_seen_subcommand_from ${name}`;
  const words = [...options.map(optionWords), ...(argument.length === 0 ? [] : [valueWords(argument)])];
  return words.map((word) => complete(condition, word));
}

function complete(condition: string, words: string): string {
  return `complete -c hookline -n ${quote(condition)} ${words}`;
}

function optionWords({ names, summary, value }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const taken = value === null ? [] : [value === 'files' ? '-r' : '-x', valueWords(value)];
  return [...flags, ...taken, `-d ${quote(summary)}`].filter(Boolean).join(' ');
}

function valueWords(value: 'files' | 'anything' | readonly string[]): string {
  if (value === 'anything') return '';
  return value === 'files' ? '-F' : `-a ${quote(value.join(' '))}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
