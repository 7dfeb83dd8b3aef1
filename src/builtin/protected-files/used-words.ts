import { lookUp } from '../../engine/values/look-up.ts';
import { readShell } from '../../shell/read-shell.ts';
import type { ShellCommand, ShellReading, ShellWord } from '../../shell/reading.ts';
import { settledWords, type UsePlace } from './found-words.ts';

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
  const settle = (word: ShellWord): readonly ShellWord[] => settledWords(word, command, reading, place);
  const redirections = command.redirections.flatMap((redirection) =>
    redirection.target === null
      ? [redirection]
      : settle(redirection.target).map((target) => ({ ...redirection, target })),
  );
  if (onlyLooks(command) || isLoading(command, reading))
    return { ...command, redirections, kind: 'syntax', words: [] };
  const { name, words } = command;
  const fed =
    name === 'xargs' ? words.filter((_, at) => /^(?:-a|--arg-file)$/.test(words[at - 1]?.value ?? '')) : [];
  if (fed.length > 0) return { ...command, redirections, name: 'cat', words: fed };
  const isCopying = /^(?:docker|podman|kubectl)$/.test(name) && words[0]?.value === 'cp';
  const own = withoutLoaded(name, isCopying ? words.slice(1) : words).flatMap(settle);
  return { ...command, redirections, name: isCopying ? 'cp' : name, words: own };
}

/** They show variables, or send them. */
const showing =
  /^(?:env|printenv|declare|typeset|export|compgen|echo|printf|cat|tee|curl|wget|nc|logger|python\d?|node|perl|ruby|jq|base64)$/;

/** `source .env` only loads it, where nothing in the line shows a variable. */
function isLoading({ name }: ShellCommand, { commands, doubts }: ShellReading): boolean {
  if ((name !== 'source' && name !== '.') || doubts.length > 0) return false;
  return !commands.some((command) => {
    if (command.name === 'set') return command.words.length === 0;
    if (!showing.test(command.name)) return false;
    const isBare = /^(?:env|printenv|declare|typeset|export|compgen)$/.test(command.name);
    const all = [...command.words, ...command.redirections.flatMap(({ text }) => text ?? [])];
    return isBare || command.code.length > 0 || all.some(({ value }) => value === null);
  });
}

function onlyLooks({ name, words }: ShellCommand): boolean {
  if (name === 'openssl') return openssl.test(words[0]?.value ?? '');
  if (name === 'find' || name === 'fd') return !words.some(({ value }) => value === '-delete');
  if (name === 'git') return unstages(words);
  return looking.has(name);
}

/** `git restore --staged FILE` changes what is to be committed, not the file. */
function unstages(words: readonly ShellWord[]): boolean {
  const [sub, ...rest] = words.map(({ value }) => value);
  const options = rest.filter((value) => value === null || value.startsWith('-'));
  return (
    sub === 'restore' &&
    options.some((option) => option === '--staged' || option === '-S') &&
    options.every((option) => option !== null && /^(?:--staged|-S|--quiet|-q|--)$/.test(option))
  );
}

function withoutLoaded(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const isLoaded = (option: string): boolean =>
    loadedOption.test(option) || lookUp(loadedShort, name)?.test(option) === true;
  return words.filter(({ value }, at) => {
    const option = value?.split('=', 1)[0] ?? '';
    if (value?.includes('=') === true && isLoaded(option)) return false;
    return !isLoaded(words[at - 1]?.value ?? '');
  });
}
