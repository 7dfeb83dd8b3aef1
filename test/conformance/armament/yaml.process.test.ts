import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ConfigError } from '../../../src/config/source/problem.ts';
import type { FireInput, FireRef } from '../../../src/engine/points/point-types.ts';
import { Scratch } from '../../support/scratch.ts';
import { armament } from '../catalogue/armament.ts';
import { conforms } from '../line.ts';
import { ran, yamlHost } from '../yaml-host.ts';

const folder = new Scratch().path;
const yaml = yamlHost(folder);

/** A file that answers what an Armament hook answers, from a script. */
const answers = (point: string, answer: string): string => `
hooks:
  ${point}:
    - { name: hook, type: command, protocol: armament, handler: "echo '${answer.replaceAll('"', '\\"')}'" }
`;
const abort = '{"abort": true, "reason": "no"}';

const events: Readonly<Record<string, object>> = {
  'pre:message': { prompt: 'old' },
  'post:message': { output: 'old' },
  'pre:tool': { tool_name: 'shell', tool_input: { command: 'old' }, tool_use_id: '1' },
  'post:tool': { tool_name: 'shell', tool_input: {}, tool_response: 'old', tool_use_id: '1' },
  'pre:agent:spawn': { agent_type: 'explore', config: 'old' },
  'post:agent:complete': { agent_type: 'explore', agent_id: 'a', result: 'done' },
  'pre:session:phase': { phase: 'act' },
  'post:session:phase': { phase: 'act' },
  'pre:git:write': { path: '/a', content: 'old' },
  'post:git:write': { path: '/a', content: 'old' },
  'pre:view:render': { view: 'main', data: 'old' },
};

async function fireAt(point: string, text: string) {
  const { hooks } = await yaml(text);
  return hooks.fire(point as FireRef, events[point] as FireInput<FireRef>);
}

const aborts = (point: string) => async () => {
  expect(await fireAt(point, answers(point, abort))).toMatchObject({
    decision: 'deny',
    reason: 'no',
    decidedBy: 'hook',
  });
};

const cannotAbort = (point: string) => async () => {
  const outcome = await fireAt(point, answers(point, abort));
  expect(outcome).toMatchObject({ decision: null, suppressed: false, resume: false });
  expect(outcome.runs[0]?.dropped).toMatchObject([{ type: 'deny' }]);
};

const modifies =
  (point: string, field: string, value: unknown = 'new') =>
  async () => {
    const outcome = await fireAt(point, answers(point, `{"modify": {"${field}": "new"}}`));
    expect(outcome).toMatchObject({ modified: true, value });
  };

const cannotModify = (point: string) => async () => {
  const outcome = await fireAt(point, answers(point, '{"modify": {"result": "new"}}'));
  expect(outcome.modified).toBe(false);
  expect(outcome.notices).toMatchObject([{ level: 'warning', message: expect.stringContaining('dropped') }]);
};

