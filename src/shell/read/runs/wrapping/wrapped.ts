import type { Card } from '../../../programs/card.ts';
import { expanderOf } from '../../output/output.ts';
import type { ShellWord } from '../../reading.ts';
import { type Call, type Frame, type ProgramReader, subshell, through } from '../../state/frame.ts';
import { noteVariable, splitAssignment } from '../../walk/assigned.ts';
import { joinedWords, textWord, unknownWord } from '../../words.ts';
import { runInput } from '../code/run-file.ts';
import { moved } from '../folders.ts';
import { type CommandStart, commandStart } from './command-start.ts';

/** Runs what a wrapper runs: the words behind its own, the code that it is given, or what it reads. */
export function runWrapped(
  call: Call,
  card: Card = call.card,
  words: readonly ShellWord[] = call.words,
): void {
  const { name, command, frame } = call;
  const { reader } = frame;
  const start = commandStart(card, words);
  const { flags, values } = start;
  if (runsNothing(card, flags)) return;
  const wraps = card.wraps ?? 'plain';
  command.wraps = wraps;
  if (!start.isSure)
    reader.doubt('command', `${name} with words that are only known at run time`, command.span);
  const inner = wrappedFrame(call, card, start);
  const codes = card.table.named('shell').flatMap((option) => values.get(option) ?? []);
  const entry = values.get('--entrypoint');
  const before = entry === undefined ? [] : [entry];
  const lists = start.starts.map((at) => [...before, ...words.slice(at)]);
  if (entry !== undefined && lists.length === 0) lists.push(before);
  const assignments = start.assignments.flatMap((word) => splitAssignment(word)?.shown ?? []);
  for (const assignment of assignments) noteVariable(assignment, inner);
  const isLogin = wraps === 'user' && ['-s', '-i', '--shell', '--login'].some((flag) => flags.has(flag));
  for (const list of lists) {
    const added = card.addsWords === true ? [unknownWord('input', command.span, true)] : [];
    if (card.takes === 'each') codes.push(...list);
    else if (card.takes === 'joined') codes.push(joinedWords(list));
    else reader.run([...list, ...added], inner, { assignments });
    // `sudo -s` and `sudo -i` give the words to a shell.
    if (isLogin) codes.push(joinedWords(list));
  }
  for (const code of codes) reader.runCode(code, inner);
  // Where an option asks for a shell, there is none without it.
  const isShell = wraps !== 'user' || isLogin || !card.table.read('-s').isKnown;
  if (lists.length === 0 && codes.length === 0 && card.readsInput === true && isShell) runInput(call, inner);
}

export function runsNothing({ idle = [] }: Card, flags: ReadonlySet<string>): boolean {
  return idle.some((flag) => flags.has(flag));
}

function wrappedFrame(
  { name, card, frame }: Call,
  wrapper: Card,
  { values, assignments }: CommandStart,
): Frame {
  const outer = card.inShell === true ? frame : subshell(frame);
  const { state } = outer.shell;
  for (const word of assignments) {
    const assignment = splitAssignment(word);
    if (assignment === null) continue;
    state.assign(assignment.name, assignment.value);
    state.export(assignment.name);
  }
  for (const option of wrapper.table.named('folder')) {
    const folder = values.get(option);
    if (folder !== undefined) state.folders = moved(state.folders, folder);
  }
  if (wrapper.wraps === 'place') state.folders = [null];
  return through(outer, name, wrapper.wraps ?? 'plain');
}

export const env: ProgramReader = (call) => {
  const { values, places } = commandStart(call.card, call.words);
  const option = ['-S', '--split-string'].find((name) => values.has(name)) ?? '';
  const text = values.get(option);
  if (text === undefined) {
    runWrapped(call);
    return;
  }
  const rest = call.words.slice((places.get(option) ?? 0) + 1);
  for (const words of splitWords(text, call)) runWrapped(call, call.card, [...words, ...rest]);
};

function splitWords(text: ShellWord, { frame }: Call): readonly (readonly ShellWord[])[] {
  const { reader } = frame;
  if (text.value === null) {
    reader.doubt('command', 'env with a text that is only known at run time', text.span);
    return [];
  }
  const { nodes, problems } = reader.parse(text.value, () => text.span);
  const [node] = nodes;
  const isPlain = problems.length === 0 && nodes.length === 1 && node?.kind === 'simple';
  if (!isPlain || node.redirects.length > 0 || /[\\$#]/.test(text.value))
    reader.doubt('command', 'env with a text that it takes apart in its own way', text.span);
  if (node?.kind !== 'simple') return [];
  const assigned = node.assignments.map((assignment) => textWord(assignment.source, assignment));
  return expanderOf(frame)
    .words(node.words)
    .map((words) => [...assigned, ...words]);
}
