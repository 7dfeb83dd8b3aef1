import assert from 'node:assert/strict';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { ask, deny, halt, inject, modify, resume, suppress } from '../../../src/engine/outcome/effects.ts';
import type { Front, FrontScript, Request, Seen } from './front.ts';

export interface PolicyCase {
  readonly name: string;
  /** Would something run that must not, if the front could not do this? */
  readonly isGuard: boolean;
  check(run: Run): Promise<void>;
  /** What holds even where a front can't do all of it, so no guard is lost. */
  atLeast?(run: Run): Promise<void>;
}

type Run = (register: (hooks: Hooks) => void, options?: Partial<FrontScript>) => Promise<Seen>;

const forever = (): Promise<never> => new Promise(() => {});
const withCommand = (command: string) => modify({ command });

/** The policies that every front keeps, each with what must come of it. */
export const policies: readonly PolicyCase[] = [
  {
    name: 'deny',
    isGuard: true,
    async check(run) {
      const { ran, requests } = await run((hooks) => {
        hooks.on('PreToolUse', { name: 'no', guard: true }, () => deny('not here'));
      });
      assert.deepEqual(ran, []);
      mentions(requests.at(-1)?.results, 'not here');
    },
  },
  {
    name: 'guard crash',
    isGuard: true,
    async check(run) {
      const { ran } = await run((hooks) => {
        hooks.on('PreToolUse', { name: 'broken', guard: true }, () => {
          throw new Error('broken');
        });
      });
      assert.deepEqual(ran, []);
    },
  },
  {
    name: 'guard hang',
    isGuard: true,
    async check(run) {
      const { ran } = await run((hooks) => {
        hooks.on('PreToolUse', { name: 'hanging', guard: true, timeoutMs: 20 }, forever);
      });
      assert.deepEqual(ran, []);
    },
  },
  {
    name: 'ask',
    isGuard: true,
    async check(run) {
      const asking = (hooks: Hooks): void => {
        hooks.on('PreToolUse', { name: 'asks', guard: true }, () => ask('sure?'));
      };
      assert.deepEqual((await run(asking)).ran, [], 'nobody answers');
      assert.deepEqual((await run(asking, { approve: () => false })).ran, [], 'a person says no');
      assert.deepEqual((await run(asking, { approve: () => true })).ran, ['ls'], 'a person says yes');
      assert.deepEqual((await run(asking, { approver: () => false })).ran, [], 'the approver says no');
      assert.deepEqual((await run(asking, { approver: () => true })).ran, ['ls'], 'the approver says yes');
      const changing = (hooks: Hooks): void => {
        hooks.on('PreToolUse', { name: 'changes' }, () => withCommand('rm'));
        asking(hooks);
      };
      const shown: unknown[] = [];
      const { ran } = await run(changing, { approve: (command) => shown.push(command) > 0 });
      assert.ok(
        ran.every((command) => shown.includes(command)),
        'only what a person saw runs',
      );
    },
  },
  {
    name: 'modify',
    isGuard: true,
    async check(run) {
      const { ran } = await run((hooks) => {
        hooks.on('PreToolUse', { name: 'safer' }, () => withCommand('ls -l'));
      });
      assert.deepEqual(ran, ['ls -l']);
    },
  },
  {
    name: 'chain of two modifies',
    isGuard: true,
    async check(run) {
      const { ran } = await run((hooks) => {
        for (const word of ['-l', '-a'])
          hooks.on('PreToolUse', { name: word }, ({ tool_input }) =>
            withCommand(`${String(tool_input['command'])} ${word}`),
          );
      });
      assert.deepEqual(ran, ['ls -l -a']);
    },
  },
  {
    name: 'context in three places',
    isGuard: false,
    async check(run) {
      const { requests } = await run((hooks) => {
        for (const into of ['system', 'tool_result', 'user_message'] as const)
          hooks.on('PostToolUse', { name: into }, () => inject(`for ${into}`, { into }));
      });
      const [, second] = requests;
      assert.ok(second !== undefined, 'the model is called again');
      assert.match(second.system, /for system/);
      mentions(second.results, 'for tool_result');
      mentions(second.user, 'for user_message');
      assert.equal(JSON.stringify(second).split('for system').length, 2, 'once');
    },
  },
  {
    name: 'redact',
    isGuard: true,
    async check(run) {
      const { ran, requests } = await run((hooks) => {
        hooks.on('PostToolUse', { name: 'redacts', guard: true }, ({ tool_response }) =>
          modify(JSON.parse(JSON.stringify(tool_response).replace('ran', '***'))),
        );
      });
      assert.deepEqual(ran, ['ls']);
      mentions(requests.at(-1)?.results, '*** ls');
      hides(requests, 'ran ls');
    },
  },
  {
    name: 'suppress',
    isGuard: true,
    async check(run) {
      const { ran, requests } = await run((hooks) => {
        hooks.on('PostToolUse', { name: 'hides', guard: true }, () => suppress());
      });
      assert.deepEqual(ran, ['ls']);
      mentions(requests.at(-1)?.results, 'suppressed');
      hides(requests, 'ran ls');
    },
  },
  {
    name: 'stop-resume',
    isGuard: false,
    async check(run) {
      const { requests } = await run((hooks) => {
        hooks.on('Stop', { name: 'tests' }, ({ stop_hook_active }) =>
          stop_hook_active ? undefined : resume('Run the tests.'),
        );
      });
      assert.equal(requests.length, 3);
      mentions(requests.at(-1)?.user, 'Run the tests.');
    },
  },
  {
    name: 'halt',
    isGuard: true,
    async check(run) {
      const { ran, requests } = await run(
        (hooks) => {
          hooks.on('PostToolUse', { name: 'enough' }, () => halt('enough'));
        },
        { commands: ['ls', 'pwd'] },
      );
      assert.deepEqual(ran, ['ls']);
      assert.equal(requests.length, 1);
    },
    async atLeast(run) {
      const { ran } = await run(
        (hooks) => {
          hooks.on('PostToolUse', { name: 'enough' }, () => halt('enough'));
        },
        { commands: ['ls', 'pwd'] },
      );
      assert.deepEqual(ran, ['ls']);
    },
  },
  {
    name: 'per-agent scope',
    isGuard: true,
    async check(run) {
      const scoped = (hooks: Hooks): void => {
        hooks.scope('writer').on('PreToolUse', { name: 'own', guard: true }, () => deny('not the writer'));
      };
      assert.deepEqual((await run(scoped, { agent: 'writer' })).ran, []);
      assert.deepEqual((await run(scoped, { agent: 'reader' })).ran, ['ls']);
    },
  },
  {
    name: 'timeout',
    isGuard: false,
    async check(run) {
      const { ran } = await run((hooks) => {
        hooks.on('PreToolUse', { name: 'slow', timeoutMs: 20 }, forever);
      });
      assert.deepEqual(ran, ['ls']);
    },
  },
  {
    name: 'observe',
    isGuard: false,
    async check(run) {
      const told: unknown[] = [];
      const { ran } = await run((hooks) => {
        hooks.on('PreToolUse', { name: 'watches', mode: 'observe' }, ({ tool_input }) => {
          told.push(tool_input['command']);
          return deny('nobody asks me') as never;
        });
      });
      assert.deepEqual([ran, told], [['ls'], ['ls']]);
    },
  },
];

/** Checks one policy against one front. */
export async function checkPolicy(policy: PolicyCase, front: Front): Promise<void> {
  await policy.check(runAt(front));
}

function runAt(front: Front): Run {
  return (register, options = {}) => {
    const hooks = new Hooks({ log: () => {} });
    register(hooks);
    return front.drive({ hooks, commands: ['ls'], ...options });
  };
}

/** Where a front can't keep a policy: it blocks rather than lose a guard. */
export async function checkBlocked(policy: PolicyCase, front: Front): Promise<void> {
  await assert.rejects(checkPolicy(policy, front), 'it can keep this policy after all');
  assert.ok(!policy.isGuard || policy.atLeast !== undefined, 'a guard would be lost');
  await policy.atLeast?.(runAt(front));
}

function mentions(texts: readonly string[] | undefined, text: string): void {
  assert.ok(
    texts?.some((one) => one.includes(text)),
    `"${text}" is in ${JSON.stringify(texts)}`,
  );
}

function hides(requests: readonly Request[], text: string): void {
  assert.ok(!JSON.stringify(requests).includes(text), `"${text}" is hidden`);
}
