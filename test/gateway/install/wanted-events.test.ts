import { expect, it } from 'vitest';
import type { AgentProduct } from '../../../src/gateway/agents/agent-product.ts';
import { claudeCodeAgent } from '../../../src/gateway/agents/claude-code.ts';
import { geminiAgent } from '../../../src/gateway/agents/gemini.ts';
import { opencodeAgent } from '../../../src/gateway/agents/opencode.ts';
import { wantedHandlers } from '../../../src/gateway/install/wanted-events.ts';

const events = (agent: AgentProduct, ...points: readonly string[]): readonly string[] => [
  ...wantedHandlers(agent, {
    scope: 'project',
    folder: '/project',
    points: new Set(points),
    open: false,
    trust: true,
  }).keys(),
];

it('installs the events that have hooks; that before tool calls and that at the start always', () => {
  expect(events(claudeCodeAgent)).toEqual(['PreToolUse', 'SessionStart']);
  expect(events(claudeCodeAgent, 'PreToolUse', 'Stop')).toEqual(['PreToolUse', 'Stop', 'SessionStart']);
  // Nobody would read what is said there.
  expect(events(opencodeAgent)).toEqual(['tool.execute.before']);
});

it('installs the event after a tool call where the one before it cannot carry what hooks say', () => {
  expect(events(geminiAgent, 'PreToolUse')).toEqual(['BeforeTool', 'AfterTool', 'SessionStart']);
  expect(events(geminiAgent, 'Stop')).toEqual(['BeforeTool', 'AfterAgent', 'SessionStart']);
});
