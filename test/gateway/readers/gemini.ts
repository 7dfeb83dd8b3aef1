import { isObject } from '../../../src/engine/values/shapes.ts';
import { broken, goesAhead, type Reader } from './reading.ts';

/** Gemini CLI reads JSON whatever the exit code is, and other text by the exit code. */
export const readAsGemini: Reader = ({ eventName, tool }, { stdout, stderr, exitCode }) => {
  const said = stdout.trim() || stderr.trim();
  if (said === '') return exitCode === 0 ? goesAhead : broken(`exit code ${exitCode} without a word`);
  const answer = parsed(said, exitCode);
  if (answer === null) return broken('no object');
  const { decision, reason, stopReason, systemMessage, hookSpecificOutput: specific } = answer;
  const inner = isObject(specific) ? specific : {};
  const notice = typeof systemMessage === 'string' ? systemMessage : null;
  const { hookEventName = eventName, additionalContext, tool_input: input } = inner;
  if (hookEventName !== eventName) return broken('the name of another event');
  // Nobody looks at what the hooks of these answer.
  if (['PreCompress', 'SessionEnd', 'SessionStart', 'Notification'].includes(eventName)) {
    const isTold = eventName === 'SessionStart' && typeof additionalContext === 'string';
    return { ...goesAhead, notice, context: isTold ? additionalContext : null };
  }
  if (eventName === 'BeforeToolSelection') return { ...goesAhead, notice, replaced: inner['toolConfig'] };
  const stops = answer['continue'] === false;
  const denies = decision === 'deny' || decision === 'block';
  const isOutput = eventName === 'AfterTool';
  const isStop = eventName === 'AfterAgent';
  const goes = !stops && !denies;
  const canTell = eventName === 'AfterTool' || eventName === 'BeforeAgent';
  const rewritten = inner[eventName === 'BeforeModel' ? 'llm_request' : 'llm_response'];
  const merged = isObject(input) && eventName === 'BeforeTool' ? { ...tool?.input, ...input } : rewritten;
  return {
    ...goesAhead,
    asked: decision === 'ask',
    // A part of the model's answer is shown in spite of a deny.
    held: !isOutput && !isStop && (stops || (denies && eventName !== 'AfterModel')),
    replaced: isOutput && denies && !stops ? (stopReason ?? reason) : goes ? merged : undefined,
    hidden: isOutput && (denies || stops),
    goesOn: isStop && denies && !stops,
    ends: stops,
    context: goes && canTell && typeof additionalContext === 'string' ? additionalContext : null,
    notice,
  };
};

function parsed(said: string, exitCode: number): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(said);
    return isObject(value) ? value : null;
  } catch {
    return exitCode > 1 ? { decision: 'deny', reason: said } : { systemMessage: said };
  }
}
