import type { Card } from '../../../programs/card.ts';
import type { ShellWord } from '../../reading.ts';
import type { Frame } from '../../state/frame.ts';
import type { Call } from '../../state/program-call.ts';
import { noteVariable } from '../../walk/assigned.ts';
import { splitAssignment } from '../assignments.ts';
import { runInput } from '../code/run-file.ts';
import { moved } from '../folders.ts';
import { joinedWords, unknownWord } from '../words.ts';
import { type CommandStart, commandStart } from './command-start.ts';

/** Runs what a wrapper runs: the words behind its own, the code that it is given, or what it reads. */
export function runWrapped(
  call: Call,
  card: Card = call.card,
  words: readonly ShellWord[] = call.words,
): void {
  const { name, reader, command } = call;
  const found = commandStart(card, words);
  const { starts, isSure, flags, values, assignments } = found;
  if (runsNothing(card, flags)) return;
  const wraps = card.wraps ?? 'plain';
  command.wraps = wraps;
  if (!isSure) reader.doubt('command', `${name} with words that are only known at run time`, command.span);
  const inner = wrappedFrame(call, card, found);
  const codes = card.table.named('shell').flatMap((option) => values.get(option) ?? []);
  // `docker run --entrypoint sh image words…`
  const entry = values.get('--entrypoint');
  const lists = starts
    .map((start) => words.slice(start))
    .map((own) => (entry === undefined ? own : [entry, ...own]));
  if (entry !== undefined && lists.length === 0) lists.push([entry]);
  const shown = assignments.flatMap((word) => splitAssignment(word)?.shown ?? []);
  for (const assignment of shown) noteVariable(assignment, inner, reader);
  const run = (own: readonly ShellWord[]): void => reader.run(own, inner, { assignments: shown });
  const isLogin = wraps === 'user' && ['-s', '-i', '--shell', '--login'].some((flag) => flags.has(flag));
  for (const own of lists) {
    if (card.takes === 'each') codes.push(...own);
    else if (card.takes === 'joined') codes.push(joinedWords(own));
    else run(card.addsWords ? [...own, unknownWord('input', command.span, true)] : own);
    // `sudo -s` and `sudo -i` give the words to a shell.
    if (isLogin) codes.push(joinedWords(own));
  }
  for (const code of codes) reader.runCode(code, inner, { dialect: 'posix', isSame: false });
  // Where an option asks for a shell, there is none without it.
  const isShell = wraps !== 'user' || isLogin || !card.table.read('-s').isKnown;
  if (lists.length === 0 && codes.length === 0 && card.readsInput === true && isShell)
    runInput(call, inner, { dialect: 'posix', positional: [] });
}

/** Wrappers that are builtins of the shell, and run other builtins of the same shell. */
const ownShell = /^(?:command|builtin|noglob|nocorrect|-|repeat)$/;

/** Whether it is given an option with which it runs nothing. */
export function runsNothing({ idle = [] }: Card, flags: ReadonlySet<string>): boolean {
  return idle.some((flag) => flags.has(flag));
}

function wrappedFrame({ name, frame }: Call, card: Card, { values, assignments }: CommandStart): Frame {
  const shell = ownShell.test(name) ? frame.shell : { state: frame.shell.state.fork() };
  const { state } = shell;
  for (const word of assignments) {
    const assignment = splitAssignment(word);
    if (assignment === null) continue;
    state.assign(assignment.name, assignment.value);
    state.export(assignment.name);
  }
  for (const option of card.table.named('folder')) {
    const folder = values.get(option);
    if (folder !== undefined) state.folders = moved(state.folders, folder);
  }
  if (card.wraps === 'place') state.folders = [null];
  return { ...frame, shell, via: [...frame.via, { name, wraps: card.wraps ?? 'plain' }] };
}
