import { anything, broken, filled, goesAhead, isExactly, type Reader, text } from './reading.ts';

/** hookline's own plugin for OpenCode does what the answer says, and throws where there is none that it knows. */
export const readAsOpencode: Reader = ({ eventName, tool }, { stdout, stderr, exitCode }) => {
  if (stdout === '')
    return exitCode === 0 ? goesAhead : { ...broken(`exit code ${exitCode}`), notice: stderr };
  const answer = JSON.parse(stdout);
  const fields = { 'throw?': filled, 'args?': anything, 'output?': text, 'append?': text };
  if (!isExactly(answer, fields)) return broken('the schema');
  const { throw: thrown, args, output, append } = answer;
  const isBefore = eventName === 'tool.execute.before' || eventName === 'chat.message';
  const canRewrite = eventName === 'tool.execute.before' && tool !== null && thrown === undefined;
  return {
    ...goesAhead,
    held: isBefore && thrown !== undefined,
    replaced: canRewrite ? args : eventName === 'tool.execute.after' ? output : undefined,
    hidden: eventName === 'tool.execute.after' && (output !== undefined || thrown !== undefined),
    context: append ?? null,
    notice: stderr === '' ? null : stderr,
  };
};
