import type { Effect } from '../../engine/outcome/effects.ts';
import type { HookSpecificOutput, SyncHookJSONOutput } from '../../protocols/agent-sdk/output-types.ts';
import { suppressedText } from '../../protocols/suppressed-text.ts';
import { contextIn, inWords } from './words.ts';

/** An output of the newest SDK, with the fields that hookline uses. */
export interface AgentSdkOutput extends Omit<SyncHookJSONOutput, 'hookSpecificOutput'> {
  hookSpecificOutput?: HookSpecificOutput | ReplacedOutput;
}

interface ReplacedOutput {
  hookEventName: 'PostToolUse';
  additionalContext?: string;
  updatedMCPToolOutput?: unknown;
  updatedToolOutput?: unknown;
}

/**
 * Effects in the words that the product obeys. They differ from the seed's: `systemMessage` is for the person,
 * `suppressOutput` does nothing, and at Stop, additional context resumes the agent.
 */
export function inProductWords(point: string, effects: readonly Effect[], input: object): AgentSdkOutput {
  const {
    decision,
    hookSpecificOutput,
    systemMessage: context,
    suppressOutput,
    ...rest
  } = inWords(point, effects);
  const output: AgentSdkOutput = { ...rest };
  if (decision !== undefined) {
    output.decision = 'block';
    // The model sees only the reason, and an agent that goes on needs one.
    output.reason = [output.reason, context].filter((text) => text !== undefined).join('\n') || 'Go on.';
  }
  const forPerson = effects.flatMap((effect) => (effect.type === 'notify' ? [effect.message] : []));
  if (decision === undefined && context !== undefined) forPerson.push(context);
  if (forPerson.length > 0) output.systemMessage = forPerson.join('\n');
  const specific = suppressOutput === true ? suppressedOutput(effects, input) : replacing(hookSpecificOutput);
  if (specific !== undefined) output.hookSpecificOutput = specific;
  return interrupting(output, effects);
}

/**
 * There is no word for new instructions at PreCompact. A replaced output has one word for every tool and one for MCP.
 */
function replacing(
  specific: ReturnType<typeof inWords>['hookSpecificOutput'],
): AgentSdkOutput['hookSpecificOutput'] {
  if (specific?.hookEventName === 'PreCompact') return undefined;
  if (specific?.hookEventName !== 'PostToolUse' || !('updatedMCPToolOutput' in specific)) return specific;
  return { ...specific, updatedToolOutput: specific.updatedMCPToolOutput };
}

/** A halted permission request interrupts the agent, by a word of its own. */
function interrupting(output: AgentSdkOutput, effects: readonly Effect[]): AgentSdkOutput {
  const specific = output.hookSpecificOutput;
  const isHalted = effects.some(({ type }) => type === 'halt');
  if (!isHalted || specific?.hookEventName !== 'PermissionRequest') return output;
  if (specific.decision.behavior !== 'deny') return output;
  return {
    ...output,
    hookSpecificOutput: { ...specific, decision: { ...specific.decision, interrupt: true } },
  };
}

function suppressedOutput(effects: readonly Effect[], input: object): ReplacedOutput {
  const response = 'tool_response' in input ? hidden(input.tool_response) : suppressedText;
  const context = contextIn(effects);
  return {
    hookEventName: 'PostToolUse',
    ...(context === undefined ? {} : { additionalContext: context }),
    updatedMCPToolOutput: response,
    updatedToolOutput: response,
  };
}

/** The notice in the shape of the output that it hides. The product ignores an output of another shape. */
function hidden(value: unknown, name = ''): unknown {
  // `type` names the shape.
  if (typeof value === 'string') return name === 'type' || value === '' ? value : suppressedText;
  if (Array.isArray(value))
    return value.map((item: unknown) => (isOtherBlock(item) ? textBlock : hidden(item)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, hidden(field, key)]));
}

const textBlock = { type: 'text', text: suppressedText };

/** A content block without text, such as an image: there is nothing to hide. */
function isOtherBlock(item: unknown): boolean {
  return (
    typeof item === 'object' && item !== null && 'type' in item && item.type !== 'text' && !('text' in item)
  );
}
