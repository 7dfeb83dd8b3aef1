import { describe, expect, it } from 'vitest';
import { type Approval, type ApprovalRequest, ToolGate } from '../../../src/entries/agent.ts';
import { deny, type Hooks, modify } from '../../../src/entries/index.ts';
import { quietHooks } from '../../support/hooks.ts';
import { fc, runs } from '../../support/seed.ts';

interface Setting {
  readonly hooks: Hooks;
  readonly asked: string[];
  readonly ran: string[];
  call(): Promise<string>;
}

function newGate(approver: (command: string) => Approval): Setting {
  const { hooks } = quietHooks();
  const asked: string[] = [];
  const ran: string[] = [];
  const ask = ({ input }: ApprovalRequest): Approval => {
    asked.push(String(input['command']));
    return approver(String(input['command']));
  };
  const gate = new ToolGate({ hooks, permissions: { mode: 'default', approver: ask } });
  const call = async (): Promise<string> => {
    const { content } = await gate.call({ id: 'c1', name: 'Bash', input: { command: 'ls' } }, (input) => {
      ran.push(String(input['command']));
      return 'ran';
    });
    return String(content);
  };
  return { hooks, asked, ran, call };
}

const editTo = (command: string): Approval => ({ allow: true, input: { command } });
const allow = { type: 'allow', reason: null } as const;

/** Puts commands into a sandbox, as a hook of an organization would. */
function sandbox(hooks: Hooks): void {
  hooks.on('PreToolUse', { name: 'sandbox', priority: -10 }, ({ tool_input }) => {
    const command = String(tool_input['command']);
    return command.startsWith('jail ') ? undefined : modify({ command: `jail ${command}` });
  });
}

describe('an input that was changed while it was approved', () => {
  it('runs as hooks change it the second time, once the person has approved that', async () => {
    const { hooks, asked, ran, call } = newGate((command) =>
      command === 'jail ls' ? editTo('curl x') : true,
    );
    sandbox(hooks);
    expect(await call()).toBe('ran');
    expect(asked).toEqual(['jail ls', 'jail curl x']);
    expect(ran).toEqual(['jail curl x']);
  });

  it('is asked for once where hooks leave it as it was approved', async () => {
    const { hooks, asked, ran, call } = newGate(() => editTo('jail pwd'));
    sandbox(hooks);
    await call();
    expect(asked).toEqual(['jail ls']);
    expect(ran).toEqual(['jail pwd']);
  });

  it('is denied where hooks and approvals do not come to agree', async () => {
    const { hooks, asked, ran, call } = newGate(() => editTo('curl x'));
    sandbox(hooks);
    expect(await call()).toBe(
      'Permission denied: 3 approvals changed the input, and hooks changed it again after each of them',
    );
    expect(asked).toHaveLength(3);
    expect(ran).toEqual([]);
  });

  it('is judged again when a PermissionRequest hook changed it', async () => {
    const { hooks, ran, call } = newGate(() => false);
    const judged: string[] = [];
    sandbox(hooks);
    hooks.on('PreToolUse', { guard: true }, ({ tool_input }) => {
      judged.push(String(tool_input['command']));
    });
    hooks.on('PermissionRequest', ({ tool_input }) =>
      tool_input['command'] === 'jail ls' ? [allow, modify({ command: 'curl x' })] : allow,
    );
    expect(await call()).toBe('ran');
    expect(ran).toEqual(['jail curl x']);
    expect(judged.at(-1)).toBe('jail curl x');
  });

  it('is shown to PermissionRequest guards as the person changed it', async () => {
    const { hooks, ran, call } = newGate(() => editTo('curl x'));
    hooks.on('PermissionRequest', { name: 'no-net', guard: true }, ({ tool_input }) =>
      String(tool_input['command']).startsWith('curl') ? deny('no network') : undefined,
    );
    expect(await call()).toContain('no network');
    expect(ran).toEqual([]);
  });

  it('is not what the approver makes of it behind the back of guards', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { guard: true }, () => {});
    const approver = ({ input }: ApprovalRequest): boolean => Reflect.set(input, 'command', 'rm x') || true;
    const gate = new ToolGate({ hooks, permissions: { mode: 'default', approver } });
    const ran: unknown[] = [];
    await gate.call({ id: 'c1', name: 'Bash', input: { command: 'ls' } }, (input) => {
      ran.push(input);
      return 'ran';
    });
    expect(ran).toEqual([{ command: 'ls' }]);
  });
});

const word = fc.constantFrom('a', 'b', 'c');
/** What a hook answers to each firing, or to each input. */
const answers = fc.array(
  fc.oneof(
    fc.constant(undefined),
    fc.constant([allow]),
    fc.constant([{ type: 'ask', reason: null } as const]),
    fc.record({ to: word }).map(({ to }) => [modify({ command: to })]),
    fc.record({ to: word }).map(({ to }) => [allow, modify({ command: to })]),
  ),
  { minLength: 1, maxLength: 5 },
);
const hook = fc.record({
  point: fc.constantFrom('PreToolUse' as const, 'PermissionRequest' as const),
  priority: fc.constantFrom(-1, 1),
  answers,
});
const guard = fc.record({
  point: fc.constantFrom('PreToolUse' as const, 'PermissionRequest' as const),
  priority: fc.constantFrom(-1, 0, 1),
  denies: fc.constantFrom('a', 'b', 'c', 'nothing'),
});
const approval = fc.oneof(
  { weight: 3, arbitrary: word.map(editTo) },
  { weight: 3, arbitrary: fc.constant<Approval>(true) },
  { weight: 1, arbitrary: fc.constant<Approval>(false) },
);

describe('whatever hooks and approvers do', () => {
  it('the input that ran is the one that every guard judged last, without denying it', async () => {
    let ranAtAll = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(hook, { maxLength: 3 }),
        fc.array(guard, { maxLength: 3 }),
        fc.array(approval, { minLength: 1, maxLength: 4 }),
        async (others, guards, approvals) => {
          let question = 0;
          const { hooks, ran, call } = newGate(() => {
            question += 1;
            return approvals[(question - 1) % approvals.length] ?? false;
          });
          for (const { point, priority, answers } of others) {
            let firing = 0;
            hooks.on(point, { priority }, () => {
              firing += 1;
              return answers[(firing - 1) % answers.length];
            });
          }
          const judged = guards.map(({ point, priority, denies }) => {
            const seen: { command: string; denied: boolean }[] = [];
            hooks.on(point, { priority, guard: true }, ({ tool_input }) => {
              const command = String(tool_input['command']);
              const denied = command === denies;
              seen.push({ command, denied });
              return denied ? deny() : undefined;
            });
            return seen;
          });
          await call();
          if (ran.length === 0) return;
          ranAtAll += 1;
          expect(ran).toHaveLength(1);
          for (const seen of judged)
            if (seen.length > 0) expect(seen.at(-1)).toEqual({ command: ran[0], denied: false });
          for (const [index, { point }] of guards.entries())
            if (point === 'PreToolUse') expect(judged[index]).not.toEqual([]);
        },
      ),
      { numRuns: runs(100) },
    );
    expect(ranAtAll).toBeGreaterThan(20);
  });
});