describe('Hook Points', () => {
  conforms(armament, '003.points.pre:message.abort', 'hookline.yaml', aborts('pre:message'));
  conforms(armament, '003.points.pre:message.modify', 'hookline.yaml', modifies('pre:message', 'prompt'));
  conforms(armament, '003.points.post:message.abort', 'hookline.yaml', cannotAbort('post:message'));
  conforms(armament, '003.points.post:message.modify', 'hookline.yaml', modifies('post:message', 'output'));
  conforms(armament, '003.points.pre:tool.abort', 'hookline.yaml', aborts('pre:tool'));
  conforms(
    armament,
    '003.points.pre:tool.modify',
    'hookline.yaml',
    modifies('pre:tool', 'args', { command: 'new' }),
  );
  conforms(armament, '003.points.post:tool.abort', 'hookline.yaml', cannotAbort('post:tool'));
  conforms(armament, '003.points.post:tool.modify', 'hookline.yaml', modifies('post:tool', 'result'));
  conforms(armament, '003.points.pre:agent:spawn.abort', 'hookline.yaml', aborts('pre:agent:spawn'));
  conforms(
    armament,
    '003.points.pre:agent:spawn.modify',
    'hookline.yaml',
    modifies('pre:agent:spawn', 'config'),
  );
  conforms(
    armament,
    '003.points.post:agent:complete.abort',
    'hookline.yaml',
    cannotAbort('post:agent:complete'),
  );
  conforms(
    armament,
    '003.points.post:agent:complete.modify',
    'hookline.yaml',
    cannotModify('post:agent:complete'),
  );
  conforms(armament, '003.points.pre:session:phase.abort', 'hookline.yaml', aborts('pre:session:phase'));
  conforms(
    armament,
    '003.points.pre:session:phase.modify',
    'hookline.yaml',
    cannotModify('pre:session:phase'),
  );
  conforms(
    armament,
    '003.points.post:session:phase.abort',
    'hookline.yaml',
    cannotAbort('post:session:phase'),
  );
  conforms(
    armament,
    '003.points.post:session:phase.modify',
    'hookline.yaml',
    cannotModify('post:session:phase'),
  );
  conforms(armament, '003.points.pre:git:write.abort', 'hookline.yaml', aborts('pre:git:write'));
  conforms(
    armament,
    '003.points.pre:git:write.modify',
    'hookline.yaml',
    modifies('pre:git:write', 'content'),
  );
  conforms(armament, '003.points.post:git:write.abort', 'hookline.yaml', cannotAbort('post:git:write'));
  conforms(armament, '003.points.post:git:write.modify', 'hookline.yaml', cannotModify('post:git:write'));
  conforms(armament, '003.points.pre:view:render.abort', 'hookline.yaml', cannotAbort('pre:view:render'));
  conforms(
    armament,
    '003.points.pre:view:render.modify',
    'hookline.yaml',
    modifies('pre:view:render', 'data'),
  );
});

describe('Execution Order', () => {
  conforms(armament, '003.order.1', 'hookline.yaml', async () => {
    writeFileSync(join(folder, 'order.arma'), 'hook pre:message /log debug "script"\n');
    const outcome = await fireAt(
      'pre:message',
      `
hooks:
  scripts: [order.arma]
  pre:message:
    - { name: usual, type: command, handler: "true" }
    - { name: security, priority: 10, type: command, handler: "true" }
    - { name: critical, priority: 1, type: command, handler: "true" }
`,
    );
    expect(ran(outcome)).toEqual(['critical', 'security', 'order.arma:1', 'usual']);
  });

  conforms(armament, '003.order.6', 'hookline.yaml', async () => {
    const outcome = await fireAt(
      'pre:message',
      `
hooks:
  pre:message:
    - { name: stop, protocol: armament, type: command, handler: "echo '{\\"abort\\": true}'" }
    - { name: later, type: command, handler: "true" }
`,
    );
    expect(outcome.decision).toBe('deny');
    expect(ran(outcome)).toEqual(['stop']);
  });
});

describe('Enable/Disable', () => {
  conforms(armament, '003.enable.1', 'hookline.yaml', async () => {
    const { hooks } = await yaml(answers('pre:message', abort));
    const decision = async () => (await hooks.fire('pre:message', { prompt: 'hi' })).decision;
    hooks.disable('hook');
    expect([hooks.isEnabled('hook'), await decision()]).toEqual([false, null]);
    hooks.enable('hook');
    expect([hooks.isEnabled('hook'), await decision()]).toEqual([true, 'deny']);
  });
});

