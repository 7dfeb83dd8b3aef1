import { optionValues } from '../../options.ts';
import type { Frame } from '../../state/frame.ts';
import type { ProgramReader } from '../../state/program-call.ts';
import { runWrapped } from '../wrapping/wrapped.ts';
import { runInput } from './run-file.ts';

/** `su` and `runuser` take their options before and behind the user. */
export const su: ProgramReader = (call) => {
  const { name, words, frame, reader, command } = call;
  const codes = optionValues(words, /^(?:-[a-z]*c|--command|--session-command)$/);
  const isCommand = words.some(({ value }) => /^(?:-u|--user)/.test(value ?? ''));
  if (isCommand) runWrapped(call);
  command.wraps = 'user';
  const inner: Frame = { ...frame, via: [...frame.via, { name, wraps: 'user' }] };
  for (const code of codes) reader.runCode(code, inner, { dialect: 'posix', isSame: false });
  const isQuestion = words.some(({ value }) => /^--(?:help|version)$/.test(value ?? ''));
  if (!isCommand && codes.length === 0 && !isQuestion)
    runInput(call, inner, { dialect: 'posix', positional: [] });
  return undefined;
};
