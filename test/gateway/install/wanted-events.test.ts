import { expect, it } from 'vitest';
import type { AgentProduct } from '../../../src/gateway/agents/agent-product.ts';
import { claudeCodeAgent } from '../../../src/gateway/agents/claude-code.ts';
import { geminiAgent } from '../../../src/gateway/agents/gemini.ts';
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

it('installs the events that have hooks, and that before tool calls always', () => {
  expect(events(claudeCodeAgent)).toEqual(['PreToolUse']);
  expect(events(claudeCodeAgent, 'PreToolUse', 'Stop')).toEqual(['PreToolUse', 'Stop']);
});

it('installs the event after a tool call where the one before it cannot carry what hooks say', () => {
  expect(events(geminiAgent, 'PreToolUse')).toEqual(['BeforeTool', 'AfterTool']);
  expect(events(geminiAgent, 'Stop')).toEqual(['BeforeTool', 'AfterAgent']);
});
