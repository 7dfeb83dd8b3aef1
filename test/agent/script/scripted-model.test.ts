import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScript, readScript } from '../../../src/agent/script/script.ts';
import { ScriptedModel } from '../../../src/agent/script/scripted-model.ts';
import { ConfigError } from '../../../src/config/source/problem.ts';
import { Scratch } from '../../support/scratch.ts';
import { newAgent } from '../support.ts';

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
  it('is YAML: a prompt, an agent, turns, and what subagents say', async () => {
    const file = new Scratch().write('script.yaml', example);
    expect(await readScript(file)).toEqual({
      prompt: 'List the files',
      agent: 'agent1',
      turns: [{ text: 'Looking.', tools: [{ name: 'Bash', input: { command: 'ls' } }] }, { text: 'Done.' }],
      subagents: { explore: [{ text: 'Found it.' }] },
      steps: [],
    });
  });

  it('can have all that the guide shows', () => {
    const guide = readFileSync(new URL('../../../docs/guides/agent.md', import.meta.url), 'utf8');
    const [, shown = ''] = /```yaml\n(prompt: Build it\n[\s\S]*?)```/.exec(guide) ?? [];
    expect(parseScript(shown)).toMatchObject({
      setup: 'maintenance',
      compactAt: 20_000,
      approve: [true, false],
      team: { name: 'builders', teammates: { ann: [{ text: 'Written.' }] } },
      steps: [
        { notify: {} },
        { phase: 'deploy' },
        { compact: 'Keep the names of files.' },
        { clear: true },
        {},
      ],
    });
  });

  it.each([
    ['turns:\n  - text: [1]\n', 'x.yaml:2:11: error: "text" takes text, not a list'],
    ['prompt: a\nturn:\n  - text: b\n', 'x.yaml:2:1: error: unknown key "turn", did you mean "turns"?'],
    [
      'turns:\n  - tools:\n      - name: Bash\n        inputs: {}',
      '4:9: error: unknown key "inputs", did you mean "input"?',
    ],
    [
      'turns: [{ command: ls }]',
      '1:11: error: unknown key "command": here it can be one of text, tools, stop_reason, usage',
    ],
    ['turns: [{ name: Bash }]', '1:11: error: unknown key "name"; it is a key of each entry of "tools"'],
    [
      'turns: [Hello]',
      '1:9: error: each entry of "turns" takes a turn, with "text", "tools" or both, not "Hello"',
    ],
    ['turns: [{ tools: [{}] }]', '1:19: error: "name" is missing: it takes the name of a tool'],
    ['subagents: { explore: { text: a } }', '1:23: error: "explore" takes a list of turns, not { text }'],
    ['', 'x.yaml:1:1: error: "turns" is missing: it takes a list of turns'],
    ['prompt: a', 'x.yaml:1:1: error: "turns" is missing: it takes a list of turns'],
    ['turns:', '1:1: error: "turns" is empty: it takes a list of turns'],
    ['turns: [', 'x.yaml:1:9: error: '],
    ['- a', 'x.yaml:1:1: error: the file takes a script, with "prompt" and "turns", not a list'],
  ])('names the place of an error, and what would be right: %j', (text, message) => {
    expect(() => parseScript(text, 'x.yaml')).toThrow(message);
  });

  it('has all of its errors told at once, with the line', () => {
    const text = 'promt: a\nturns:\n  - text: 1\n';
    expect(() => parseScript(text, 'x.yaml')).toThrow(ConfigError);
    expect(() => parseScript(text, 'x.yaml')).toThrow(
      /3:11: .*\n {2}3 \| {3}- text: 1\n.*\^\n[\s\S]*1:1: .*did you mean "prompt"/,
    );
  });

  it('that is not there is no script', async () => {
    await expect(readScript('nowhere.yaml')).rejects.toThrow(
      'nowhere.yaml cannot be read: it does not exist',
    );
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
