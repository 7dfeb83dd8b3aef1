/** Shells that read a line as it is read here. */
export const shells: ReadonlySet<string> = new Set('sh bash dash ash'.split(' '));

export const interpreters: RegExp =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|osascript|tclsh|Rscript)$/;

/** What runs commands that are not to be seen here, or changes how the shell reads the rest. */
export const opaque: ReadonlySet<string> = new Set(
  (
    'parallel alias unalias su chroot unshare nsenter at batch crontab mount umount systemd-run watch script bwrap firejail proot ' +
    'expect vi vim nvim emacs nano ed ex gdb dirs enable bind complete compgen compopt fc coproc busybox toybox ssh entr ' +
    'exec_command let getopts shopt caller disown fg bg help history logout suspend emulate setopt ' +
    'unsetopt autoload zmodload zle zpty vared noglob nocorrect print integer float rehash chdir where whence zsh ksh fish ' +
    'csh tcsh pwsh powershell cmd repeat watchexec'
  ).split(' '),
);

/** Programs that run a command in a container, where paths are other paths. */
export const containerPrograms: ReadonlySet<string> = new Set(
  'docker podman nerdctl docker-compose podman-compose kubectl oc k'.split(' '),
);

/** Where the system keeps its own programs. */
export const systemFolders: ReadonlySet<string> = new Set(['/bin', '/usr/bin', '/sbin', '/usr/sbin']);
