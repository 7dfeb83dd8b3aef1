import { optionValues } from '../../options.ts';
import { spelling } from '../../queries.ts';
import type { ShellWord } from '../../reading.ts';
import type { Frame } from '../../state/frame.ts';
import type { Call, ProgramReader } from '../../state/program-call.ts';
import { joinedWords, knownStart, textWord } from '../words.ts';
import { runFile, runInput } from './run-file.ts';

function inner({ name, frame }: Call): Frame {
  return { ...frame, via: [...frame.via, { name, wraps: 'shell' }] };
}

/** `at` and `batch` run later what they read now. */
export const at: ProgramReader = (call) => {
  for (const file of optionValues(call.words, /^-f$/)) {
    runFile(call, inner(call), file, { dialect: 'posix', positional: [] });
    return undefined;
  }
  if (call.words.some((word) => /^-[cdlrV]/.test(knownStart(word)))) return undefined;
  call.command.wraps = 'shell';
  runInput(call, inner(call), { dialect: 'posix', positional: [] });
  return undefined;
};

/** `crontab -`: each line is a time and a command. */
export const crontab: ProgramReader = (call) => {
  const { words, frame, reader, command } = call;
  const operands = words.filter((word) => !/^-./.test(knownStart(word)));
  const isAsking = words.some((word) => /^-[a-z]*[elr]/.test(knownStart(word)));
  const [file] = operands;
  if (isAsking) return undefined;
  command.wraps = 'shell';
  const { input } = frame;
  const read = input.kind === 'text' && !input.isShared ? input.text : null;
  const texts = file === undefined || file.value === '-' ? [read] : reader.files.textsIn(file);
  if (texts.includes(null))
    reader.doubt('command', 'crontab sets what it reads from its input', command.span);
  for (const line of texts.flatMap((text) => text?.split('\n') ?? [])) {
    const code = /^\s*(?:@\w+|(?:[^\s#=]+\s+){4}[^\s#]+)\s+(.*)$/.exec(line)?.[1];
    const word = textWord(code ?? '', { source: '', span: command.span });
    if (code !== undefined) reader.runCode(word, inner(call), { dialect: 'posix', isSame: false });
  }
  return undefined;
};

const tmuxCommands =
  /^(?:new|new-session|neww|new-window|splitw|split-window|respawnp|respawn-pane|respawnw|respawn-window|run|run-shell|pipep|pipe-pane|send|send-keys|popup|display-popup)$/;

/** Commands of tmux that take others of its own, or settings that are commands. */
const tmuxOpaque =
  /^(?:if|if-shell|set-hook|source|source-file|bind|bind-key|confirm|confirm-before|command-prompt|-f.*)$|^(?:default-command|default-shell|editor|copy-command|lock-command)$/;

/** `tmux new-session 'command' \\; split-window 'other'`: commands, or keys that are typed into a shell. */
export const tmux: ProgramReader = (call) => {
  const { words, reader, command } = call;
  const parts = partsOf(words);
  for (const [at, part] of parts.entries()) {
    const start = at === 0 ? part.findIndex(({ value }) => tmuxCommands.test(value ?? '')) : 0;
    const own = part[start];
    if (own === undefined) continue;
    if (!tmuxCommands.test(own.value ?? '')) {
      if (part.some(({ value }) => tmuxOpaque.test(value ?? ''))) sayOpaque(call);
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
    reader.runCode(joinedWords(typed), inner(call), { dialect: 'posix', isSame: false });
  }
  const first = parts[0] ?? [];
  for (const code of optionValues(first.slice(0, 6), /^-c$/))
    if (!first.some(({ value }) => tmuxCommands.test(value ?? '')))
      reader.runCode(code, inner(call), { dialect: 'posix', isSame: false });
  const isOpaque =
    words.some((word) => /#\(/.test(spelling(word))) ||
    first.some((word) => tmuxOpaque.test(knownStart(word)));
  if (isOpaque) sayOpaque(call);
  return undefined;
};

function sayOpaque({ reader, command }: Call): void {
  reader.doubt('command', 'tmux with commands in its own language', command.span);
}

/** The commands of tmux that a line gives it. */
function partsOf(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const parts: ShellWord[][] = [[]];
  for (const word of words) {
    if (word.value === ';') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}