describe('Scripting Integration', () => {
  const script = (permissions: string): Promise<Awaited<ReturnType<typeof yaml>>> => {
    writeFileSync(
      join(folder, 'seed.arma'),
      [
        'hook pre:message /log debug "Sending: $prompt"',
        'hook pre:tool:shell /perms check shellExec',
        'hook post:agent:complete /notify "Agent $agent finished"',
        '',
      ].join('\n'),
    );
    return yaml(`hooks: { scripts: seed.arma }\npermissions: ${permissions}\n`);
  };

  conforms(armament, '003.scripts.1', 'hookline.yaml', async () => {
    const { hooks } = await script('[]');
    expect(hooks.list().map(({ point, matcher, priority }) => [point, matcher, priority])).toEqual([
      ['pre:message', '*', 50],
      ['PreToolUse', 'shell', 50],
      ['post:agent:complete', '*', 50],
    ]);
  });

  conforms(armament, '003.scripts.2', 'hookline.yaml', async () => {
    const { hooks } = await script('[]');
    const { notices } = await hooks.fire('pre:message', { prompt: 'hello' });
    expect(notices).toEqual([{ message: 'Sending: hello', level: 'debug', hook: 'seed.arma:1' }]);
  });

  conforms(armament, '003.scripts.3', 'hookline.yaml', async () => {
    const decide = async (permissions: string, tool: string) => {
      const { hooks } = await script(permissions);
      const call = { tool_name: tool, tool_input: {}, tool_use_id: '1' };
      return (await hooks.fire('PreToolUse', call)).decision;
    };
    expect(await decide('[]', 'shell')).toBe('deny');
    expect(await decide('{ shellExec: false }', 'shell')).toBe('deny');
    expect(await decide('[shellExec]', 'shell')).toBe(null);
    expect(await decide('{ shellExec: true }', 'shell')).toBe(null);
    expect(await decide('[]', 'Read')).toBe(null);
  });

  conforms(armament, '003.scripts.4', 'hookline.yaml', async () => {
    const { hooks } = await script('[]');
    const done = { agent_type: 'explore', agent_id: 'a7', agent: 'a7', result: 'found' };
    const { notices } = await hooks.fire('post:agent:complete', done as FireInput<'post:agent:complete'>);
    expect(notices).toMatchObject([{ message: 'Agent a7 finished', level: 'info' }]);
  });
});

describe('Configuration', () => {
  const failing = (behavior: string) => `
hooks:
  errorBehavior: ${behavior}
  pre:message:
    - { name: broken, type: command, handler: "exit 3" }
  post:message:
    - { name: broken too, type: command, handler: "exit 3" }
`;

  conforms(armament, '003.config.1', 'hookline.yaml', async () => {
    const { hooks, log } = await yaml(failing('skip'));
    expect((await hooks.fire('pre:message', { prompt: 'hi' })).decision).toBe(null);
    expect(log).toEqual([]);
  });

  conforms(armament, '003.config.2', 'hookline.yaml', async () => {
    const { hooks } = await yaml(failing('abort'));
    expect((await hooks.fire('pre:message', { prompt: 'hi' })).decision).toBe('deny');
    // Where nothing can be blocked, the file's default can only be to log.
    const after = await hooks.fire('post:message', { output: 'hi' });
    expect(after).toMatchObject({ decision: null, runs: [{ status: 'failed' }] });
  });

  conforms(armament, '003.config.3', 'hookline.yaml', async () => {
    const { hooks, log } = await yaml(failing('log'));
    expect((await hooks.fire('pre:message', { prompt: 'hi' })).decision).toBe(null);
    expect(log).toMatchObject([{ level: 'error', hook: 'broken' }]);
  });

  conforms(armament, '003.config.4', 'hookline.yaml', async () => {
    const { hooks } = await yaml(`
hooks:
  errorBehavior: log    # skip | abort | log
  timeout: 5000         # Max hook execution time (ms)
  maxHooksPerPoint: 50  # Safety limit
  pre:message:
    - { name: usual, type: command, handler: "true" }
    - { name: own, timeout: 60, type: command, handler: "true" }
`);
    expect(hooks.list().map(({ timeoutMs }) => timeoutMs)).toEqual([5000, 60_000]);
  });

  conforms(armament, '003.config.5', 'hookline.yaml', async () => {
    const entries = (count: number) => '    - { type: command, handler: "true" }\n'.repeat(count);
    const text = (count: number) => `hooks:\n  maxHooksPerPoint: 50\n  pre:message:\n${entries(count)}`;
    expect((await yaml(text(50))).hooks.list()).toHaveLength(50);
    const problem = await yaml(text(51)).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ConfigError);
    expect(String(problem)).toContain('pre:message has more hooks than the 50 that maxHooksPerPoint allows');
  });
});
