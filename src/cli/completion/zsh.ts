import { shellQuoted } from '../../shell/read/words.ts';
import { type CompletedCommand, type CompletedOption, globalOptions } from './completion-table.ts';

export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef hookline
# Completes hookline in zsh. Made by: hookline completion zsh
_hookline() {
  local context state line
  typeset -A opt_args
  _arguments -C \\
${globalOptions.map((option) => `    ${spec(option)} \\`).join('\n')}
    '1: :->command' \\
    '*:: :->rest'
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, summary }) => `        ${shellQuoted(`${name}:${summary}`)}`).join('\n')}
      )
      _describe command commands ;;
    rest)
      case $line[1] in
${commands.map(commandCase).join('\n')}
      esac ;;
  esac
}

if [ "$funcstack[1]" = _hookline ]; then _hookline "$@"; else compdef _hookline hookline; fi
`;
}

function commandCase({ name, options, argument }: CompletedCommand): string {
  const specs = [...options.map(spec), shellQuoted(`*:${action(argument)}`)];
  return `        ${name}) _arguments ${specs.join(' ')} ;;`;
}

function spec({ names, summary, value }: CompletedOption): string {
  const excluded = names.length > 1 ? shellQuoted(`(${names.join(' ')})`) : '';
  const either = names.length > 1 ? `{${names.join(',')}}` : names[0];
  const text = summary.replaceAll(/[[\]\\]/g, (sign) => `\\${sign}`).replaceAll(':', '\\:');
  return `${excluded}${either}${shellQuoted(`[${text}]${value === null ? '' : `:${action(value)}`}`)}`;
}

function action(value: 'files' | 'anything' | readonly string[]): string {
  if (value === 'files') return 'file:_files';
  const words =
    value === 'anything' ? ' ' : `(${value.map((word) => word.replaceAll(':', '\\:')).join(' ')})`;
  return `value:${words}`;
}
