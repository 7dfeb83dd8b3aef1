/** Programs that run the words behind them as a command. */
export const wrappers: ReadonlySet<string> = new Set(
  'command builtin exec nohup time nice env sudo doas setsid timeout'.split(' '),
);

/** Shells that read a line as it is read here. */
export const shells: ReadonlySet<string> = new Set('sh bash dash ash'.split(' '));

export const interpreters: RegExp =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|osascript|tclsh|Rscript)$/;

/** What runs commands that are not to be seen here, or changes how the shell reads the rest. */
export const opaque: ReadonlySet<string> = new Set(
  (
    'eval xargs parallel trap alias unalias su chroot unshare nsenter at batch crontab mount umount systemd-run watch script ' +
    'expect vi vim nvim emacs nano ed ex gdb pushd popd dirs enable bind complete compgen compopt fc mapfile readarray coproc ' +
    'select case function busybox toybox ssh exec_command apply_patch applypatch let getopts shopt caller disown fg bg help ' +
    'history logout suspend emulate setopt unsetopt autoload zmodload zle zpty vared noglob nocorrect print integer float ' +
    'rehash chdir where whence zsh ksh fish csh tcsh pwsh powershell cmd'
  ).split(' '),
);

/** Words of the shell that a command may follow. */
export const leaders: ReadonlySet<string> = new Set(
  'if then else elif fi do done while until ! { } esac'.split(' '),
);

/** Where the system keeps its own programs. */
export const systemFolders: ReadonlySet<string> = new Set(['/bin', '/usr/bin', '/sbin', '/usr/sbin']);
