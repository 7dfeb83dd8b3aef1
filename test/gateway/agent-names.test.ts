import { expect, it } from 'vitest';
import { agentNamed, agentTable } from '../../src/gateway/agents/agent-table.ts';

it.each([
  ['claude', 'claude-code'],
  ['Claude', 'claude-code'],
  ['gemini-cli', 'gemini'],
  ['codex-cli', 'codex'],
  ['qwen-code', 'qwen'],
  ['kimi-code', 'kimi'],
  ['cursor-agent', 'cursor'],
  ['factory', 'droid'],
])('takes "%s" for %s', (typed, meant) => {
  expect(agentNamed(typed).name).toBe(meant);
});

it.each(Object.values(agentTable))(
  'takes the name, the program and the package of $title for it',
  (agent) => {
    const { program, package: ofNpm } = agent.process;
    for (const typed of [agent.name, program, ofNpm]) expect(agentNamed(typed)).toBe(agent);
  },
);

it.each([
  ['claud', 'claude-code'],
  ['open-code', 'opencode'],
  ['claud-code', 'claude-code'],
])('takes "%s" for a misspelt %s', (typed, meant) => {
  expect(() => agentNamed(typed)).toThrow(`there is no agent "${typed}", did you mean "${meant}"?`);
});

it('has no suggestion for an agent that is not known', () => {
  expect(() => agentNamed('zed')).toThrow('there is no agent "zed"; known are claude-code, codex,');
});
