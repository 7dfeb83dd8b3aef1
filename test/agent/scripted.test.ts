import { describe, expect, it } from 'vitest';
import { parseScript, readScript, ScriptedModel } from '../../src/agent/models/scripted.ts';
import { Scratch } from '../support/scratch.ts';
import { newAgent } from './support.ts';

const example = `# a script
prompt: List the files
agent: agent1          # optional: the id that per-agent hooks are looked up by
turns:
  - text: Looking.
    tools: [{ name: Bash, input: { command: ls } }]
  - text: Done.
subagents:             # optional: what the model says inside a Task of that type
  explore:
    - text: Found it.
`;

describe('a script', () => {
  it('is YAML: a prompt, an agent, turns, and what subagents say', () => {
    const file = new Scratch().write('script.yaml', example);
    expect(readScript(file)).toEqual({
      prompt: 'List the files',
      agent: 'agent1',
      turns: [{ text: 'Looking.', tools: [{ name: 'Bash', input: { command: 'ls' } }] }, { text: 'Done.' }],
      subagents: { explore: [{ text: 'Found it.' }] },
    });
  });

  it.each([
    ['turns:\n  - text: [1]\n', 'x.yaml:2:11: turns.0.text: Invalid input: expected string'],
    ['prompt: a\nturn:\n  - text: b\n', 'x.yaml:1:1: it: Unrecognized key: "turn"'],
    ['turns:\n  - tools:\n      - nane: Bash\n', 'x.yaml:3:9: turns.0.tools.0'],
    ['turns: [', 'x.yaml:1:9:'],
    ['- a', 'x.yaml:1:1: it: Invalid input: expected object'],
  ])('names the place of an error: %j', (text, message) => {
    expect(() => parseScript(text, 'x.yaml')).toThrow(message);
  });

  it('is the same every time', async () => {
    const script = parseScript(example.replace('Bash', 'echo').replace('command: ls', 'text: ls'));
    const once = async () => {
      const { events } = await newAgent({ model: new ScriptedModel(script) }).run(script.prompt);
      return JSON.stringify(events.filter(({ type }) => type !== 'result'));
    };
    expect(await once()).toBe(await once());
  });

  it('ends the turn with an empty text when it has run out', async () => {
    const { result, requests } = await newAgent({ turns: [] }).run();
    expect(result).toMatchObject({ stop_reason: 'end_turn', result: '', turns: 1 });
    expect(requests).toHaveLength(1);
  });
});
