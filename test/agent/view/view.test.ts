import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/agent/loop/events.ts';
import type { Paint } from '../../../src/agent/view/render-frame.ts';
import { TerminalView } from '../../../src/agent/view/view.ts';
import { type Hooks, modify, notify } from '../../../src/entries/index.ts';
import { quietHooks, sleep } from '../../support/hooks.ts';

function makeView(paint?: Paint): { view: TerminalView; hooks: Hooks; shown: () => string } {
  const { hooks } = quietHooks();
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const view = new TerminalView({
    hooks,
    write,
    ...(paint === undefined ? {} : { paint }),
  });
  return { view, hooks, shown: () => text };
}

const assistant: AgentEvent = {
  type: 'assistant',
  text: 'Looking.',
  content: [
    { type: 'text', text: 'Looking.' },
    { type: 'tool_use', id: '1', name: 'Bash', input: { command: 'ls', timeout: 5 } },
  ],
};
const result: AgentEvent = {
  type: 'tool_result',
  tool_use_id: '1',
  tool_name: 'Bash',
  content: 'a\nb\nc\nd\ne\nf\ng\n',
  is_error: false,
};
const end: AgentEvent = {
  type: 'result',
  session_id: 's',
  stop_reason: 'end_turn',
  turns: 2,
  result: 'Done.',
  usage: { input_tokens: 10, output_tokens: 5 },
};

describe('the terminal view', () => {
  it('shows what an agent says and does, line by line', async () => {
    const { view, shown } = makeView();
    const events: AgentEvent[] = [
      { type: 'model_request', turn: 1, system: '', messages: [] },
      { type: 'phase', phase: 'act' },
      assistant,
      result,
      { type: 'notice', level: 'warning', message: 'careful', hook: 'guard', point: 'PreToolUse' },
      end,
    ];
    for (const event of events) await view.show(event);
    expect(shown()).toBe(
      [
        '— act —',
        'Looking.',
        '● Bash(command: "ls", timeout: 5)',
        '  a',
        '  b',
        '  c',
        '  d',
        '  e',
        '  … 2 more lines',
        '! careful (guard)',
        'end_turn (2 turns, 10 tokens read, 5 written)',
        '',
      ].join('\n'),
    );
  });

  it('says once why a run ended', async () => {
    const { view, shown } = makeView();
    const message = 'the model is gone';
    await view.show({ type: 'notice', level: 'error', message, hook: null, point: null });
    await view.show({ ...end, stop_reason: 'error', reason: message });
    await view.show({ ...end, stop_reason: 'error', reason: 'something else' });
    expect(shown().split('\n')).toEqual([
      '! the model is gone',
      'error (2 turns, 10 tokens read, 5 written)',
      'error: something else (2 turns, 10 tokens read, 5 written)',
      '',
    ]);
  });

  it('shows nothing before the hooks have seen it, and only what they left of it', async () => {
    const { view, hooks, shown } = makeView();
    const seen: string[] = [];
    hooks.on('pre:view:render', { matcher: 'assistant' }, async ({ view: name, data }) => {
      await sleep(20);
      seen.push(`${name}:${shown()}`);
      return modify({ ...(data as object), text: 'Changed.' });
    });
    const showing = [view.show(assistant), view.show(end)];
    expect(shown()).toBe('');
    await Promise.all(showing);
    expect(seen).toEqual(['assistant:']);
    expect(shown()).toMatch(/^Changed\.\n● Bash.*\nend_turn/);
    expect(shown()).not.toContain('Looking');
  });

  it('shows whatever a hook makes of the data, also nothing', async () => {
    const { view, hooks, shown } = makeView();
    const values: unknown[] = ['just text', null, 5, { text: 7, calls: 'x' }, { calls: [null, { name: 1 }] }];
    hooks.on('pre:view:render', () => modify(values.shift()));
    for (let times = values.length; times > 0; times -= 1) await view.show(assistant);
    expect(shown()).toBe('just text\n● undefined()\n● 1()\n');
  });

  it('shows what a hook notifies beside a frame, once', async () => {
    const { view, hooks, shown } = makeView();
    hooks.on('pre:view:render', { name: 'chatty' }, () => notify('rendered'));
    await view.show({ type: 'phase', phase: 'plan' });
    expect(shown()).toBe('— plan —\n! rendered (chatty)\n');
  });

  it('marks what a subagent does, and colours by the function that it is given', async () => {
    const { view, shown } = makeView((text, colour) => `<${colour}>${text}</${colour}>`);
    await view.show({ ...assistant, agent_id: 'a', agent_type: 'explore', content: [] });
    await view.show({ ...result, content: [{ type: 'text', text: 'bad' }], is_error: true });
    expect(shown()).toBe('<cyan>[explore]</cyan> Looking.\n<red>  bad</red>\n');
  });

  it('lets nobody play with the terminal', async () => {
    const { view, shown } = makeView();
    await view.show({ ...result, content: '\u001B[2Jcleared\u0007 \u009B31mred\r\nline\ttab' });
    expect(shown()).toBe('  [2Jcleared 31mred\n  line\ttab\n');
  });

  it('shows frames of the host too', async () => {
    const { view, shown } = makeView();
    await view.render({ view: 'banner', data: 'Welcome' });
    await view.render({ view: 'banner', data: { version: 1 } });
    expect(shown()).toBe('Welcome\n{"version":1}\n');
  });
});
