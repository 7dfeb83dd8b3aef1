import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PermissionMode, ToolGate, type ToolGateOptions } from '../../../src/entries/agent.ts';
import { ask, deny, type Hooks, inject, modify } from '../../../src/entries/index.ts';
import { quietHooks, sleep } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

type Setting = Omit<Partial<ToolGateOptions>, 'hooks'>;

function newGate(setting: Setting = {}): { gate: ToolGate; hooks: Hooks; call: typeof call; ran: unknown[] } {
  const { hooks } = quietHooks();
  const gate = new ToolGate({ hooks, ...setting });
  const ran: unknown[] = [];
  const call = (
    name: string,
    input: Readonly<Record<string, unknown>>,
    options: Parameters<ToolGate['call']>[2] = {},
  ): ReturnType<ToolGate['call']> =>
    gate.call(
      { id: 'c1', name, input },
      (final) => {
        ran.push(final);
        return 'ran';
      },
      options,
    );
  return { gate, hooks, call, ran };
}

const schema = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] };

describe('the tool gate', () => {
  it('works with any hooks and any function that runs a tool', async () => {
    const { gate, hooks, call } = newGate();
    hooks.on('PreToolUse', { matcher: 'Bash' }, () => inject('Careful.'));
    expect(await call('Bash', { command: 'ls' })).toEqual({
      content: 'ran',
      response: 'ran',
      appended: [],
      isError: false,
      messages: [],
      halted: false,
      haltReason: null,
      executed: true,
      input: { command: 'ls' },
    });
    expect(gate.pending.appendTo('You help.', '')).toBe('You help.\n\nCareful.');
  });

  it('makes a tool error of a modified input that does not fit the schema, and never runs the original', async () => {
    const { hooks, call, ran } = newGate();
    const errors: string[] = [];
    hooks.on('PreToolUse', { name: 'breaker' }, () => modify({ command: 7 }));
    hooks.on('PostToolUseFailure', ({ error }) => void errors.push(error));
    const answer = await call('Bash', { command: 'ls' }, { inputSchema: schema });
    expect(ran).toEqual([]);
    expect(answer).toMatchObject({ isError: true, executed: false });
    expect(answer.content).toBe(
      'The input of Bash, as the hook "breaker" changed it, does not fit its schema:\ncommand: Invalid input: expected string, received number',
    );
    expect(errors).toEqual([answer.content]);
  });

  it('replaces the whole input, {} included', async () => {
    const { hooks, call, ran } = newGate();
    hooks.on('PreToolUse', () => modify({}));
    await call('Bash', { command: 'ls' });
    expect(ran).toEqual([{}]);
    const answer = await call('Bash', { command: 'ls' }, { inputSchema: schema });
    expect(answer.content).toContain('command: Invalid input');
  });

  it('trusts an input that no hook changed where the schema cannot be checked, and no other', async () => {
    const { hooks, call, ran } = newGate();
    const unusual = { type: 'object', if: {} };
    await call('Bash', { command: 'ls' }, { inputSchema: unusual });
    expect(ran).toHaveLength(1);
    hooks.on('PreToolUse', () => modify({ command: 'pwd' }));
    const answer = await call('Bash', { command: 'ls' }, { inputSchema: unusual });
    expect(ran).toHaveLength(1);
    expect(answer.content).toContain('cannot be checked');
  });

  it('shows a changed structured response as the tool renders it', async () => {
    const { hooks, gate } = newGate();
    hooks.on('PostToolUse', ({ tool_response }) => modify({ ...(tool_response as object), stdout: 'b' }));
    const run = () => ({ content: 'a', response: { stdout: 'a' } });
    const call = { id: 'c1', name: 'Bash', input: {} };
    expect((await gate.call(call, run)).content).toBe('{"stdout":"b"}');
    const render = (response: unknown) => (response as { stdout: string }).stdout;
    expect((await gate.call(call, run, { render })).content).toBe('b');
  });

  it('gives nobody a response that hooks could not judge, and one that cannot be rendered', async () => {
    const { hooks, gate } = newGate();
    const call = { id: 'c1', name: 'Bash', input: {} };
    const render = (): never => {
      throw new Error('no picture');
    };
    hooks.on('PostToolUse', { guard: true, matcher: 'Bash' }, () => {});
    const unjudged = await gate.call(call, () => ({ content: 'secret', response: { at: new Date() } }));
    expect(unjudged).toMatchObject({ isError: true, executed: true });
    expect(unjudged.content).toContain('must be plain data');
    hooks.on('PostToolUse', () => modify({ changed: true }));
    const answer = await gate.call(call, () => ({ content: 'secret', response: {} }), { render });
    expect(answer.content).toBe('Hooks could not judge this call of Bash: no picture');
  });

  it('tells hooks of a failure by an interrupt, though the call was aborted', async () => {
    const { hooks, gate } = newGate();
    const seen: unknown[] = [];
    hooks.on('PostToolUseFailure', ({ is_interrupt }) => void seen.push(is_interrupt));
    const controller = new AbortController();
    const answer = await gate.call(
      { id: 'c1', name: 'Bash', input: {} },
      () => {
        controller.abort();
        throw new Error('killed');
      },
      { signal: controller.signal },
    );
    expect(seen).toEqual([true]);
    expect(answer).toMatchObject({ content: 'killed', isError: true });
  });

  it('does not run a tool when the call was cancelled while hooks judged it', async () => {
    const { hooks, call, ran } = newGate();
    const controller = new AbortController();
    hooks.on('PreToolUse', () => controller.abort());
    const answer = await call('Bash', {}, { signal: controller.signal });
    expect(ran).toEqual([]);
    expect(answer.isError).toBe(true);
  });
});

