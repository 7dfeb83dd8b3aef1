import { isObject } from '../../../src/engine/values/shapes.ts';
import { broken, filled, goesAhead, type Reader, type Reading } from './reading.ts';

type Answer = Readonly<Record<string, unknown>>;

/** A reader for agents whose documents say what an answer does, and what exit code 2 does. */
const reader =
  (
    blocking: readonly string[],
    read: (event: string, answer: Answer, old: Answer) => Partial<Reading>,
  ): Reader =>
  ({ eventName, tool, point }, { stdout, stderr, exitCode }) => {
    const isStop = point.name === 'Stop' || point.name === 'SubagentStop';
    if (exitCode === 2 && blocking.includes(eventName))
      return { ...goesAhead, held: !isStop, goesOn: isStop };
    if (exitCode !== 0) return { ...broken(`exit code ${exitCode}`), notice: stderr };
    if (stdout === '') return goesAhead;
    const answer: unknown = JSON.parse(stdout);
    return isObject(answer)
      ? { ...goesAhead, ...read(eventName, answer, tool?.input ?? {}) }
      : broken('no object');
  };

const said = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const merged = (old: Answer, value: unknown): unknown => (isObject(value) ? { ...old, ...value } : undefined);

export const readAsCursor = reader(['preToolUse', 'beforeSubmitPrompt'], (event, answer, old) => {
  const { permission, user_message, additional_context, updated_input, followup_message } = answer;
  if (event === 'preToolUse') return { held: permission === 'deny', replaced: merged(old, updated_input) };
  if (event === 'beforeSubmitPrompt') return { held: answer['continue'] === false };
  if (event === 'preCompact') return { notice: said(user_message) };
  return { context: said(additional_context), goesOn: filled(followup_message) };
});

export const readAsGoose = reader(['PreToolUse'], (event, { decision, reason }) => {
  const blocks = decision === 'block' && filled(reason);
  return event === 'Stop' ? { goesOn: blocks } : { held: blocks };
});

export const readAsKiro = reader(['PreToolUse', 'UserPromptSubmit'], (event, { decision }) => ({
  goesOn: event === 'Stop' && decision === 'block',
}));

export const readAsWindsurf = reader(
  ['pre_run_command', 'pre_read_code', 'pre_write_code', 'pre_mcp_tool_use', 'pre_user_prompt'],
  () => ({}),
);

export const readAsCrush = reader(['PreToolUse'], (_, { decision, halt, context, updated_input }, old) => ({
  held: decision === 'deny' || halt === true,
  ends: halt === true,
  context: said(context),
  replaced: merged(old, updated_input),
}));

export const readAsKimi = reader(
  ['PreToolUse', 'UserPromptSubmit', 'Stop'],
  (event, { message, ...answer }) => {
    const inner = isObject(answer['hookSpecificOutput']) ? answer['hookSpecificOutput'] : {};
    const denies = inner['permissionDecision'] === 'deny' && filled(inner['permissionDecisionReason']);
    return { held: denies && event !== 'Stop', goesOn: denies && event === 'Stop', context: said(message) };
  },
);

/** hookline's plugin blocks at a held event whatever goes wrong. */
const held = ['tool.call', 'tool_call'];

export const readAsAmp = reader(held, (event, { action, message, input, output, userMessage }) => ({
  held: event === 'tool.call' && (action === 'reject-and-continue' || action === 'error'),
  ends: action === 'error',
  replaced: event === 'tool.result' ? output : input,
  hidden: event === 'tool.result' && output !== undefined,
  goesOn: action === 'continue' && filled(userMessage),
  context: isObject(message) ? said(message['content']) : null,
}));

export const readAsPi = reader(held, (event, { block, terminate, input, output, message }) => ({
  held: block === true,
  ends: terminate === true,
  replaced: event === 'tool_result' ? output : input,
  hidden: event === 'tool_result' && output !== undefined,
  context: isObject(message) ? said(message['content']) : null,
}));
