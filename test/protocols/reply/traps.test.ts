import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../src/engine/outcome/effects.ts';
import { deny, HooklineError, modify } from '../../../src/entries/index.ts';
import { findProtocol, protocols } from '../../../src/protocols/protocols.ts';
import { readWritten } from '../../../src/protocols/reply/json-reply.ts';
import { cpuMs } from '../../support/cpu.ts';
import { everyNth, runs } from '../../support/seed.ts';
import { callAt, outcomeOf, type Read, said, stdoutOf } from '../support.ts';

/** A refusal and a rewrite in each wire's own words. */
const spoken = [
  ['hookline', '{"decision":"deny","reason":"no"}', (value: string) => `{"updated_input":${value}}`],
  ['massgen', '{"decision":"deny","reason":"no"}', (value: string) => `{"updated_input":${value}}`],
  [
    'agent-sdk',
    '{"decision":"deny","reason":"no"}',
    (value: string) => `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":${value}}}`,
  ],
  ['armament', '{"abort":true,"reason":"no"}', (value: string) => `{"modify":{"tool_input":${value}}}`],
  [
    'claude-code',
    '{"decision":"block","reason":"no"}',
    (value: string) => `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":${value}}}`,
  ],
  [
    'gemini',
    '{"decision":"deny","reason":"no"}',
    (value: string) => `{"hookSpecificOutput":{"tool_input":${value}}}`,
  ],
] as const;

/** What a reply does; Gemini CLI shows text to the person. */
function decided({ effects }: Read): readonly Effect[] {
  return Array.isArray(effects) ? effects.filter(({ type }) => type !== 'notify') : [];
}

/** An object over several lines. */
function overLines(text: string): string {
  return text.replaceAll(',', ',\n  ').replace('{', '{\n  ').replace(/\}$/, '\n}');
}

describe.each(spoken)('%s', (name, denial, rewrite) => {
  const protocol = findProtocol(name);
  const read = (stdout: string) => stdoutOf(protocol, 'PreToolUse', said(stdout));
  const [head, tail] = [denial.slice(0, -1), denial.slice(0, 1) === '{' ? '}' : ''];

  it.each([
    ['white space around it', ` \n\t${denial}\n\n`],
    ['CRLF', `${denial}\r\n`],
    ['a byte order mark', `\uFEFF${denial}`],
    ['line breaks in it', denial.replaceAll(',', ',\r\n  ')],
    ['a key twice, of which the last counts', `{"reason":"first",${denial.slice(1)}`],
  ])('reads a deny with %s', (_, stdout) => {
    expect(read(stdout)).toEqual({ effects: [deny('no')], failure: null, message: '' });
  });

  it.each([
    ['a banner before it', `Loading rules…\n${denial}`],
    ['a banner before it on the same line', `result: ${denial}`],
    ['text behind it', `${denial}\nchecked 3 rules`],
    ['a log line in braces before it', `{level: info}\n${denial}`],
    ['a brace before it that is never closed', `{ starting\n${denial}`],
    ['line breaks in it and text around it', `start\n${denial.replaceAll(',', ',\n  ')}\nend`],
    ['another object before it', `{}\n${denial}`],
    ['another object behind it', `${denial}\n{}`],
    ["Python's NaN beside it", `${head},"score":NaN${tail}`],
    ['a NaN in text left alone', `${head},"note":"NaN","score":-Infinity${tail}`],
    ['a list around it', `[${denial}]`],
  ])('denies with %s, though the reply is invalid', (_, stdout) => {
    expect(read(stdout)).toMatchObject({ effects: [deny('no')], failure: 'invalid' });
  });

  it('does not take what is only quoted for a deny', () => {
    expect(read(`{ not json, but quoting ${denial} }`).effects).toEqual([]);
    expect(read(JSON.stringify({ note: denial })).effects).toEqual([]);
    expect(read(JSON.stringify({ tool_input: JSON.parse(denial) })).effects).toEqual([]);
  });

  it.each([
    'NaN',
    '42',
    '"deny"',
    'true',
    '[]',
    '[[]]',
    'undefined',
    '{',
    '}',
    '{"a"',
    "{'decision': 'deny'}",
  ])('never grants or breaks on %s', (stdout) => {
    expect(decided(read(stdout))).toEqual([]);
  });

  it('takes null for nothing', () => {
    if (name !== 'claude-code') expect(read('null')).toMatchObject({ effects: [], failure: null });
    expect(outcomeOf(() => protocol.readValue(null, callAt('PreToolUse')))).toMatchObject({ failure: null });
    expect(outcomeOf(() => protocol.readValue(undefined, callAt('PreToolUse')))).toMatchObject({
      failure: null,
    });
  });

  it.each([
    ['nested too deeply', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'levels deep'],
    ['with __proto__', '{"__proto__":{"polluted":true}}', 'prototype'],
    [
      'with a constructor that has a prototype',
      '{"constructor":{"prototype":{"polluted":true}}}',
      'prototype',
    ],
  ])('refuses a rewrite %s', (_, value, message) => {
    const result = read(rewrite(value));
    expect(result).toMatchObject({ effects: [], failure: 'invalid' });
    expect(result.message).toContain(message);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('takes a plain rewrite', () => {
    // Gemini CLI merges it into the input.
    const kept = name === 'gemini' ? { description: 'List files' } : {};
    expect(read(rewrite('{"command":"pwd"}')).effects).toEqual([modify({ ...kept, command: 'pwd' })]);
  });

  it('does not read what an object inherits', () => {
    const heir: unknown = Object.create(JSON.parse(denial) as object);
    expect(outcomeOf(() => protocol.readValue(heir, callAt('PreToolUse'))).effects).toEqual([]);
    expect(read('{"__proto__":{"decision":"deny","abort":true}}').effects).toEqual([]);
  });

  it('survives objects that refuse to be looked at', () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no keys');
        },
        getOwnPropertyDescriptor: () => {
          throw new Error('no properties');
        },
      },
    );
    const result = outcomeOf(() => protocol.readValue(hostile, callAt('PreToolUse')));
    expect(result).toMatchObject({ effects: [], failure: 'invalid' });
    expect(result.message).toContain('no properties');
  });

  const pretty = overLines(denial);
  const long = 'x'.repeat(70_000);

  it.each([
    ['250 lines of JSON', `${'{"level":"info"}\n'.repeat(250)}${pretty}`],
    ['250 lines of JSON and one of text', `${'{"level":"info"}\n'.repeat(250)}done\n${pretty}\nbye`],
    ['300 braces', `${'{'.repeat(300)}${pretty}`],
    ['300 braces on lines of their own', `${'{\n'.repeat(300)}${pretty}`],
    ['2000 lines with a stray quote and a brace', `${'say "{ \n'.repeat(2001)}${pretty}`],
    ['a megabyte of noise', `${'{ "noise \n'.repeat(100_000)}${pretty}`],
    ['a brace whose stray quote swallows it', `{ say "hi\n${pretty.replace('"no"', '"no"\n  , "x": "}"')}`],
  ])('finds a deny over several lines behind %s', (_, stdout) => {
    const result = read(stdout);
    expect(result.effects).toEqual([deny('no')]);
    expect(['invalid', 'unclear']).toContain(result.failure);
  });

  it.each([
    ['behind a banner', `Loading…\n${head},"metadata":{"a":"${long}"}${tail}`],
    ['behind a banner, over lines', `Loading…\n${pretty.slice(0, -1)},"metadata":{"a":"${long}"}\n}`],
    ['with NaN on one line', `${head},"metadata":{"a":"${long}","n":NaN}${tail}`],
    ['with NaN over lines', `${pretty.slice(0, -1)},"metadata":{"a":"${long}","n":NaN}\n}\nbye`],
  ])('finds a deny of 70,000 characters %s', (_, stdout) => {
    expect(read(stdout)).toMatchObject({ effects: [deny('no')], failure: 'invalid' });
  });
});