describe('permission modes', () => {
  const kinds = { reads: { readOnly: true }, edits: { edits: true }, runs: {} };
  it.each<[PermissionMode, Record<keyof typeof kinds, string>]>([
    ['default', { reads: 'run', edits: 'ask', runs: 'ask' }],
    ['acceptEdits', { reads: 'run', edits: 'run', runs: 'ask' }],
    ['plan', { reads: 'run', edits: 'deny', runs: 'deny' }],
    ['bypassPermissions', { reads: 'run', edits: 'run', runs: 'run' }],
    ['dontAsk', { reads: 'run', edits: 'deny', runs: 'deny' }],
  ])('%s', async (mode, expected) => {
    const asked: string[] = [];
    const approver = () => {
      asked.push('ask');
      return true;
    };
    const { call } = newGate({ permissions: { mode, approver } });
    const found: Record<string, string> = {};
    for (const [kind, traits] of Object.entries(kinds)) {
      asked.length = 0;
      const { executed } = await call('tool', {}, traits);
      found[kind] = executed ? (asked[0] ?? 'run') : 'deny';
    }
    expect(found).toEqual(expected);
  });

  it('a hook’s deny holds even in bypassPermissions', async () => {
    const { hooks, call, ran } = newGate();
    hooks.on('PreToolUse', () => deny());
    await call('Bash', {});
    expect(ran).toEqual([]);
  });

  it('a hook’s grant lifts neither a deny rule nor an ask rule nor the plan', async () => {
    const rules = { deny: ['Bash(rm *)'], ask: ['Bash(git push *)'] };
    const { hooks, call } = newGate({ permissions: { rules } });
    hooks.on('PreToolUse', () => ({ type: 'allow', reason: null }));
    expect((await call('Bash', { command: 'rm -rf /' })).content).toBe(
      'Permission denied: the rule Bash(rm *) denies it: rm -rf /',
    );
    expect((await call('Bash', { command: 'git push -f' })).content).toContain('there is no person to ask');
    expect((await call('Bash', { command: 'ls' })).executed).toBe(true);
    const planned = newGate({ permissions: { mode: 'plan' } });
    planned.hooks.on('PreToolUse', () => ({ type: 'allow', reason: null }));
    expect((await planned.call('Bash', { command: 'ls' })).executed).toBe(false);
  });

  it('a deny from anywhere beats the approver, who is not asked', async () => {
    let asked = 0;
    const approver = () => {
      asked += 1;
      return true;
    };
    const { hooks, call } = newGate({ permissions: { rules: { deny: ['Bash'] }, approver } });
    hooks.on('PreToolUse', () => ask());
    await call('Bash', {});
    expect(asked).toBe(0);
  });
});

