import { readShell } from '../../shell/read-shell.ts';
import type { Piece, ShellCommand, ShellReading, ShellWord } from '../../shell/reading.ts';
import { foundWords, type UsePlace } from './found-words.ts';

/** They list names and facts about files, or change who may open them: nobody sees or changes what is in the files. */
const looking: ReadonlySet<string> = new Set(
  'ls dir vdir exa eza stat file tree du df readlink realpath basename dirname chmod chown chgrp chattr lsattr getfacl setfacl ssh-add ssh-keygen ssh-copy-id which npm npx yarn pnpm'.split(
    ' ',
  ),
);

/** Options of any program with a file that the program loads for itself. Running such a program is ordinary work. */
const loadedOption =
  /^--?(?:env-?_?file|dotenv|envfile|from-env-file|secret-file|identity-file|private-key|ssl-?(?:key|cert|ca)(?:file)?|tls-?(?:key|cert|cacert)|(?:ca|client-)?(?:cert|key)(?:ificate)?(?:-?file)?|keyout|kubeconfig|netrc-file|userconfig)$/;
/** The same under short names, by program. */
const loadedShort: Readonly<Record<string, RegExp>> = {
  scp: /^-[iF]$/,
  sftp: /^-[iF]$/,
  rsync: /^-e$/,
  mosh: /^--ssh$/,
  dotenv: /^-[ef]$/,
  dotenvx: /^-f$/,
  'env-cmd': /^-f$/,
  foreman: /^-e$/,
  honcho: /^-e$/,
  curl: /^-E$/,
};
/** What openssl does with keys that shows none of them. */
const openssl = /^(?:x509|req|verify|s_client|s_server|crl|ca|genrsa|genpkey|ecparam|dhparam|rand|version)$/;

/** The line, with only those words in its commands that name what the agent itself would read or change. */
export function readUsed(line: string, place: UsePlace): ShellReading {
  const reading = readShell(line);
  return { ...reading, commands: reading.commands.map((command) => used(command, reading, place)) };
}

function used(command: ShellCommand, reading: ShellReading, place: UsePlace): ShellCommand {
  const redirections = command.redirections.map((redirection) =>
    redirection.target === null ? redirection : { ...redirection, target: atHome(redirection.target) },
  );
  if (onlyLooks(command)) return { ...command, redirections, kind: 'syntax', words: [] };
  const { name, words } = command;
  const isCopying = /^(?:docker|podman|kubectl)$/.test(name) && words[0]?.value === 'cp';
  const own = foundWords(command, withoutLoaded(name, isCopying ? words.slice(1) : words), reading, place);
  return { ...command, redirections, name: isCopying ? 'cp' : name, words: own.map(atHome) };
}

function onlyLooks({ name, words }: ShellCommand): boolean {
  if (name === 'openssl') return openssl.test(words[0]?.value ?? '');
  if (name === 'find' || name === 'fd') return !words.some(({ value }) => value === '-delete');
  return looking.has(name);
}

function withoutLoaded(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const isLoaded = (option: string): boolean =>
    loadedOption.test(option) || loadedShort[name]?.test(option) === true;
  return words.filter(({ value }, at) => {
    const option = value?.split('=', 1)[0] ?? '';
    if (value?.includes('=') === true && isLoaded(option)) return false;
    return !isLoaded(words[at - 1]?.value ?? '');
  });
}

/** `$HOME` is the home folder, and what `mktemp` makes is nobody's. */
function atHome(word: ShellWord): ShellWord {
  if (word.value !== null) return word;
  const pieces = word.pieces.map((piece): Piece => {
    if (piece.kind !== 'unknown') return piece;
    if (piece.from === 'variable' && piece.name === 'HOME') return { kind: 'tilde', user: '' };
    if (piece.from === 'variable' && piece.name === 'PWD') return { kind: 'text', text: '.' };
    return /\bmktemp\b/.test(piece.source) ? { kind: 'text', text: '/tmp/made-by-mktemp' } : piece;
  });
  return { ...word, pieces, choices: word.choices.map(atHome) };
}
