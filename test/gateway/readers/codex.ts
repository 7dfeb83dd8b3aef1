import { isObject } from '../../../src/engine/values/shapes.ts';
import {
  anything,
  broken,
  filled,
  goesAhead,
  isExactly,
  oneOf,
  type Reader,
  shaped,
  text,
} from './reading.ts';

const universal = { 'continue?': oneOf(true, false), 'stopReason?': text, 'systemMessage?': text };
const decision = { 'decision?': oneOf('block'), 'reason?': text };
const context = (event: string) => shaped({ hookEventName: oneOf(event), 'additionalContext?': text });

/** What Codex accepts, by event: any other key makes the whole answer void. */
const schemas: Readonly<Record<string, Parameters<typeof isExactly>[1]>> = {
  PreToolUse: {
    'systemMessage?': text,
    'hookSpecificOutput?': shaped({
      hookEventName: oneOf('PreToolUse'),
      'permissionDecision?': oneOf('allow', 'deny'),
      'permissionDecisionReason?': filled,
      'updatedInput?': anything,
      'additionalContext?': text,
    }),
  },
  PermissionRequest: {
    'systemMessage?': text,
    'hookSpecificOutput?': shaped({
      hookEventName: oneOf('PermissionRequest'),
      'decision?': shaped({ behavior: oneOf('allow', 'deny'), 'message?': filled }),
    }),
  },
  PostToolUse: { ...universal, ...decision, 'hookSpecificOutput?': context('PostToolUse') },
  UserPromptSubmit: { ...universal, ...decision, 'hookSpecificOutput?': context('UserPromptSubmit') },
  SessionStart: { ...universal, 'hookSpecificOutput?': context('SessionStart') },
  SubagentStart: { ...universal, 'hookSpecificOutput?': context('SubagentStart') },
  Stop: { ...universal, ...decision },
  SubagentStop: { ...universal, ...decision },
  PreCompact: universal,
  PostCompact: universal,
  SessionEnd: {},
};

/** Codex cannot read more levels of an object. */
const maxLevels = 127;

export const readAsCodex: Reader = ({ eventName, tool }, { stdout, stderr, exitCode }) => {
  const heedsExit = !['PreCompact', 'PostCompact', 'SessionStart', 'SubagentStart', 'SessionEnd'].includes(
    eventName,
  );
  if (exitCode === 2 && heedsExit)
    return stderr.trim() === '' ? broken('no reason') : { ...goesAhead, ...heldBack(eventName) };
  if (exitCode !== 0) return { ...broken(`exit code ${exitCode}`), notice: stderr };
  if (stdout === '') return goesAhead;
  const answer: unknown = JSON.parse(stdout);
  if (!isObject(answer) || !isExactly(answer, schemas[eventName] ?? {})) return broken('the schema');
  if (levels(answer) > maxLevels) return broken('too deep');
  const { decision: word, reason, systemMessage, hookSpecificOutput: specific } = answer;
  const inner = isObject(specific) ? specific : {};
  const { permissionDecision, permissionDecisionReason, updatedInput, additionalContext } = inner;
  if (word === 'block' && !filled(reason)) return broken('a block without a reason');
  if (reason !== undefined && word === undefined) return broken('a reason without a decision');
  if (permissionDecision === 'deny' && !filled(permissionDecisionReason))
    return broken('a deny without a reason');
  if ((permissionDecision === 'allow') !== (updatedInput !== undefined))
    return broken('an allow without a rewrite');
  const stops = answer['continue'] === false;
  const { decision: asked } = inner;
  const isDenied = permissionDecision === 'deny' || (isObject(asked) && asked['behavior'] === 'deny');
  const isBlocked = word === 'block';
  const isOutput = eventName === 'PostToolUse';
  const isStop = eventName === 'Stop' || eventName === 'SubagentStop';
  // Of a new input, commands and patches take the command alone.
  const isCommand = tool?.name === 'Bash' || tool?.name === 'apply_patch';
  const rewrite =
    isCommand && isObject(updatedInput) ? { ...tool?.input, command: updatedInput['command'] } : updatedInput;
  return {
    ...goesAhead,
    held: isDenied || (!isOutput && !isStop && (isBlocked || stops)),
    replaced: isOutput && isBlocked ? reason : rewrite,
    hidden: isOutput && (isBlocked || stops),
    goesOn: isStop && isBlocked && !stops,
    ends: stops && !isOutput,
    context: typeof additionalContext === 'string' ? additionalContext : null,
    notice: typeof systemMessage === 'string' ? systemMessage : null,
  };
};

function heldBack(event: string): object {
  if (event === 'Stop' || event === 'SubagentStop') return { goesOn: true };
  return event === 'PostToolUse' ? { hidden: true } : { held: true };
}

function levels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levels));
}
