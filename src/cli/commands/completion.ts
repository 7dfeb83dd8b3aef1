import type { CommandRun } from '../command.ts';
import {
  type CompletedCommand,
  type CompletedOption,
  completedCommands,
  globalOptions,
} from '../completion/completion-table.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';

const shells = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
]);

export const runCompletion: CommandRun = async ({ arguments: [shell = ''], commands, terminal }) => {
  terminal.print(shells.get(shell)?.(completedCommands(commands)).trimEnd() ?? '');
  return 0;
};

/** Needs nothing else, and works with the bash 3.2 of macOS. */
function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completes hookline in bash. Made by: hookline completion bash
_hookline() {
  local word previous command i
  COMPREPLY=()
  # The line as blanks separate it: bash splits words at colons, and points have colons in their names.
  local line="\${COMP_LINE:0:COMP_POINT}"
  local -a words
  read -ra words <<< "$line"
  case "$line" in *[[:space:]]) words+=('') ;; esac
  word="\${words[\${#words[@]} - 1]}"
  previous="\${words[\${#words[@]} - 2]}"
  command=''
  for ((i = 1; i < \${#words[@]} - 1; i++)); do
    case "\${words[i]}" in -*) ;; *) command="\${words[i]}"; break ;; esac
  done
  case "$command" in
${[...commands.map(commandCase), topCase(commands)].join('\n')}
  esac
}

_hookline_words() {
  local prefix=''
  # The part before the last colon is already on the line.
  case "$word" in *:*) case "$COMP_WORDBREAKS" in *:*) prefix="\${word%:*}:" ;; esac ;; esac
  local reply
  while IFS= read -r reply; do
    COMPREPLY+=("\${reply#"$prefix"}")
  done < <(compgen -W "$1" -- "$word")
}

_hookline_files() {
  local reply
  while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -f -- "$word")
  compopt -o filenames 2> /dev/null
}

complete -F _hookline hookline
`;
}

function commandCase({ name, options, argument }: CompletedCommand): string {
  return `    ${name})
      case "$previous" in
${options.flatMap(valueCase).join('\n')}
      esac
      case "$word" in
        -*) _hookline_words '${options.flatMap(({ names }) => names).join(' ')}' ;;
        *) ${complete(argument)} ;;
      esac ;;`;
}

function topCase(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const options = globalOptions.flatMap((option) => option.names);
  return `    *) case "$word" in -*) _hookline_words '${options.join(' ')}' ;; *) _hookline_words '${names.join(' ')}' ;; esac ;;`;
}

function valueCase({ names, value }: CompletedOption): string[] {
  if (value === null) return [];
  return [`        ${names.join('|')}) ${value === 'anything' ? ':' : complete(value)}; return ;;`];
}

function complete(value: 'files' | readonly string[]): string {
  return value === 'files' ? '_hookline_files' : `_hookline_words '${value.join(' ')}'`;
}
