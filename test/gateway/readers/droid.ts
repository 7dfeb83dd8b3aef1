import { isObject } from '../../../src/engine/values/shapes.ts';
import { broken, filled, goesAhead, type Reader, type Reading } from './reading.ts';

const blocking = ['PreToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact'];

export const readAsDroid: Reader = (call, { stdout, stderr, exitCode }) => {
  const { eventName } = call;
  const isStop = eventName.endsWith('Stop');
  if (exitCode === 2 && blocking.includes(eventName)) return { ...goesAhead, held: !isStop, goesOn: isStop };
  if (exitCode !== 0) return { ...broken(`exit code ${exitCode}`), notice: stderr };
  if (stdout === '') return goesAhead;
  const answer: unknown = JSON.parse(stdout);
  if (!isObject(answer)) return broken('no object');
  const { systemMessage } = answer;
  return {
    ...goesAhead,
    ...effects(eventName, answer, call.tool?.input ?? {}),
    notice: typeof systemMessage === 'string' ? systemMessage : null,
  };
};

function effects(
  event: string,
  answer: Readonly<Record<string, unknown>>,
  old: Readonly<Record<string, unknown>>,
): Partial<Reading> {
  const { decision, reason, hookSpecificOutput: inner } = answer;
  const specific = isObject(inner) ? inner : {};
  const { permissionDecision, additionalContext, updatedInput } = specific;
  const context = typeof additionalContext === 'string' ? additionalContext : null;
  const stops = answer['continue'] === false;
  switch (event) {
    case 'PreToolUse':
      return {
        held: permissionDecision === 'deny' || stops,
        ends: stops,
        // Fields that the rewrite leaves out stay.
        replaced: isObject(updatedInput) ? { ...old, ...updatedInput } : undefined,
      };
    case 'PostToolUse':
      // The run ends, so the model never reads the output.
      return { hidden: stops, ends: stops, context };
    case 'UserPromptSubmit':
      return { held: (decision === 'block' && filled(reason)) || stops, ends: stops, context };
    case 'Stop':
    case 'SubagentStop':
      return { goesOn: decision === 'block' && filled(reason) && !stops, ends: stops };
    default:
      return event === 'SessionStart' ? { context } : {};
  }
}
