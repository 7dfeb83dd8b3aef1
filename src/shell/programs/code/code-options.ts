import { optionValues, withoutStart } from '../../options.ts';
import type { ProgramReader } from '../../walk/call.ts';

/** Options whose value is a command line, by program. */
const rows: readonly (readonly [names: string, options: RegExp])[] = [
  [
    'tar gtar bsdtar',
    /^(?:-I|-F|--to-command|--use-compress-program|--info-script|--new-volume-script|--rsh-command)$/,
  ],
  ['zip', /^(?:-TT|--unzip-command)$/],
  ['rsync', /^(?:-e|--rsh|--rsync-path)$/],
  ['scp sftp', /^-S$/],
  ['rg', /^--(?:pre|hostname-bin)$/],
  ['sort gsort', /^--compress-program$/],
  ['split gsplit', /^--filter$/],
  ['man', /^(?:-P|--pager|-H|--html)$/],
  ['less', /^(?:-P|--)$/],
  ['wget', /^--use-askpass$/],
  ['nc netcat ncat', /^(?:-e|-c|--exec|--sh-exec|--lua-exec)$/],
  ['cargo', /^--(?:exec|runner)$/],
  ['go', /^-?-(?:exec|toolexec)$/],
  ['entr', /^-s$/],
  ['ansible', /^(?:-a|--args)$/],
  ['gcc g++ cc c++ clang', /^-wrapper$/],
  ['borg restic rclone', /^--(?:password-command|rsh|command|sftp-ssh|sftp.command)$/],
];

export const codeOptions: ReadonlyMap<string, RegExp> = new Map(
  rows.flatMap(([names, options]) => names.split(' ').map((name): [string, RegExp] => [name, options])),
);

/** Runs the command lines that a program is given in its options. */
export const runCodeOptions: ProgramReader = ({ name, words, frame, reader, command }) => {
  const option = codeOptions.get(name);
  const inner = { ...frame, via: [...frame.via, { name, wraps: 'shell' as const }] };
  const codes = option === undefined ? [] : [...optionValues(words, option)];
  for (const word of words) {
    const [first] = word.pieces;
    const text = first?.kind === 'text' ? first.text : '';
    const prefix = prefixes.find(([own, start]) => own.test(name) && start.test(text))?.[1];
    const start = prefix === undefined ? undefined : prefix.exec(text)?.[0];
    if (start !== undefined) codes.push(withoutStart(word, start.length));
  }
  for (const code of codes) {
    command.wraps = 'shell';
    reader.runCode(code, inner, { dialect: 'posix', isSame: false });
  }
  return undefined;
};

/** Words that hold a command line behind what they begin with. */
const prefixes: readonly (readonly [program: RegExp, start: RegExp])[] = [
  [/tar$/, /^(?:--checkpoint-action=)?exec=/],
  [
    /^(?:ssh|scp|sftp|sshfs|autossh|rsync)$/,
    /^(?:-o)?\s*(?:proxycommand|localcommand|knownhostscommand|remotecommand)\s*[= ]\s*/i,
  ],
  [/^socat$/, /^(?:exec|system|shell):/i],
  [/^g?make$/, /^SHELL=/],
];

export const prefixedPrograms: readonly string[] =
  'tar gtar bsdtar ssh scp sftp sshfs autossh rsync socat make gmake'.split(' ');
