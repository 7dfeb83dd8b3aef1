import type { Frame } from '../../state/frame.ts';
import type { Call, ProgramReader } from '../../walk/call.ts';
import { joinedWords, knownStart, textWord } from '../words.ts';
import { runInput } from './run-file.ts';

function inner({ name, frame }: Call): Frame {
  return { ...frame, via: [...frame.via, { name, wraps: 'shell' }] };
}

/** `at` and `batch` run later what they read now. */
const at: ProgramReader = (call) => {
  const isAsking = call.words.some((word) => /^-(?:[cdlrV]|[a-z]*f)/.test(knownStart(word)));
  if (isAsking) return undefined;
  call.command.wraps = 'shell';
  runInput(call, inner(call), 'posix');
  return undefined;
};

/** `crontab -`: each line is a time and a command. */
const crontab: ProgramReader = (call) => {
  const { words, frame, reader, command } = call;
  const operands = words.filter((word) => !/^-./.test(knownStart(word)));
  const isAsking = words.some((word) => /^-[a-z]*[elr]/.test(knownStart(word)));
  if (isAsking || (operands.length > 0 && operands[0]?.value !== '-')) return undefined;
  command.wraps = 'shell';
  const { input } = frame;
  if (input.kind !== 'text' || input.isShared)
    reader.doubt('command', 'crontab sets what it reads from its input', command.span);
  if (input.kind !== 'text') return undefined;
  for (const line of input.text.split('\n')) {
    const code = /^\s*(?:@\w+|(?:[^\s#=]+\s+){4}[^\s#]+)\s+(.*)$/.exec(line)?.[1];
    const word = textWord(code ?? '', { source: '', span: command.span });
    if (code !== undefined) reader.runCode(word, inner(call), { dialect: 'posix', isSame: false });
  }
  return undefined;
};

const tmuxCommands =
  /^(?:new|new-session|neww|new-window|splitw|split-window|respawnp|respawn-pane|respawnw|respawn-window|run|run-shell|if|if-shell|pipep|pipe-pane|send|send-keys|popup|display-popup)$/;

/** `tmux new-session 'command'`: a command, or keys that are typed into a shell. */
const tmux: ProgramReader = (call) => {
  const { words, reader, command } = call;
  const start = words.findIndex(({ value }) => tmuxCommands.test(value ?? ''));
  if (start < 0) return undefined;
  const rest = words.slice(start + 1);
  const own = rest.filter((word, index) => {
    const before = knownStart(rest[index - 1]);
    return !/^-/.test(knownStart(word)) && !/^-[a-zA-Z]*[bceFnstxyhwDTN]$/.test(before);
  });
  const typed = own.filter(({ value }) => !/^(?:Enter|C-[a-z]|Escape|Tab|Space|BSpace)$/.test(value ?? ''));
  if (typed.length === 0) return undefined;
  command.wraps = 'shell';
  reader.runCode(joinedWords(typed), inner(call), { dialect: 'posix', isSame: false });
  return undefined;
};

export const schedulerHandlers: readonly (readonly [string, ProgramReader])[] = [
  ['at', at],
  ['batch', at],
  ['crontab', crontab],
  ['tmux', tmux],
];
