import type { ToolInput } from '../../engine/points/inputs.ts';
import { type ToolResult, toolError } from '../../models/tool-result.ts';
import { explainIssues, isStandardSchema, jsonSchemaOf, type StandardSchema } from './input-check.ts';
import type { Tool, ToolContext } from './tool.ts';

type JsonSchema = Readonly<Record<string, unknown>>;
type Answer = ToolResult | string;

export interface ToolDefinition<Input>
  extends Pick<Tool, 'name' | 'description' | 'concurrent' | 'edits' | 'readOnly' | 'render'> {
  run(input: Input, context: ToolContext): Answer | Promise<Answer>;
}

export function defineTool<Output>(
  definition: ToolDefinition<Output> & {
    readonly input: StandardSchema<Output>;
    /** The input as JSON Schema, where the schema's library can't tell it. */
    readonly inputSchema?: JsonSchema;
  },
): Tool;
export function defineTool(definition: ToolDefinition<ToolInput> & { readonly input: JsonSchema }): Tool;
export function defineTool(
  definition: ToolDefinition<never> & {
    readonly input: StandardSchema<unknown> | JsonSchema;
    readonly inputSchema?: JsonSchema;
  },
): Tool {
  const { input, inputSchema, run, ...rest } = definition;
  const answer = run as ToolDefinition<unknown>['run'];
  if (!isStandardSchema(input)) {
    return {
      ...rest,
      inputSchema: input,
      run: async (given, context) => resultOf(await answer(given, context)),
    };
  }
  return {
    ...rest,
    inputSchema: inputSchema ?? jsonSchemaOf(rest.name, input),
    async run(given, context) {
      const read = await input['~standard'].validate(given);
      if (read.issues !== undefined) return toolError(explainIssues(read.issues));
      return resultOf(await answer(read.value, context));
    },
  };
}

function resultOf(answer: Answer): ToolResult {
  return typeof answer === 'string' ? { content: answer } : answer;
}
