import { isObject } from '../../../src/engine/values/shapes.ts';
import { broken, filled, goesAhead, type Reader, type Reading } from './reading.ts';

const blocking = ['PreToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop'];

export const readAsQwen: Reader = ({ eventName }, { stdout, stderr, exitCode }) => {
  const isStop = eventName.endsWith('Stop');
  if (exitCode === 2 && blocking.includes(eventName) && stderr.trim() !== '')
    return { ...goesAhead, held: !isStop, goesOn: isStop };
  if (exitCode !== 0) return { ...broken(`exit code ${exitCode}`), notice: stderr };
  if (stdout === '') return goesAhead;
  const answer: unknown = JSON.parse(stdout);
  if (!isObject(answer)) return broken('no object');
  const { systemMessage } = answer;
  return {
    ...goesAhead,
    ...effects(eventName, answer),
    notice: typeof systemMessage === 'string' ? systemMessage : null,
  };
};

function effects(event: string, answer: Readonly<Record<string, unknown>>): Partial<Reading> {
  const { decision, reason, stopReason, hookSpecificOutput: inner } = answer;
  const specific = isObject(inner) ? inner : {};
  const { permissionDecision, permissionDecisionReason, additionalContext, decision: asked } = specific;
  const context = typeof additionalContext === 'string' ? additionalContext : null;
  const stops = answer['continue'] === false;
  switch (event) {
    case 'PreToolUse':
      return {
        held: (permissionDecision === 'deny' && filled(permissionDecisionReason)) || stops,
        asked: permissionDecision === 'ask',
      };
    case 'PostToolUse':
      return { hidden: stops, replaced: stops ? stopReason : undefined, context: stops ? null : context };
    case 'PermissionRequest': {
      const { behavior, updatedInput } = isObject(asked) ? asked : {};
      return { held: behavior === 'deny', replaced: updatedInput };
    }
    case 'UserPromptSubmit':
      return { held: (decision === 'block' && filled(reason)) || stops, ends: stops, context };
    case 'Stop':
    case 'SubagentStop':
      return { goesOn: decision === 'block' && filled(reason) };
    default:
      return event === 'SessionStart' || event === 'PostToolUseFailure' ? { context } : {};
  }
}
