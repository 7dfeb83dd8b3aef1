import { optionValues, withoutStart } from '../../options.ts';
import type { ShellWord } from '../../reading.ts';
import type { ProgramReader } from '../../state/program-call.ts';
import { isHarmlessCommand } from '../../tables/variables.ts';
import { knownStart, textWord } from '../words.ts';

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
  ['just', /^(?:-c|--command)$/],
  ['fzf sk', /^--(?:preview|bind)$/],
  ['dpkg', /^--(?:pre-invoke|post-invoke|status-logger)$/],
  ['borg restic rclone', /^--(?:password-command|rsh|command|sftp-ssh|sftp.command)$/],
];

export const codeOptions: ReadonlyMap<string, RegExp> = new Map(
  rows.flatMap(([names, options]) => names.split(' ').map((name): [string, RegExp] => [name, options])),
);

/** Runs the command lines that a program is given in its options. */
export const runCodeOptions: ProgramReader = ({ name, words, frame, reader, command }) => {
  const option = codeOptions.get(name);
  const inner = { ...frame, via: [...frame.via, { name, wraps: 'shell' as const }] };
  const codes = option === undefined ? [] : [...optionValues(words.map(unshortened(name)), option)];
  for (const word of words) {
    const [first] = word.pieces;
    const text = first?.kind === 'text' ? first.text : '';
    const prefix = prefixes.find(([own, start]) => own.test(name) && start.test(text))?.[1];
    const start = prefix === undefined ? undefined : prefix.exec(text)?.[0];
    if (start !== undefined) codes.push(withoutStart(word, start.length));
  }
  // `gcc -wrapper program,argument`
  for (const word of optionValues(words, /^-wrapper$/)) {
    command.wraps = 'plain';
    reader.run(
      (word.value ?? '').split(',').map((text) => textWord(text, word)),
      inner,
    );
  }
  for (const code of codes) {
    if (isHarmlessCommand(code.value ?? '-?')) continue;
    command.wraps = 'shell';
    reader.runCode(code, inner, { dialect: 'posix', isSame: false });
  }
  return undefined;
};

/** Long options that may be shortened: GNU programs take the beginning of one for all of it. */
const shortened: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['tar gtar', '--to-command --use-compress-program --info-script --new-volume-script --rsh-command'],
    ['split gsplit', '--filter'],
    ['sort gsort', '--compress-program'],
    ['man', '--pager --html'],
    ['rsync', '--rsh --rsync-path'],
  ].flatMap(([names = '', options = '']) =>
    names.split(' ').map((name): [string, readonly string[]] => [name, options.split(' ')]),
  ),
);

function unshortened(program: string): (word: ShellWord) => ShellWord {
  const options = shortened.get(program) ?? [];
  return (word) => {
    const [given = ''] = /^--[a-z][a-z-]*/.exec(knownStart(word)) ?? [];
    const whole = given === '' ? undefined : options.find((option) => option.startsWith(given));
    if (whole === undefined || whole === given) return word;
    const rest = withoutStart(word, given.length);
    const [first, ...others] = rest.pieces;
    const text = whole + (first?.kind === 'text' ? first.text : '');
    const value = rest.value === null ? null : whole + rest.value;
    return { ...word, value, pieces: [{ kind: 'text', text }, ...others] };
  };
}

/** Words that hold a command line behind what they begin with. */
const prefixes: readonly (readonly [program: RegExp, start: RegExp])[] = [
  [/tar$/, /^(?:--checkpoint-a[a-z]*=)?exec=/],
  [
    /^(?:ssh|scp|sftp|sshfs|autossh|rsync)$/,
    /^(?:-o)?\s*(?:proxycommand|localcommand|knownhostscommand|remotecommand)\s*[= ]\s*/i,
  ],
  [
    /^(?:apt|apt-get|aptitude)$/,
    /^(?:-o)?(?:\w+::)+(?:pre|post)-(?:invoke|install-pkgs)(?:-success)?(?:::)?=/i,
  ],
  [/^hg$/, /^(?:--config=)?(?:alias|hooks|ui|merge-tools|extdiff)\.[\w.-]+=!?/],
  [/^gh$/, /^!/],
  [/^socat$/, /^(?:exec|system|shell):/i],
  [/^g?make$/, /^SHELL=/],
];

export const prefixedPrograms: readonly string[] =
  'tar gtar bsdtar ssh scp sftp sshfs autossh rsync socat hg gh make gmake apt apt-get aptitude gcc g++ cc c++ clang'.split(
    ' ',
  );
