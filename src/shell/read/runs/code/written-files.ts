import { lookUp } from '../../../../engine/values/look-up.ts';
import type { Card } from '../../../programs/card.ts';
import { cardOf } from '../../../programs/cards.ts';
import { spelling } from '../../queries.ts';
import type { ShellWord } from '../../reading.ts';
import { type Call, type CodeOptions, through } from '../../state/frame.ts';
import { fileName } from '../../state/line-files.ts';
import { textWord, unknownWord } from '../../words.ts';

/** Runs a program that is a file which the line itself has written: in a folder of PATH, by its bare name. */
export function runWritten(call: Call): void {
  const { program, words, frame } = call;
  const { reader } = frame;
  reader.files.run(program);
  if (program.value?.includes('/') === true) noteEarlier(call, program);
  for (const text of reader.files.textsIn(program)) {
    if (text === null) {
      reader.doubt('command', `${program.source}, which the line itself writes`, program.span);
      continue;
    }
    const name = interpreterName(text);
    const card = cardOf(name);
    if (card?.language !== undefined) addCode(call, card.language, textWord(text, program));
    else runText(call, text, { dialect: card?.dialect ?? 'posix', positional: words });
  }
}

export function addCode({ command }: Call, language: string, ...texts: readonly ShellWord[]): void {
  command.code = [...command.code, ...texts.map((text) => ({ language, text }))];
}

function mayWrite(card: Card | null): boolean {
  const { language, changes, does, patches } = card ?? {};
  return language !== undefined || changes === 'packages' || does === 'finds' || patches === true;
}

/** Notes earlier commands that may have written into the file that runs now: they run code and name the file, as `sed -i` does. */
export function noteEarlier(call: Call, file: ShellWord): void {
  const name = fileName(spelling(file));
  if (name === '') return;
  for (const earlier of call.frame.reader.commands) {
    if (earlier === call.command || !mayWrite(earlier.card)) continue;
    const text = [...earlier.words.map(spelling), earlier.input ?? ''].join('\n');
    if (text.includes(name)) addCode(call, 'file', textWord(text, file));
  }
}

const endings: Readonly<Record<string, string>> = {
  cmake: 'cmake',
  js: 'javascript',
  py: 'python',
  rb: 'ruby',
  rs: 'code',
};

export function noteStartFiles(call: Call): void {
  const { card, program, frame } = call;
  if (card.startFiles === undefined) return;
  for (const [name, text] of frame.reader.files.textsLike(card.startFiles)) {
    const language = lookUp(endings, name.slice(name.lastIndexOf('.') + 1)) ?? card.language ?? 'file';
    addCode(call, language, lineFileWord(text, program));
  }
}

export function lineFileWord(text: string | null, place: ShellWord): ShellWord {
  return text === null ? unknownWord('input', place.span, false) : textWord(text, place);
}

function interpreterName(text: string): string {
  if (!text.startsWith('#!')) return 'sh';
  const [line = ''] = text.slice(2).split('\n', 1);
  const words = line.trim().split(/\s+/);
  const [first, second] = words.filter((word) => !word.startsWith('-')).map(fileName);
  return (cardOf(first ?? '')?.runs === 'environment' ? second : first) ?? 'sh';
}

export function runText({ name, program, frame, command }: Call, text: string, options: CodeOptions): void {
  command.wraps = 'shell';
  frame.reader.runCode(textWord(text, program), through(frame, name), options);
}
