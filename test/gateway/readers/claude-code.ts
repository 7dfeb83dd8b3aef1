import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../src/engine/values/shapes.ts';
import type { AgentCall } from '../../../src/gateway/payload/read-call.ts';
import { broken, filled, goesAhead, oneOf, type Reader, type Reading, text } from './reading.ts';

const discardsMessages = words(
  'Notification InstructionsLoaded StopFailure PreCompact PostCompact SessionEnd WorktreeCreate WorktreeRemove Elicitation ElicitationResult MessageDisplay ConfigChange',
);
const ignoresStop = words(
  'PermissionRequest PostToolUseFailure SessionStart SubagentStart CwdChanged FileChanged DirectoryAdded TaskCreated PermissionDenied Setup PreModelSwitch PostModelSwitch TeammateIdle',
);
const heldByExit = words(
  'PreToolUse UserPromptSubmit UserPromptExpansion PreCompact TaskCreated TaskCompleted ConfigChange Elicitation ElicitationResult WorktreeCreate',
);
const goingOnByExit = words('Stop SubagentStop TeammateIdle');
const heldByDecision = words('UserPromptSubmit UserPromptExpansion PreCompact TaskCreated ConfigChange');
const tellsModel = words(
  'PreToolUse PostToolUse PostToolUseFailure PostToolBatch SubagentStart Setup Stop SubagentStop UserPromptSubmit UserPromptExpansion SessionStart PostModelSwitch',
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

export const readAsClaudeCode: Reader = (call, { stdout, stderr, exitCode }) => {
  const { eventName } = call;
  const byExit = exitCode === 2 ? exitTwo(eventName) : {};
  const shownError = exitCode === 1 && stderr !== '' ? stderr : null;
  if (stdout === '') return { ...goesAhead, ...byExit, notice: shownError };
  const answer: unknown = JSON.parse(stdout);
  if (!isObject(answer) || !passes(answer, eventName)) return { ...broken('the schema'), ...byExit };
  const { decision, systemMessage, hookSpecificOutput: specific } = answer;
  const inner = isObject(specific) ? specific : {};
  const { permissionDecision, additionalContext, action } = inner;
  const stops =
    answer['continue'] === false && !discardsMessages.has(eventName) && !ignoresStop.has(eventName);
  const isBlocked = decision === 'block';
  const isStop = eventName === 'Stop' || eventName === 'SubagentStop';
  const { decision: asked } = inner;
  const isRefused = isObject(asked) && asked['behavior'] === 'deny';
  // A stop before a tool call ends the turn, after the call.
  const stopHolds = stops && eventName !== 'PreToolUse' && !isStop && eventName !== 'PostToolUse';
  const context =
    typeof additionalContext === 'string' && tellsModel.has(eventName) ? additionalContext : null;
  const held =
    permissionDecision === 'deny' ||
    isRefused ||
    action === 'decline' ||
    (isBlocked && heldByDecision.has(eventName)) ||
    stopHolds;
  const replaced = rewritten(call, inner);
  return {
    ...goesAhead,
    held,
    asked: permissionDecision === 'ask',
    replaced: held ? undefined : replaced,
    hidden: eventName === 'PostToolUse' && replaced !== undefined,
    goesOn:
      !stops &&
      ((isStop && (isBlocked || context !== null)) ||
        (eventName === 'PermissionDenied' && inner['retry'] === true)),
    ends: stops,
    context,
    notice:
      typeof systemMessage === 'string' && !discardsMessages.has(eventName) ? systemMessage : shownError,
    ...byExit,
  };
};

/** An output counts only in the shape that the tool's own output has. */
function rewritten({ input, eventName }: AgentCall, inner: Readonly<Record<string, unknown>>): unknown {
  const { updatedInput, updatedToolOutput, decision, displayContent, content } = inner;
  if (updatedInput !== undefined) return updatedInput;
  if (isObject(decision)) return decision['updatedInput'];
  if (displayContent !== undefined) return displayContent;
  if (content !== undefined) return content;
  if (eventName !== 'PostToolUse' || updatedToolOutput === undefined) return undefined;
  return isDeepStrictEqual(shape(updatedToolOutput), shape(input['tool_response']))
    ? updatedToolOutput
    : undefined;
}

function shape(value: unknown): unknown {
  if (Array.isArray(value)) return 'list';
  if (!isObject(value)) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, shape(item)])
      .sort(),
  );
}

function passes(answer: Readonly<Record<string, unknown>>, event: string): boolean {
  const {
    decision = 'block',
    hookSpecificOutput: specific,
    reason = '',
    stopReason = '',
    systemMessage = '',
  } = answer;
  if (!oneOf('block', 'approve')(decision) || ![reason, stopReason, systemMessage].every(text)) return false;
  if (specific === undefined) return true;
  if (!isObject(specific) || specific['hookEventName'] !== event) return false;
  const { permissionDecision = 'allow', permissionDecisionReason = 'why', additionalContext = '' } = specific;
  return (
    oneOf('allow', 'deny', 'ask')(permissionDecision) &&
    filled(permissionDecisionReason) &&
    text(additionalContext)
  );
}

function exitTwo(event: string): Partial<Reading> {
  if (goingOnByExit.has(event)) return { goesOn: true };
  if (event === 'PostToolBatch') return { ends: true, held: true };
  return heldByExit.has(event) ? { held: true } : {};
}
