/** Programs to which no word is a path. */
export const withoutPaths: ReadonlySet<string> = new Set(
  (
    'echo printf true false pwd date sleep whoami id uname hostname seq expr test [ [[ ]] which type wait exit return break ' +
    'continue shift let : ulimit umask jobs yes basename dirname tput clear nproc uptime ps df free tr unset set hash times ' +
    'kill read getopts'
  ).split(' '),
);

/** Programs that only read what they are told to. */
export const readers: ReadonlySet<string> = new Set(
  (
    'cat head tail less more wc cut nl tac od hexdump strings file stat ls dir tree du diff cmp comm md5sum sha1sum ' +
    'sha224sum sha256sum sha384sum sha512sum cksum sum base64 readlink realpath rev fold column paste join fmt expand ' +
    'unexpand jq grep egrep fgrep rg ag find sort uniq xxd awk gawk mawk nawk sed'
  ).split(' '),
);

/** Programs whose words are what they write. */
export const writers: ReadonlySet<string> = new Set(
  'touch mkdir truncate tee chmod chown chgrp mkfifo mknod fallocate split csplit ln'.split(' '),
);

export const deleters: ReadonlySet<string> = new Set('rm rmdir unlink shred'.split(' '));

/** Programs that read their words but for the last, which they write. */
export const copiers: ReadonlySet<string> = new Set('cp install rsync scp'.split(' '));

/** Programs that run the words behind them as a command. */
export const wrappers: ReadonlySet<string> = new Set(
  'command builtin exec nohup time nice env sudo doas setsid timeout'.split(' '),
);

export const shells: ReadonlySet<string> = new Set('sh bash zsh dash ksh ash fish'.split(' '));

export const interpreters: RegExp =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|osascript|tclsh|Rscript)$/;

/** Programs that run commands which are not to be seen here. */
export const opaque: ReadonlySet<string> = new Set(
  (
    'eval xargs parallel trap alias su chroot unshare nsenter at batch crontab mount umount systemd-run watch script expect ' +
    'vi vim nvim emacs nano ed ex gdb pushd popd dirs enable bind complete fc mapfile readarray coproc select case function ' +
    'busybox toybox ssh exec_command'
  ).split(' '),
);

/** Words of the shell that a command may follow. */
export const leaders: ReadonlySet<string> = new Set(
  'if then else elif fi do done while until ! { } esac'.split(' '),
);

/** Variables that change what a command line means. */
export const decisive: RegExp =
  /^(?:PATH|CDPATH|IFS|ENV|BASH_\w+|SHELLOPTS|PROMPT_COMMAND|PS\d|LD_\w+|DYLD_\w+|HOME|OLDPWD|PWD|GIT_\w+|NODE_OPTIONS|PYTHON\w+|PERL5?\w*|RUBYOPT)$/;
