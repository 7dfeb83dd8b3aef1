import { describe, expect, it } from 'vitest';
import { hooksOf, Project } from '../../support/configuration/settings.ts';
import { bash } from '../../support/hooks.ts';

const deny = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'not here',
  },
};

describe("Claude Code's settings", () => {
  it('load as they are: exit code 2 denies with what the hook wrote to stderr', async () => {
    const project = new Project();
    const { hooks } = await project.settings(hooksOf('PreToolUse', 'echo "no network" >&2; exit 2'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'no network' });
    expect(outcome.decidedBy).toBe('command_echo "no network" >&2; exit 2');
  });

  it('speak the wire of Claude Code', async () => {
    const project = new Project();
    project.write('answer.json', deny);
    const { hooks } = await project.settings(
      hooksOf('PreToolUse', 'cat > "$CLAUDE_PROJECT_DIR/seen"; cat "$CLAUDE_PROJECT_DIR/answer.json"'),
    );
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'not here' });
    expect(JSON.parse(project.lines('seen').join(''))).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 'call-1',
    });
  });
});
