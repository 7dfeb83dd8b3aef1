import { UnjudgeablePath } from '../../../files/follow-links.ts';
import type { ShellWord } from './words.ts';

/** Variables that change what a command line means, or what the programs in it read, load or run. */
const decisive =
  /^(?:_|ENV|IFS|PWD|OLDPWD|HOME|SHELL|VISUAL|TZ|OPTIND|TMOUT|FIGNORE|PS\d|(?:cd|f|man)?path)$|^(?:LESS|BASH|LD_|DYLD_|GIT_|PYTHON|PERL|RUBY|MALLOC|GCONV|NLS|HIST|MAIL|GLOB|EXEC|POSIX|ZDOT|TERMINFO|AWK|JQ_|GREP|TMP|TEMP|NODE_(?!ENV$)|NPM_)|PATH|OPTIONS|OPTS|FLAGS|RSH|PAGER|EDITOR|PRELOAD|PROMPT|COMMAND|ASKPASS|CONFIG|STARTUP|INIT/;

export function isDecisive(name: string): boolean {
  return decisive.test(name);
}

export function isAssignment({ text }: ShellWord): boolean {
  return /^[A-Za-z_]\w*(?:\[.*\])?\+?=/s.test(text);
}

/** Throws where a word sets such a variable, or an element of an array, whose place is a program of its own. */
export function refuseDecisive(words: readonly ShellWord[]): void {
  for (const { text } of words) {
    const name = /^\w+/.exec(text)?.[0] ?? '';
    if (isDecisive(name)) throw new UnjudgeablePath(`a command that changes ${name}`);
    if (text.startsWith(`${name}[`)) throw new UnjudgeablePath('a command that sets an element of an array');
  }
}
