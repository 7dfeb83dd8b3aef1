import { describe, expect, it } from 'vitest';
import { claudeHandlerKey, claudeTimeoutMs } from '../../../src/protocols/claude-code/events.ts';

describe("Claude Code's default timeouts", () => {
  it.each([
    ['PreToolUse', 'command', 600_000],
    ['PreToolUse', 'http', 600_000],
    ['Stop', 'mcp_tool', 600_000],
    ['PreToolUse', 'prompt', 30_000],
    ['Stop', 'agent', 60_000],
    ['UserPromptSubmit', 'command', 30_000],
    ['UserPromptSubmit', 'callback', 30_000],
    ['UserPromptSubmit', 'agent', 60_000],
    ['MessageDisplay', 'command', 10_000],
    ['SessionEnd', 'command', 1_500],
    ['constructor', 'command', 600_000],
  ] as const)('%s %s: %i ms', (point, type, timeoutMs) => {
    expect(claudeTimeoutMs(point, type)).toBe(timeoutMs);
  });
});

describe('the key of a handler', () => {
  it('is the command with its arguments, whatever else is said about it', () => {
    const lint = { type: 'command', command: 'lint.sh' };
    const slow = { ...lint, timeout: 5, statusMessage: 'Linting' };
    expect(claudeHandlerKey(slow)).toBe(claudeHandlerKey(lint));
    expect(claudeHandlerKey({ ...lint, args: ['--fix'] })).not.toBe(claudeHandlerKey(lint));
    expect(claudeHandlerKey({ type: 'http', url: 'http://a' })).not.toBe(
      claudeHandlerKey({ type: 'http', url: 'http://b' }),
    );
  });
});
