import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AgentRun, bash, keepsIn, runAgent } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

/** What hooks of both wires with text saw of each call, beside what the model got. */
function seen({ cwd }: AgentRun, file: string, field: string): readonly unknown[] {
  const lines = readFileSync(join(cwd, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line)[field]);
}

const everyTool = [
  { text: 'a', ...bash('echo out; echo err >&2') },
  bash('true'),
  { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'one\ntwo\n' } }] },
  { tools: [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: 'three' } }] },
  { tools: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
  { tools: [{ name: 'Grep', input: { pattern: 'three' } }] },
  { tools: [{ name: 'Glob', input: { pattern: '*.txt' } }] },
  { tools: [{ name: 'Task', input: { prompt: 'Look', subagent_type: 'explore' } }] },
];

describe('what hooks read of a tool', () => {
  it('is the text that the model gets, for every tool and on every wire that sends text', async () => {
    const run = await runAgent({
      hooks: {
        PostToolUse: [
          keepsIn('hookline.log'),
          keepsIn('massgen.log', { protocol: 'massgen' }),
          keepsIn('armament.log', { protocol: 'armament' }),
        ],
      },
      script: { turns: everyTool, subagents: { explore: [{ text: 'Found it.' }] } },
    });
    expect(run.results).toHaveLength(everyTool.length);
    expect(run.results[0]).toBe('out\nerr');
    expect(seen(run, 'hookline.log', 'tool_output')).toEqual(run.results);
    expect(seen(run, 'massgen.log', 'tool_output')).toEqual(run.results);
    expect(seen(run, 'armament.log', 'result')).toEqual(run.results);
  });

  it('is what an earlier hook left of it, as the model will get that', async () => {
    const run = await runAgent({
      hooks: {
        PostToolUse: [
          { type: 'module', handler: './redact.mjs' },
          keepsIn('hookline.log'),
          keepsIn('armament.log', { protocol: 'armament' }),
        ],
      },
      script: { turns: [bash('echo key=1; echo key=2 >&2'), everyTool[2]] },
      files: {
        'redact.mjs': `export default ({ tool_response: old }) => ({
  modify: { tool_response: JSON.parse(JSON.stringify(old).replaceAll(/key=\\d|one/g, '…')) },
});
`,
      },
    });
    expect(run.results[0]).toBe('…\n…');
    expect(run.results[1]).toContain('"content":"…\\ntwo\\n"');
    expect(seen(run, 'hookline.log', 'tool_output')).toEqual(run.results);
    expect(seen(run, 'armament.log', 'result')).toEqual(run.results);
  });

  it('is text in a script too, and what is set in its place is what the model gets', async () => {
    const { of, results } = await runAgent({
      config: { hooks: { scripts: ['mine.arma'] } },
      files: {
        'mine.arma':
          'hook post:tool /log info "$tool said $result"\nhook post:tool /set result "[$result]"\n',
      },
      script: { turns: [bash('echo a; echo b >&2')] },
    });
    expect(of('notice').map(({ message }) => message)).toEqual(['shell said a\nb']);
    expect(results).toEqual(['[a\nb]']);
  });

  it('is text where a response is fired by hand, in the shapes that agents send', async () => {
    const responses = [
      ['plain', 'plain'],
      [{ stdout: 'out\n', stderr: 'err', interrupted: false, isImage: false }, 'out\nerr'],
      [
        [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
        'one\ntwo',
      ],
      [{ content: [{ type: 'text', text: 'inner' }] }, 'inner'],
      [{ rows: 3 }, '{"rows":3}'],
    ] as const;
    const cwd = folderWith({
      'hookline.yaml': 'hooks: { scripts: [mine.arma] }',
      'mine.arma': 'hook post:tool /log info "$result"\n',
    });
    const fired = responses.map(async ([response]) => {
      const input = JSON.stringify({ tool_name: 'Bash', tool_input: {}, tool_response: response });
      const { stdout } = await hookline(['fire', 'PostToolUse', '--json', '-i', '-'], { cwd, input });
      return JSON.parse(stdout).notices[0].message;
    });
    expect(await Promise.all(fired)).toEqual(responses.map(([, text]) => text));
  });
});
