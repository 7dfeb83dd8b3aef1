import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noFileWriter } from '../../../src/agent/history/file-writer.ts';
import { defineTool } from '../../../src/agent/tools/define-tool.ts';
import { problemWith } from '../../../src/agent/tools/input-check.ts';
import type { ToolContext } from '../../../src/agent/tools/tool.ts';
import { Hooks } from '../../../src/entries/index.ts';

const hooks = new Hooks();
const context: ToolContext = {
  cwd: process.cwd(),
  agent: { id: 'main', type: null },
  toolUseId: 'call-1',
  signal: new AbortController().signal,
  fire: hooks.fire.bind(hooks),
  files: noFileWriter,
};

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  input: z.object({ left: z.number(), right: z.number().default(1) }),
  run: ({ left, right }) => String(left + right),
});

describe('defineTool', () => {
  it('declares a zod schema as JSON Schema and gives the function its type', async () => {
    expect(add.inputSchema).toMatchObject({
      type: 'object',
      properties: { left: { type: 'number' } },
      required: ['left'],
    });
    expect(await add.run({ left: 2 }, context)).toEqual({ content: '3' });
  });

  it('answers a wrong input with an error that says what is wrong where', async () => {
    const { content, isError } = await add.run({ left: 'two' }, context);
    expect(isError).toBe(true);
    expect(content).toContain('left: Invalid input: expected number, received string');
  });

  it('takes a schema of any library that follows Standard Schema, with its JSON Schema beside it', async () => {
    const check = (value: unknown) =>
      typeof value === 'object' && value !== null && 'word' in value && typeof value.word === 'string'
        ? { value: value.word }
        : { issues: [{ message: 'takes a word', path: [{ key: 'word' }] }] };
    const input = { '~standard': { version: 1, vendor: 'own', validate: check } } as const;
    const inputSchema = { type: 'object', properties: { word: { type: 'string' } } };
    const base = { name: 'shout', description: 'Shouts.', input, run: (word: string) => word.toUpperCase() };
    const shout = defineTool({ ...base, inputSchema });
    expect(shout.inputSchema).toBe(inputSchema);
    expect(await shout.run({ word: 'hi' }, context)).toEqual({ content: 'HI' });
    expect(await shout.run({}, context)).toEqual({ content: 'word: takes a word', isError: true });
    expect(() => defineTool(base)).toThrow('give that too, as "inputSchema"');
  });

  it('takes a JSON Schema as it is', async () => {
    const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
    const echo = defineTool({
      name: 'echo',
      description: 'Echoes.',
      input: schema,
      run: ({ text }) => ({ content: String(text), isError: true }),
    });
    expect(echo.inputSchema).toBe(schema);
    expect(await echo.run({ text: 'hi' }, context)).toEqual({ content: 'hi', isError: true });
    expect(problemWith({ text: 'hi' }, schema)).toBeNull();
    expect(problemWith({}, schema)).toContain('text: Invalid input: expected string');
    expect(problemWith('text', schema)).toContain('the input: Invalid input: expected object');
  });

  it('says so when a schema cannot be checked', () => {
    const schema = { type: 'object', if: {}, properties: {} };
    expect(problemWith({}, schema)).toContain('the schema cannot be checked');
  });
});
