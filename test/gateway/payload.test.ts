import { describe, expect, it } from 'vitest';
import { agentTable } from '../../src/gateway/agents/agent-table.ts';
import { dialectOf, parsePayload } from '../../src/gateway/payload/parse-payload.ts';
import { readCall } from '../../src/gateway/payload/read-call.ts';
import { cpuMs } from '../support/cpu.ts';
import { eventOf, fixturesOf } from './support.ts';

/** What hooks get to see of the payloads that the real agents sent. */
describe.each(Object.values(agentTable))('the payloads of $title', (agent) => {
  const known = Object.entries(fixturesOf(agent)).filter(([, payload]) => eventOf(agent, payload) !== null);

  it('become calls of the points', async () => {
    const lines = known.map(([name, payload]) => {
      const { point, input } = readCall(agent, payload);
      const { tool_name, tool_input, tool_response, tool_use_id, session_id, agent_id, cwd } = input;
      const { [point.matches ?? '']: matched } = input;
      const seen = { session_id, agent_id, cwd, matched, tool_name, tool_input, tool_response, tool_use_id };
      return `${name} → ${point.name} ${JSON.stringify(seen, null, 1).replaceAll(/\n\s*/g, ' ')}`;
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`fixtures/${agent.name}.calls.txt`);
  });

  it.each([5, ['/tmp'], {}, true])('are refused where the folder is %j', (cwd) => {
    for (const [, payload] of known.slice(0, 1))
      expect(() => readCall(agent, { ...payload, cwd })).toThrow('"cwd" is');
  });

  it('tell the agent apart from the others, whoever is named', () => {
    for (const [, payload] of known) expect(dialectOf(agent, payload).name).toBe(agent.name);
  });

  it('tell every field that the point has', () => {
    for (const [, payload] of known) {
      const { point, input } = readCall(agent, payload);
      const missing = point.fields.filter((field) => !field.endsWith('?') && !Object.hasOwn(input, field));
      expect(missing).toEqual([]);
    }
  });
});

describe('a payload in which one object has a key twice', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"a":1}', 'a'],
    ['\uFEFF{"tool_input":{"command":"rm -rf /","command":"ls"}}', 'command'],
    ['{"command":"rm","\\u0063ommand" \n\t: "ls"}', 'command'],
    ['{"x":[{"b":{"c":1},"b":[]}]}', 'b'],
    ['{"a":{"b":1},"c":"}","a":0}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"\\"":1,"\\u0022":2}', '"'],
  ])('is refused: %s', (text, key) => {
    expect(() => parsePayload(text)).toThrow(`the key ${JSON.stringify(key)} is there twice`);
  });

  it.each([
    '{"a":{"a":{"a":[]}},"b":{"a":1}}',
    '{"a":[{"a":1},{"a":1}]}',
    '{"a":"\\"a\\":1,\\"a\\":2","b":["a","a"]}',
    '{"a":"\\\\","A":"a"}',
  ])('is not what this is: %s', (text) => {
    expect(parsePayload(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['keys', `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":0`).join(',')}}`],
    ['backslashes', `{"a":"${'\\\\'.repeat(1_000_000)}"}`],
    ['blanks', `{"a":["b"${' '.repeat(2_000_000)}]}`],
    ['strings before blanks', `{"a":[${'"b" ,'.repeat(300_000)}0]}`],
  ])('is told in linear time: %s', async (_, text) => {
    expect(await cpuMs(() => parsePayload(text))).toBeLessThan(5_000);
  });
});
