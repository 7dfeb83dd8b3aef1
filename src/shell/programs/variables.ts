/** Variables whose value is a command line that some program runs. */
const commands = new Set(
  (
    'GIT_SSH_COMMAND GIT_SSH GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_ASKPASS GIT_PROXY_COMMAND ' +
    'SSH_ASKPASS SUDO_ASKPASS EDITOR VISUAL FCEDIT SUDO_EDITOR HGEDITOR SVN_EDITOR PAGER MANPAGER SYSTEMD_PAGER AWS_PAGER ' +
    'GH_PAGER DELTA_PAGER BAT_PAGER LESSOPEN LESSCLOSE BROWSER GH_BROWSER PROMPT_COMMAND RSYNC_RSH CVS_RSH SVN_SSH HGSSH ' +
    'RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER GOTOOLEXEC KUBE_EDITOR KUBECTL_EXTERNAL_DIFF npm_config_script_shell ' +
    'TAR_OPTIONS MAKEFLAGS XDG_UTILS_BROWSER BORG_RSH BORG_PASSCOMMAND RESTIC_PASSWORD_COMMAND PASSWORD_STORE_CLIP_TIME'
  ).split(' '),
);

/** Names that a variable with a command has, in tools that the list above does not know too. */
const likeCommands =
  /PAGER|EDITOR|VISUAL|BROWSER|COMMAND|ASKPASS|LESSOPEN|LESSCLOSE|^PS[0-4]$|_SSH$|_PROXY_COMMAND|SHELL$|RSH$|RUSTC_WRAPPER/;

/** Whether a program may run what this variable holds: for deny rules, where a guess is enough. */
export function mayNameCommand(name: string): boolean {
  return likeCommands.test(name);
}

/** Variables that hold options for a program rather than a command of their own. */
export const optionVariables: ReadonlyMap<string, string> = new Map([
  ['TAR_OPTIONS', 'tar'],
  ['MAKEFLAGS', 'make'],
]);

/** Values of those that do nothing but show text or let somebody edit. */
const harmless =
  /^(?:|-|\d+|true|false|:|cat|less(?: -\w+)*|more|most|head|tail|bat|delta|vi|vim|nvim|nano|emacs|code(?: --?w(?:ait)?)?|ed|echo|open|xdg-open|ssh|sccache|ccache|-[\w=-]*|[a-z]*=\S*)$/;

/** Variables through which code gets into every program that starts, or every shell. */
const loading =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|ZDOTDIR|GIT_CONFIG_PARAMETERS|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|PERL5OPT|RUBYOPT|GIT_CONFIG_COUNT|GIT_CONFIG_(?:KEY|VALUE)_\d+|PYTHONSTARTUP|PERL5DB|BASH_FUNC_.*)$/;

export function isHarmlessCommand(text: string): boolean {
  return harmless.test(text);
}

/** Whether a value of this variable is a command line that does more than show text. */
export function isCommandVariable(name: string, value: string | null): boolean {
  if (optionVariables.has(name)) return value !== '';
  return commands.has(name) && (value === null || !harmless.test(value));
}

const nodeLoading = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)(?:\s|=|$)/;

export function isLoadingVariable(name: string, value: string | null): boolean {
  if (value === '' || value === '/dev/null') return false;
  if (name === 'NODE_OPTIONS') return value !== null && nodeLoading.test(value);
  // Without the user's own settings there are fewer surprises, not more.
  if (/^GIT_CONFIG_(?:GLOBAL|SYSTEM)$/.test(name)) return true;
  return loading.test(name);
}
