import { z } from 'zod';
import { builtins } from '../../builtin/builtin-table.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { valueAt } from '../../engine/values/shapes.ts';
import { entrySchemas, ownSchema } from './entry-schema.ts';
import { tellingHandlers } from './hook-shape.ts';
import { fileSchema, pointNames } from './schema.ts';

export type JsonSchema = { readonly [key: string]: unknown };

export function configJsonSchema(): JsonSchema {
  const points = pointNames();
  const schema = toJsonSchema(fileSchema(points));
  const whole = withOwnTypes(withOpenKeys(schema, points));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'hookline.yaml',
    description: 'Hooks for AI agents. See docs/guides/configuration.md of the package hookline.',
    ...(whole as JsonSchema),
    patternProperties: { '^x-': { description: 'Anything: a place for anchors.' } },
  };
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  });
  return rest;
}

function withOpenKeys(part: unknown, points: readonly string[]): unknown {
  if (Array.isArray(part)) return part.map((item) => withOpenKeys(item, points));
  if (typeof part !== 'object' || part === null) return part;
  const open = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withOpenKeys(value, points)]),
  );
  if (valueAt(open, ['properties', 'PreToolUse']) !== undefined) {
    const pattern = `^(${points.join('|')}):.+$`;
    const named = { description: 'A point with a matcher in its name.', $ref: '#/definitions/point' };
    return { ...open, patternProperties: { [pattern]: named } };
  }
  const type = valueAt(open, ['properties', 'type', 'const']);
  if (typeof type !== 'string') return open;
  const pattern = lookUp(tellingHandlers, type);
  if (type === 'builtin') return withBuiltins(open);
  return pattern === undefined ? open : withOptionalType(open, pattern);
}

function withOptionalType(hook: JsonSchema, pattern: string): JsonSchema {
  const required = [hook['required'] ?? []].flat().filter((key) => key !== 'type');
  const telling = { properties: { handler: { pattern, description: 'It tells the type.' } } };
  return { ...hook, required, anyOf: [{ required: ['type'] }, telling] };
}

function withOwnTypes(schema: unknown): unknown {
  const whole = schema as JsonSchema & {
    readonly definitions: { readonly hook: { readonly oneOf: readonly unknown[] } };
  };
  const { hook } = whole.definitions;
  const own = toJsonSchema(ownSchema(z.literal('own'))) as JsonSchema & { readonly properties: object };
  const type = {
    description: 'A type that `handlers` names a module for, or that the host defines.',
    type: 'string',
    not: { enum: Object.keys(entrySchemas) },
  };
  const variant = { ...own, properties: { ...own.properties, type } };
  return {
    ...whole,
    definitions: { ...whole.definitions, hook: { ...hook, oneOf: [...hook.oneOf, variant] } },
  };
}

function withBuiltins(hook: JsonSchema): JsonSchema {
  const properties = hook['properties'] as Readonly<Record<string, JsonSchema>>;
  return {
    ...hook,
    properties: { ...properties, handler: { ...properties['handler'], enum: [...builtins.keys()] } },
    allOf: [...builtins.values()].map(({ name, summary, options }) => ({
      if: { properties: { handler: { const: name } }, required: ['handler'] },
      // biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema
      then: { properties: { options: { description: summary, ...toJsonSchema(options()) } } },
    })),
  };
}
