import { dirname } from 'node:path';
import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { withoutStart } from '../../../shell/options.ts';
import { knownStart } from '../../../shell/programs/words.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import { subcommandIn } from '../../../shell/tables/subcommands.ts';
import type { JudgedCommand } from './call.ts';
import { refuseOptionNames } from './known-program.ts';
import { systemFolders } from './table.ts';
import { here, shown, withNumber } from './words.ts';

/** A program that nobody knows may read and write whatever it is given, and everything below where it runs. */
export function judgeUnknownProgram(call: JudgedCommand, words: readonly ShellWord[] = call.words): void {
  const { name, options, command } = call;
  const isReader = options.readers.has(name);
  const isTrusted = options.trusted.has(name);
  if (!options.allowOthers && !isReader && !isTrusted)
    throw new UnjudgeablePath(`${shown(name)}, which is not among the known commands`);
  const given = withoutTexts(call, words).map(withNumber);
  refuseOptionNames(call, given);
  const { program } = command;
  if (program?.value?.includes('/') === true && !isInstalled(program.value)) call.add('read', [program]);
  const paths = [
    ...given.filter((word) => !knownStart(word).startsWith('-')),
    ...given.flatMap(valuesIn),
  ].filter((word) => !isProse(word) && !isAddress(word));
  // An option of which only the beginning is known may be any option with any value.
  for (const word of given)
    if (knownStart(word).startsWith('-') && word.value === null) call.add('read', [word]);
  if (isReader) call.add('read', paths.length === 0 ? [here] : paths, { deep: true });
  else {
    call.add('write', paths, { isGuess: true });
    if (isTrusted) return;
    call.add('read', [here], { deep: true });
    call.add('write', [here], { deep: true });
  }
}

/** Whether a program is where those are that somebody installed for all. */
function isInstalled(path: string): boolean {
  const folder = dirname(path);
  return systemFolders.has(folder) || /^\/(?:usr\/local|opt\/homebrew)\/s?bin$/.test(folder);
}

/** A message rather than a path: long, with blanks, and without steps upward. */
function isProse({ value }: ShellWord): boolean {
  return value !== null && value.length > 200 && /\s/.test(value) && !/^[/~.]|\.\.\//.test(value);
}

/** Paths within words: `--file=/x`, `-f/x`, `of=x`, `host:/x`, `@/x`. */
function valuesIn(word: ShellWord): readonly ShellWord[] {
  if (isAddress(word)) return [];
  const text = knownStart(word);
  const starts = [...text.matchAll(/[@=:,+%!^](?=~?\/|\.)(?!\/\/)/g)].map(({ index }) => index + 1);
  const equals = text.indexOf('=');
  if (equals >= 0) starts.push(equals + 1);
  const attached = /^-[^-=]*?(?=[/~]|\.\.)/.exec(text);
  if (attached !== null) starts.push(attached[0].length);
  // What follows the known beginning, where a path may begin.
  if (word.value === null && /[@=:,+%!^]$/.test(text)) starts.push(text.length);
  return [...new Set(starts)]
    .slice(0, 20)
    .map((start) => withoutStart(word, start))
    .filter(({ value }) => value !== '');
}

function isAddress(word: ShellWord): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(knownStart(word));
}

/** Options whose value is text that no version of the program takes for a path, by program and subcommand. */
const textOptions: readonly (readonly [program: string, subcommands: RegExp, options: RegExp])[] = [
  [
    'git',
    /^(?:commit|tag|merge|notes|stash|revert)$/,
    /^(?:-[aqsvn]*m|--message|--author|--date|--trailer)$/,
  ],
  [
    'git',
    /^(?:log|shortlog|rev-list|show|reflog|whatchanged)$/,
    /^(?:--(?:since|until|after|before|author|grep|format|pretty|date)|-[SGn])$/,
  ],
  ['gh', /./, /^(?:-t|-b|--title|--body|--message|--json|--jq|--label|--assignee|--reviewer|--search)$/],
  [
    'curl',
    /./,
    /^(?:-X|-A|-u|-m|--request|--user-agent|--user|--max-time|--retry|--retry-delay|--connect-timeout|--data-raw|--header|-H)$/,
  ],
  ['docker', /./, /^(?:-e|--env|--name|--format|--filter|--build-arg|--label|-t|--tag)$/],
  ['npm', /^version$/, /^-m$/],
];

/** The words of a call without those that are surely text. */
function withoutTexts(call: JudgedCommand, words: readonly ShellWord[]): readonly ShellWord[] {
  const { name } = call;
  const subcommand = subcommandIn(name, words)?.path[0] ?? '.';
  const isNaming = /^(?:git|gh|docker|podman|kubectl|npm)$/.test(name);
  const rows = textOptions.filter(
    ([program, subcommands]) => program === name && subcommands.test(subcommand),
  );
  if (rows.length === 0 && !isNaming) return words;
  const kept: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (isNaming && call.isReference(word)) continue;
    // A version of one's own is no path: `git tag "v$version"`.
    if (name === 'git' && /^(?:tag|branch|switch)$/.test(subcommand) && isNewName(word)) continue;
    kept.push(word);
    const [option = ''] = knownStart(word).split('=', 1);
    if (!rows.some(([, , options]) => options.test(option))) continue;
    const isAttached = knownStart(word).startsWith(`${option}=`) && option.startsWith('--');
    const value = isAttached ? word : words[at + 1];
    // `-H @file` reads the file.
    const isText =
      value !== undefined && !value.splits && (name !== 'curl' || /^[^@]/.test(knownStart(value)));
    if (isText && isAttached) kept.pop();
    if (isText && !isAttached) at += 1;
  }
  return kept;
}

/** A name that begins with letters, so that it is no option, whatever follows. */
function isNewName({ value, splits, pieces: [first] }: ShellWord): boolean {
  return value === null && !splits && first?.kind === 'text' && /^[A-Za-z]/.test(first.text);
}
