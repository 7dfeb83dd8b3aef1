import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkSource } from '../../../src/config/schema/check-file.ts';
import { configJsonSchema } from '../../../src/config/schema/json-schema.ts';
import { SourceFile } from '../../../src/config/source/source-file.ts';
import { parseYaml } from '../../../src/config/source/yaml-source.ts';
import { mistakes } from '../../support/configuration/mistakes.ts';

const schema = configJsonSchema();

function validator(): ValidateFunction {
  return new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true }).compile(
    schema,
  );
}

const isValid = validator();

/** What only the loader can know: which words of another system are near misses, what a unit comes to, … */
const beyondJsonSchema = [
  'an agent with every id',
  'an agent whose hooks stand in the wrong place',
  'a misspelt backend',
  'misspelt hooks of an agent',
  'permissions of an agent',
  "permissions in an agent's backend",
  'points in an agent',
  "points in an agent's backend",
  'a timeout of months',
  // It could be one that `handlers` names a module for.
  'an unknown type',
  'types by their names elsewhere',
  'a type that is like none',
  // The parser of this test gives them a prototype rather than a key.
  'prototype keys',
];

describe('hookline.schema.json', () => {
  it('is what the schema says now', () => {
    const published: unknown = JSON.parse(
      readFileSync(new URL('../../../hookline.schema.json', import.meta.url), 'utf8'),
    );
    expect(published).toEqual(JSON.parse(JSON.stringify(schema)));
  });

  it('describes every key', () => {
    const bare: string[] = [];
    const look = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const [key, value] of Object.entries(part)) {
        const isProperty = path.endsWith('/properties') && !path.includes('/allOf/') && key !== 'type';
        if (isProperty && !('description' in value)) bare.push(`${path}/${key}`);
        look(value, `${path}/${key}`);
      }
    };
    look(schema, '');
    expect(bare).toEqual([]);
  });

  it.each([
    'hooks: { PreToolUse: [{ type: command, handler: exit 0, timeout: 10 }], timeout: 5000 }',
    'hooks: { "pre:tool:shell": [{ type: python, handler: a.b, onFailure: { timeout: closed } }] }',
    'hooks: { Stop: { parallel: true, hooks: [{ type: http, handler: "https://a.example" }] } }',
    'hooks: { Stop: [{ handler: a.b, watch: true }, { handler: ./a.sh }, { handler: ./a.mjs }, { handler: "http://a.example" }] }',
    'x-anchor: [1, 2]\ninclude: [a.yaml]\npermissions: { shellExec: true, allow: [Bash] }',
    'agents: [{ id: a, backend: { model: gpt-5, hooks: { PostToolUse: { override: true, hooks: [] } } } }]\nui: {}',
    'hooks: { PostToolUse: [{ type: builtin, handler: mid-stream-injection, options: { perRound: 1 } }] }',
    'handlers: { words: ./words.mjs }\nhooks: { Stop: [{ type: words, options: { words: [a] } }] }',
  ])('accepts %s', (yaml) => {
    expect(isValid(parse(yaml)), JSON.stringify(isValid.errors)).toBe(true);
  });

  it.each([
    'hooks: { PostToolUse: [{ type: builtin, handler: mid-stream-injektion }] }',
    'hooks: { PostToolUse: [{ type: builtin, handler: mid-stream-injection, options: { perRound: never } }] }',
    'hooks: { PostToolUse: [{ type: builtin, handler: mid-stream-injection, options: { fiel: a } }] }',
    'hooks: { Stop: [{ handler: audit-log }] }',
    'hooks: { "pre:toool:shell": [] }',
  ])('rejects %s', (yaml) => {
    expect(isValid(parse(yaml))).toBe(false);
  });

  const rows = mistakes
    .filter(({ name }) => !beyondJsonSchema.includes(name))
    .map(({ name, yaml }) => ({ name, source: parseYaml(new SourceFile('/h.yaml', yaml)) }))
    .filter(({ source }) => source.problems.length === 0);

  it.each(rows)('and the loader agree about the form of $name', ({ source }) => {
    const isFine = checkSource(source).problems.length === 0;
    const builtinProblem = JSON.stringify(source.value).includes('mid-stream');
    if (!builtinProblem) expect(isValid(source.value)).toBe(isFine);
  });
});
