import { z } from 'zod';
import type { ToolInput } from '../../engine/points/inputs.ts';
import { type ToolResult, toolError } from '../../models/tool-result.ts';
import { explainIssues } from './input-schema.ts';
import type { Tool, ToolContext } from './tool.ts';

type JsonSchema = Readonly<Record<string, unknown>>;
type Answer = ToolResult | string;

/** A tool as its author writes it. `run` may return plain text. */
export interface ToolDefinition<Input>
  extends Pick<Tool, 'name' | 'description' | 'concurrent' | 'edits' | 'readOnly' | 'render'> {
  run(input: Input, context: ToolContext): Answer | Promise<Answer>;
}

/** Makes a tool from a zod schema, which types `run`, or from a JSON Schema. */
export function defineTool<Schema extends z.ZodObject>(
  definition: ToolDefinition<z.output<Schema>> & { readonly input: Schema },
): Tool;
export function defineTool(definition: ToolDefinition<ToolInput> & { readonly input: JsonSchema }): Tool;
export function defineTool(
  definition: ToolDefinition<never> & { readonly input: z.ZodObject | JsonSchema },
): Tool {
  const { input, run, ...rest } = definition;
  const answer = run as ToolDefinition<unknown>['run'];
  if (!(input instanceof z.ZodObject)) {
    return {
      ...rest,
      inputSchema: input,
      run: async (given, context) => resultOf(await answer(given, context)),
    };
  }
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  return {
    ...rest,
    inputSchema,
    async run(given, context) {
      const read = input.safeParse(given);
      if (!read.success) return toolError(explainIssues(read.error));
      return resultOf(await answer(read.data, context));
    },
  };
}

function resultOf(answer: Answer): ToolResult {
  return typeof answer === 'string' ? { content: answer } : answer;
}