// What all wires share does the searching.
describe.each(everyNth(spoken, spoken.length))('%s, with much to search', (name, denial) => {
  const read = (stdout: string) => stdoutOf(findProtocol(name), 'PreToolUse', said(stdout));

  it.each([
    ['braces', '{'],
    ['nested objects', '{"a":'],
    ['lines with a brace', '{\n'],
    ['braces and quotes', '{"'],
    ['braces, quotes and escapes', '{"\\'],
    ['escaped quotes and NaN', '\\"NaN '],
    ['empty objects', '{}'],
    ['objects', '{"a":1}\n'],
    ['closed pairs of blocks that are no JSON', '{x}\n'],
  ])('is quick with a lot of %s', async (_, piece) => {
    const text = piece.repeat(Math.floor(runs(2 ** 16, 2 ** 20) / piece.length));
    // What grows with the square of the length takes minutes.
    const ms = await cpuMs(() => {
      expect(decided(read(text))).toEqual([]);
      expect(decided(read(`{${text}}`))).toEqual([]);
    });
    expect(ms).toBeLessThan(runs(2500, 10_000));
  });

  it('is unclear where text is too tangled to be searched, and quick', async () => {
    const tangled = '{"}\n'.repeat(50_000);
    const ms = await cpuMs(() => {
      expect(read(`{${tangled}}`)).toMatchObject({ effects: [], failure: 'unclear' });
      expect(read(`${tangled}${overLines(denial)}`)).toMatchObject({
        effects: [deny('no')],
        failure: 'unclear',
      });
    });
    expect(ms).toBeLessThan(5000);
  });
});

describe('looking for objects', () => {
  it('finds the one on the last line behind a lot of noise', () => {
    const written = readWritten(`${'{ noise\n'.repeat(1000)}{"a":1}`);
    expect(written).toMatchObject({ kind: 'text', found: [{ a: 1 }] });
  });
});

describe('the table of protocols', () => {
  it('has the six wires', () => {
    expect([...protocols.keys()]).toEqual([
      'hookline',
      'massgen',
      'agent-sdk',
      'armament',
      'claude-code',
      'gemini',
    ]);
    for (const [name, protocol] of protocols) expect(findProtocol(name)).toBe(protocol);
  });

  it('suggests the nearest on a typo', () => {
    expect(() => findProtocol('claudecode')).toThrow(HooklineError);
    expect(() => findProtocol('claudecode')).toThrow('did you mean "claude-code"?');
    expect(() => findProtocol('constructor')).toThrow('unknown protocol "constructor"');
  });
});
