import { isObject } from '../../../src/engine/values/shapes.ts';
import { broken, goesAhead, type Reader } from './reading.ts';

/** What hookline's plugin has Cline do. */
export const readAsCline: Reader = ({ eventName }, { stdout, stderr, exitCode }) => {
  const isOutput = eventName === 'afterTool';
  if (exitCode !== 0) {
    if (eventName.startsWith('afterRun') || eventName.includes('subagent'))
      return { ...broken(`exit code ${exitCode}`), notice: stderr };
    return { ...goesAhead, held: !isOutput, hidden: isOutput };
  }
  if (stdout === '') return goesAhead;
  const answer: unknown = JSON.parse(stdout);
  if (!isObject(answer)) return broken('no object');
  const { skip, stop, input, output, appendContext } = answer;
  const ends = stop === true;
  return {
    ...goesAhead,
    held: !isOutput && (skip === true || ends),
    ends,
    hidden: isOutput && (ends || typeof output === 'string'),
    replaced: isOutput ? output : input,
    context: typeof appendContext === 'string' ? appendContext : null,
  };
};