describe('the approver', () => {
  it('may deny with a reason, change the input, fail, or never answer', async () => {
    const controller = new AbortController();
    const gateWith = (approver: NonNullable<ConstructorParameters<typeof ToolGate>[0]['permissions']>) =>
      newGate({ permissions: approver });
    const denied = gateWith({ mode: 'default', approver: () => ({ allow: false, reason: 'not now' }) });
    expect((await denied.call('Bash', {})).content).toBe('Permission denied by the user: not now');

    const changed = gateWith({
      mode: 'default',
      approver: () => ({ allow: true, input: { command: 'pwd' } }),
    });
    await changed.call('Bash', { command: 'ls' });
    expect(changed.ran).toEqual([{ command: 'pwd' }]);

    const failed = gateWith({ mode: 'default', approver: () => Promise.reject(new Error('terminal gone')) });
    expect((await failed.call('Bash', {})).content).toContain('asking failed (terminal gone)');

    const silent = gateWith({ mode: 'default', approver: () => new Promise(() => {}) });
    const waiting = silent.call('Bash', {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    expect((await waiting).content).toContain('interrupted');
    expect([...failed.ran, ...silent.ran, ...denied.ran]).toEqual([]);
  });

  it('cannot approve an input that rules or guards deny', async () => {
    const approver = () => ({ allow: true as const, input: { command: 'rm x' } });
    const ruled = newGate({ permissions: { mode: 'default', rules: { deny: ['Bash(rm *)'] }, approver } });
    expect((await ruled.call('Bash', { command: 'ls' })).content).toContain('the rule Bash(rm *) denies it');
    expect(ruled.ran).toEqual([]);
  });
});

describe('protected paths', () => {
  function protecting(): ReturnType<typeof newGate> & { folder: Scratch } {
    const folder = new Scratch();
    mkdirSync(join(folder.path, 'hooks'));
    mkdirSync(join(folder.path, 'other'));
    folder.write('hookline.yaml', 'hooks: {}');
    folder.write('hooks/no-rm.sh', '#!/bin/sh');
    folder.write('other/no-rm.sh', '#!/bin/sh');
    symlinkSync(join(folder.path, 'hooks'), join(folder.path, 'link'));
    symlinkSync(join(folder.path, 'hookline.yaml'), join(folder.path, 'alias.txt'));
    const gate = newGate({ cwd: folder.path, protectedPaths: ['hookline.yaml', 'hooks/no-rm.sh'] });
    return { ...gate, folder };
  }

  it.each([
    'hookline.yaml',
    './hookline.yaml',
    'other/../hookline.yaml',
    'hooks/no-rm.sh',
    'link/no-rm.sh',
    'alias.txt',
  ])('no tool writes to %s', async (path) => {
    const { call, ran, folder } = protecting();
    expect((await call('Write', { file_path: path, content: '' }, { edits: true })).isError).toBe(true);
    expect((await call('Write', { file_path: join(folder.path, path), content: '' })).isError).toBe(true);
    expect(
      (await call('mcp__fs__write', { files: [{ uri: `file://${join(folder.path, path)}` }] })).isError,
    ).toBe(true);
    expect(ran).toEqual([]);
  });

  it.each([
    'rm hookline.yaml',
    'echo "hooks: {}" > hookline.yaml',
    'echo x >hookline.yaml',
    `sed -i s/a/b/ 'hook'line.yaml`,
    'cd hooks && rm no-rm.sh',
    'git -C hooks rm no-rm.sh',
    'rm *.yaml',
    'rm -rf hooks',
    'rm -rf link/',
    'mv . ../elsewhere',
    'cp /tmp/x hooks/no-rm.sh',
    'rm $PWD/hookline.yaml',
    'tee other/../hookline.yaml',
    'dd of=hookline.yaml',
  ])('no command does: %s', async (command) => {
    const { call, ran } = protecting();
    const { content } = await call('Bash', { command });
    expect(content).toContain('belongs to what guards this session');
    expect(ran).toEqual([]);
  });

  it.each(['ls', 'ls -la .', 'rm other/no-rm.sh', 'cat *.md', 'grep -r TODO .', 'rm -rf node_modules'])(
    'lets others be: %s',
    async (command) => {
      const { call } = protecting();
      expect((await call('Bash', { command })).executed).toBe(true);
    },
  );

  it('lets them be read by tools that only read', async () => {
    const { call } = protecting();
    expect((await call('Read', { file_path: 'hookline.yaml' }, { readOnly: true })).executed).toBe(true);
  });

  it('holds against a hook that redirects a write, and against a hook that grants it', async () => {
    const { call, hooks, ran } = protecting();
    hooks.on('PreToolUse', () => [
      { type: 'allow', reason: null },
      modify({ file_path: 'hookline.yaml', content: '' }),
    ]);
    await call('Write', { file_path: 'a.txt', content: '' });
    expect(ran).toEqual([]);
  });
});

describe('questions', () => {
  it('are asked one at a time, also when calls run side by side', async () => {
    let open = 0;
    let most = 0;
    const approver = async () => {
      open += 1;
      most = Math.max(most, open);
      await sleep(5);
      open -= 1;
      return true;
    };
    const { call } = newGate({ permissions: { mode: 'default', approver } });
    const answers = await Promise.all([call('a', {}), call('b', {}), call('c', {})]);
    expect(answers.every(({ executed }) => executed)).toBe(true);
    expect(most).toBe(1);
  });

  it('are not asked in a mode that does not exist', () => {
    expect(() => newGate({ permissions: { mode: 'plam' as PermissionMode } })).toThrow(
      'did you mean "plan"?',
    );
  });
});
