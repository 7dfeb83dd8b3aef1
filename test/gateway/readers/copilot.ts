import { isObject } from '../../../src/engine/values/shapes.ts';
import { broken, goesAhead, type Reader, type Reading } from './reading.ts';

/** Copilot reads one JSON document whatever the exit code at an event without permissions, and names that it knows alone. */
export const readAsCopilot: Reader = ({ eventName }, { stdout, stderr, exitCode }) => {
  const isPermission = eventName === 'preToolUse' || eventName === 'permissionRequest';
  if (exitCode !== 0) {
    const held = isPermission;
    return held ? { ...goesAhead, held } : { ...broken(`exit code ${exitCode}`), notice: stderr };
  }
  if (stdout === '') return goesAhead;
  const answer: unknown = JSON.parse(stdout);
  if (!isObject(answer)) return broken('no object');
  return { ...goesAhead, ...effects(eventName, answer), notice: stderr };
};

function effects(event: string, answer: Readonly<Record<string, unknown>>): Partial<Reading> {
  const {
    permissionDecision,
    modifiedArgs,
    modifiedResult,
    additionalContext,
    behavior,
    interrupt,
    decision,
  } = answer;
  const context = typeof additionalContext === 'string' ? additionalContext : null;
  const blocks = decision === 'block';
  switch (event) {
    case 'preToolUse':
      return {
        held: permissionDecision === 'deny',
        asked: permissionDecision === 'ask',
        replaced: modifiedArgs,
        context,
      };
    case 'permissionRequest':
      return { held: behavior === 'deny', ends: interrupt === true };
    case 'postToolUse':
      return {
        hidden: blocks || isObject(modifiedResult),
        replaced: isObject(modifiedResult) ? modifiedResult['textResultForLlm'] : undefined,
        context,
      };
    case 'userPromptSubmitted':
      return { held: blocks, context };
    case 'agentStop':
    case 'subagentStop':
      return { goesOn: blocks };
    default:
      return event === 'sessionStart' || event === 'subagentStart' ? { context } : {};
  }
}
