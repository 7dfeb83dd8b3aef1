import { describe, expect, it } from 'vitest';
import { ask, deny, halt, inject, modify, notify, resume } from '../../../src/engine/outcome/effects.ts';
import { gemini } from '../../../src/protocols/gemini/gemini.ts';
import { callAt, outcomeOf, said, stdoutOf } from '../support.ts';

const read = (reply: unknown, exitCode: number | null = 0, point = 'PreToolUse', stderr = '') =>
  stdoutOf(gemini, point, said(JSON.stringify(reply), { exitCode, stderr }));

const text = (stdout: string, exitCode: number, stderr = '') =>
  stdoutOf(gemini, 'PreToolUse', said(stdout, { exitCode, stderr }));

const denial = { decision: 'deny', reason: 'no' };
const nested = { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } };

describe('a refusal for Gemini CLI', () => {
  it.each([0, 1, 2, 3])('counts at exit code %d', (exitCode) => {
    expect(read(denial, exitCode)).toMatchObject({ effects: [deny('no')], failure: null });
    expect(text('', exitCode, JSON.stringify(denial))).toMatchObject({ effects: [deny('no')] });
    expect(read(JSON.stringify(denial), exitCode).effects).toEqual([deny('no')]);
  });

  it.each([126, 127, null])('counts beside the failure of exit code %s', (exitCode) => {
    const { effects, failure } = read(denial, exitCode);
    expect(effects).toEqual([deny('no')]);
    expect(failure).toBe(exitCode === null ? 'exit' : 'missing');
  });

  it('counts in the words of Claude Code, once', () => {
    expect(read(nested).effects).toEqual([deny('no')]);
    expect(read({ decision: 'block', reason: 'no', ...nested }).effects).toEqual([deny('no')]);
    expect(read({ hookSpecificOutput: { permissionDecision: 'ask' } }).effects).toEqual([ask()]);
    expect(read({ hookSpecificOutput: { permissionDecision: 'allow' } })).toMatchObject({
      effects: [],
      failure: null,
    });
    expect(read({ hookSpecificOutput: { permissionDecision: 'DENY' } }).failure).toBe('unclear');
    expect(read({ decision: 'ask', ...nested }).effects).toContainEqual(deny('no'));
  });

  it('is an exit code above 1, also beside a reply that grants', () => {
    expect(text('', 2, 'no').effects).toEqual([deny('no')]);
    expect(text('no', 3).effects).toEqual([deny('no')]);
    expect(text('', 2).effects).toEqual([deny()]);
    expect(read({ decision: 'allow' }, 2, 'PreToolUse', 'no').effects).toEqual([deny('no')]);
    expect(read({ systemMessage: 'hi' }, 2).effects).toEqual([deny(), notify('hi')]);
    expect(read({ action: 'deny' }, 2).effects).toEqual([deny()]);
  });

  it('is none by exit code 1, but unclear words stay unclear', () => {
    expect(text('', 1, 'oops')).toMatchObject({ effects: [], failure: 'exit' });
    expect(read({}, 1)).toMatchObject({ effects: [], failure: 'exit' });
    expect(read({ decision: 'DENY' }, 1)).toMatchObject({ effects: [], failure: 'unclear' });
    expect(read({ action: 'deny' }, 1)).toMatchObject({ effects: [], failure: 'unclear' });
  });

  it('goes by the event', () => {
    expect(read(denial, 0, 'Stop').effects).toEqual([resume('no')]);
    expect(read(denial, 0, 'PostToolUse').effects).toEqual([modify('no')]);
    expect(read({ continue: false, stopReason: 'done' }).effects).toEqual([halt('done')]);
  });
});

describe('what else a hook for Gemini CLI says', () => {
  it('is text for the person, but not from a guard', () => {
    expect(text('all is well', 0).effects).toEqual([notify('all is well')]);
    const call = callAt('PreToolUse');
    const guarded = { ...call, context: { ...call.context, guard: true } };
    expect(outcomeOf(() => gemini.readOutput(said('all is well'), guarded)).failure).toBe('unclear');
    expect(outcomeOf(() => gemini.readOutput(said('{"note":1}'), guarded)).failure).toBe('unclear');
  });

  it('is context, except before a tool', () => {
    const reply = (event: string) => ({
      hookSpecificOutput: { hookEventName: event, additionalContext: 'x' },
    });
    expect(read(reply('BeforeAgent'), 0, 'UserPromptSubmit').effects).toEqual([inject('x')]);
    expect(read(reply('BeforeTool')).effects).toEqual([]);
    expect(read(reply('AfterTool')).failure).toBe('invalid');
  });

  it('is merged into the input, and told where nothing does it here', () => {
    expect(read({ hookSpecificOutput: { tool_input: { command: 'pwd' } } }).effects).toEqual([
      modify({ command: 'pwd', description: 'List files' }),
    ]);
    expect(read({ hookSpecificOutput: { tailToolCallRequest: {} } }).effects).toEqual([
      expect.objectContaining({ type: 'notify', level: 'warning' }),
    ]);
  });
});
