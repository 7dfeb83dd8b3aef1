import { spelling } from '../../queries.ts';
import type { ShellWord } from '../../reading.ts';
import { inputText, type ProgramReader, through } from '../../state/frame.ts';
import { joinedWords, knownStart, optionValues, textWord } from '../../words.ts';
import { runFile, runInput } from './run-file.ts';

/** `at` and `batch` run later what they read now. */
export const at: ProgramReader = (call) => {
  const { name, words, frame, command } = call;
  const [file] = optionValues(words, /^-f$/);
  if (file !== undefined) runFile(call, through(frame, name), file);
  else if (!words.some((word) => /^-[cdlrV]/.test(knownStart(word)))) {
    command.wraps = 'shell';
    runInput(call, through(frame, name));
  }
};

export const crontab: ProgramReader = ({ name, words, frame, command }) => {
  const { reader } = frame;
  if (words.some((word) => /^-[a-z]*[elr]/.test(knownStart(word)))) return;
  const [file] = words.filter((word) => !/^-./.test(knownStart(word)));
  command.wraps = 'shell';
  const isInput = file === undefined || file.value === '-';
  const texts = isInput ? [inputText(frame)] : reader.files.textsIn(file);
  if (texts.includes(null))
    reader.doubt('command', 'crontab sets what it reads from its input', command.span);
  for (const line of texts.flatMap((text) => text?.split('\n') ?? [])) {
    const code = /^\s*(?:@\w+|(?:[^\s#=]+\s+){4}[^\s#]+)\s+(.*)$/.exec(line)?.[1];
    if (code !== undefined)
      reader.runCode(textWord(code, { source: '', span: command.span }), through(frame, name));
  }
};

const tmuxCommands =
  /^(?:new|new-session|neww|new-window|splitw|split-window|respawnp|respawn-pane|respawnw|respawn-window|run|run-shell|pipep|pipe-pane|send|send-keys|popup|display-popup)$/;

const tmuxOpaque =
  /^(?:if|if-shell|set-hook|source|source-file|bind|bind-key|confirm|confirm-before|command-prompt|-f.*)$|^(?:default-command|default-shell|editor|copy-command|lock-command)$/;

/** `tmux new-session 'command' \\; split-window 'other'`: commands, or keys that are typed into a shell. */
export const tmux: ProgramReader = ({ name, words, frame, command }) => {
  const { reader } = frame;
  const inner = through(frame, name);
  const parts = tmuxParts(words);
  const [first = []] = parts;
  let isOpaque =
    words.some((word) => /#\(/.test(spelling(word))) ||
    first.some((word) => tmuxOpaque.test(knownStart(word)));
  for (const [place, part] of parts.entries()) {
    const start = place === 0 ? part.findIndex(({ value }) => tmuxCommands.test(value ?? '')) : 0;
    const started = part[start];
    if (started === undefined) continue;
    if (!tmuxCommands.test(started.value ?? '')) {
      isOpaque ||= part.some(({ value }) => tmuxOpaque.test(value ?? ''));
      continue;
    }
    const rest = part.slice(start + 1);
    const typed = rest.filter((word, index) => {
      const before = knownStart(rest[index - 1]);
      const isKey = /^(?:Enter|C-[a-z]|Escape|Tab|Space|BSpace)$/.test(word.value ?? '');
      return !isKey && !/^-/.test(knownStart(word)) && !/^-[a-zA-Z]*[bceFnstxyhwDTN]$/.test(before);
    });
    if (typed.length === 0) continue;
    command.wraps = 'shell';
    reader.runCode(joinedWords(typed), inner);
  }
  if (!first.some(({ value }) => tmuxCommands.test(value ?? '')))
    for (const code of optionValues(first.slice(0, 6), /^-c$/)) reader.runCode(code, inner);
  if (isOpaque) reader.doubt('command', 'tmux with commands in its own language', command.span);
};

function tmuxParts(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const parts: ShellWord[][] = [[]];
  for (const word of words) {
    if (word.value === ';') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}
