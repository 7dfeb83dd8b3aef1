import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { destructiveCommands } from '../../../src/builtin/destructive-commands/destructive-commands.ts';
import type { Outcome } from '../../../src/engine/outcome/outcome.ts';
import { ask, deny, type HookOptions, Hooks, modify, type Reply } from '../../../src/entries/index.ts';
import { agentNamed } from '../../../src/gateway/agents/agent-table.ts';
import { registeredHooks } from '../../../src/gateway/exceptions/call-excuses.ts';
import { CallOpenings } from '../../../src/gateway/exceptions/call-openings.ts';
import { fireCall } from '../../../src/gateway/host/fire-event.ts';
import { readCall } from '../../../src/gateway/payload/read-call.ts';
import {
  callLifeMs,
  exceptionUses,
  giveException,
  openExceptions,
  revokeExceptions,
} from '../../../src/gateway/state/exceptions/exceptions.ts';
import { waitingCalls } from '../../../src/gateway/state/exceptions/waiting-calls.ts';
import { Scratch } from '../../support/scratch.ts';
import { fc, runs } from '../../support/seed.ts';

const old = process.env['XDG_STATE_HOME'];
let state: string;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') });
  state = new Scratch().path;
  process.env['XDG_STATE_HOME'] = state;
});
afterEach(() => {
  vi.useRealTimers();
  if (old === undefined) delete process.env['XDG_STATE_HOME'];
  else process.env['XDG_STATE_HOME'] = old;
});

interface Asked {
  readonly agent?: string;
  readonly event?: string;
  readonly tool?: string;
  readonly input?: object;
  readonly cwd?: string;
  readonly session?: string;
}

const danger = { command: 'rm -rf build', timeout: 1 };

/** What hooks make of a call, with the exceptions that there are. */
async function judge(hooks: Hooks, asked: Asked = {}): Promise<Outcome> {
  const { agent = 'claude-code', event = 'PreToolUse', tool = 'Bash', input = danger } = asked;
  const { cwd = '/p', session = 's1' } = asked;
  const call = readCall(agentNamed(agent), {
    session_id: session,
    hook_event_name: event,
    cwd,
    tool_name: tool,
    tool_input: input,
  });
  const openings = new CallOpenings(call, registeredHooks(hooks));
  const { signal } = new AbortController();
  return openings.settle(await fireCall(hooks, call, signal, openings.excuses));
}

function denying(...guards: readonly (readonly [options: HookOptions, reply: () => Reply<never>])[]): Hooks {
  const hooks = new Hooks({ log: () => undefined });
  for (const [options, reply] of guards) {
    const family = {};
    for (const point of ['PreToolUse', 'PermissionRequest'] as const)
      hooks.on(point, { family, ...options }, reply as never);
  }
  return hooks;
}

const no = (): Reply<never> => deny('no') as never;
const guard = { name: 'guard', guard: true, source: '/p/hookline.yaml' } as const;

/** As a person does it who knows the code. */
function allow(code: string | undefined): void {
  const call = waitingCalls().find((one) => one.code === code);
  if (call === undefined) throw new Error(`nothing waits under ${code}`);
  const now = Date.now();
  giveException({ kind: 'call', id: call.code, call, given: now, expires: now + callLifeMs });
}

function codeIn({ reason }: Outcome): string | undefined {
  return /hookline allow ([0-9A-Z]{7})$/.exec(reason ?? '')?.[1];
}

describe('an exception', () => {
  it('lets exactly one call pass, and that once', async () => {
    const hooks = denying([guard, no]);
    const refused = await judge(hooks);
    expect(refused).toMatchObject({ decision: 'deny' });
    allow(codeIn(refused));
    expect(await judge(hooks)).toMatchObject({ decision: null });
    expect(await judge(hooks)).toMatchObject({ decision: 'deny' });
    expect(exceptionUses()).toMatchObject([
      {
        id: codeIn(refused),
        product: 'claude-code',
        tool: 'Bash',
        folder: '/p',
        preview: 'command: rm -rf build\ntimeout: 1',
      },
    ]);
  });

  it('is not offered for a call that could not be noted, and it is said why', async () => {
    writeFileSync(join(state, 'hookline'), '');
    const { decision, reason } = await judge(denying([guard, no]));
    expect(decision).toBe('deny');
    expect(reason).not.toContain('hookline allow');
    expect(reason).toMatch(
      /^no \[guard\]\nNobody can let this call pass once, since it cannot be noted: .*waiting cannot be written: a file is in the place of a folder\. /,
    );
  });

  it('lets nothing pass that differs in one character, key, folder, tool, agent or in time', async () => {
    const hooks = denying([guard, no]);
    const character = fc
      .tuple(fc.nat(), fc.constantFrom('', ' ', 'x', '.', '\u200b', 'рm'))
      .map(([place, sign]) => {
        const at = place % (danger.command.length + 1);
        const rest = danger.command.slice(sign === '' ? at + 1 : at);
        return { input: { ...danger, command: `${danger.command.slice(0, at)}${sign}${rest}` } };
      });
    const other: fc.Arbitrary<Asked & { readonly laterMs?: number }> = fc.oneof(
      character,
      fc.constantFrom(
        { input: { ...danger, timeout: 2 } },
        { input: { ...danger, timeout: '1' } },
        { input: { ...danger, description: '' } },
        { input: { command: danger.command } },
        { cwd: '/p/' },
        { cwd: '/P' },
        { cwd: '/p/below' },
        { tool: 'Monitor' },
        { tool: 'mcp__shell__Bash' },
        { agent: 'codex' },
      ),
      fc.integer({ min: callLifeMs, max: 100 * callLifeMs }).map((laterMs) => ({ laterMs })),
    );
    const first = await judge(hooks);
    await fc.assert(
      fc.asyncProperty(other, async ({ laterMs = 0, ...asked }) => {
        if (asked.input !== undefined && JSON.stringify(asked.input) === JSON.stringify(danger)) return;
        await judge(hooks);
        allow(codeIn(first));
        if (laterMs > 0) {
          const now = Date.now();
          vi.setSystemTime(now + laterMs);
          expect(await judge(hooks)).toMatchObject({ decision: 'deny' });
          vi.setSystemTime(now);
        } else {
          expect(await judge(hooks, asked)).toMatchObject({ decision: 'deny' });
          // It was not used up by that.
          expect(await judge(hooks)).toMatchObject({ decision: null });
        }
        expect(await judge(hooks)).toMatchObject({ decision: 'deny' });
      }),
      { numRuns: runs(150, 3000) },
    );
  });

  it('passes in the last moment of its ten minutes, in any order of keys, and not before it was given', async () => {
    const hooks = denying([guard, no]);
    const code = codeIn(await judge(hooks));
    allow(code);
    vi.setSystemTime(Date.now() - 60_000);
    expect(await judge(hooks)).toMatchObject({ decision: 'deny' });
    allow(code);
    vi.setSystemTime(Date.now() + callLifeMs - 1);
    const { command, timeout } = danger;
    expect(await judge(hooks, { input: { timeout, command } })).toMatchObject({ decision: null });
  });

  it('is one call though the agent asks for permission after it', async () => {
    const hooks = denying([guard, no]);
    allow(codeIn(await judge(hooks)));
    expect(await judge(hooks)).toMatchObject({ decision: null });
    const again = { event: 'PermissionRequest' };
    expect(await judge(hooks, { ...again, session: 's2' })).toMatchObject({ decision: 'deny' });
    expect(await judge(hooks, again)).toMatchObject({ decision: null });
    expect(await judge(hooks)).toMatchObject({ decision: 'deny' });
    vi.setSystemTime(Date.now() + 61_000);
    expect(await judge(hooks, again)).toMatchObject({ decision: 'deny' });
    expect(exceptionUses()).toHaveLength(1);
  });

  it('waits for the event at which the call was refused', async () => {
    const hooks = new Hooks({ log: () => undefined });
    hooks.on('PermissionRequest', guard, no as never);
    const asking = { event: 'PermissionRequest' };
    allow(codeIn(await judge(hooks, asking)));
    expect(await judge(hooks)).toMatchObject({ decision: null });
    expect(openExceptions()).toHaveLength(1);
    expect(await judge(hooks, asking)).toMatchObject({ decision: null });
    expect(await judge(hooks, asking)).toMatchObject({ decision: 'deny' });
  });

  it('lifts the guards that refused then, not another one; then the code stands for both', async () => {
    let isStrict = false;
    const hooks = denying([guard, no], [{ name: 'other', guard: true }, () => (isStrict ? no() : undefined)]);
    const code = codeIn(await judge(hooks));
    allow(code);
    isStrict = true;
    const refused = await judge(hooks);
    expect(refused).toMatchObject({ decision: 'deny', decidedBy: 'other' });
    expect(codeIn(refused)).toBe(code);
    expect(waitingCalls()[0]?.guards.map(({ hook }) => hook)).toEqual(['guard', 'other']);
    expect(await judge(hooks)).toMatchObject({ decision: 'deny', decidedBy: 'other' });
    allow(code);
    expect(await judge(hooks)).toMatchObject({ decision: null });
  });

  it('lifts what the guard said then, and nothing that it says of the same call later', async () => {
    let says: Reply<never> = deny('first rule') as never;
    const hooks = denying([guard, () => says]);
    allow(codeIn(await judge(hooks)));
    for (const other of [deny('NEVER: second rule'), ask('first rule'), deny('')]) {
      says = other as never;
      expect((await judge(hooks, { agent: 'claude-code' })).decision).not.toBeNull();
    }
    says = deny('first rule') as never;
    expect(await judge(hooks)).toMatchObject({ decision: null });

    says = ask('sure?') as never;
    allow(codeIn(await judge(hooks, { agent: 'codex' })));
    says = deny('sure?') as never;
    expect(await judge(hooks, { agent: 'codex' })).toMatchObject({ decision: 'deny' });
    says = ask('sure?') as never;
    expect(await judge(hooks, { agent: 'codex' })).toMatchObject({ decision: null });

    says = deny('own.rule: at 10:01') as never;
    allow(codeIn(await judge(hooks)));
    says = deny('own.other: at 10:01') as never;
    expect(await judge(hooks)).toMatchObject({ decision: 'deny' });
    says = deny('own.rule: at 10:02') as never;
    expect(await judge(hooks)).toMatchObject({ decision: null });
  });

  it('is not offered for numbers that readers of JSON round', async () => {
    const hooks = denying([guard, no]);
    for (const text of ['9007199254740992', '[{"a":-9007199254740993}]', '1e400'])
      expect(codeIn(await judge(hooks, { input: { id: JSON.parse(text) } }))).toBeUndefined();
    expect(codeIn(await judge(hooks, { input: { id: Number.MAX_SAFE_INTEGER } }))).toBeDefined();
    expect(waitingCalls()).toHaveLength(1);
  });

  it('lifts no guard of that name from another file, nor one that judges another input', async () => {
    const hooks = denying([guard, no]);
    allow(codeIn(await judge(hooks)));
    expect(await judge(denying([{ ...guard, source: '/q.yaml' }, no]))).toMatchObject({ decision: 'deny' });
    const changed = denying(
      [{ name: 'changes', priority: 1 }, () => modify({ command: 'rm -rf /' }) as never],
      [guard, no],
    );
    expect(await judge(changed)).toMatchObject({ decision: 'deny' });
    expect(await judge(hooks)).toMatchObject({ decision: null });
  });

  it('is offered for a question that the agent cannot show, and for none that it can', async () => {
    const hooks = denying([guard, () => ask('sure?') as never]);
    expect(codeIn(await judge(hooks))).toBeUndefined();
    const held = await judge(hooks, { agent: 'codex' });
    expect(held).toMatchObject({ decision: 'ask' });
    expect(waitingCalls()).toMatchObject([{ kind: 'ask', product: 'codex' }]);
    allow(codeIn(held));
    expect(await judge(hooks, { agent: 'codex' })).toMatchObject({ decision: null });
    expect(await judge(hooks, { agent: 'codex' })).toMatchObject({ decision: 'ask' });
  });

  it('is not offered by guards that are final, that fail, or that are not about a call', async () => {
    const broken = (): never => {
      throw new Error('bug');
    };
    for (const hooks of [
      denying([{ ...guard, final: true }, no]),
      denying([guard, broken]),
      denying([{ name: 'soft' }, () => ({ type: 'halt', reason: 'stop' }) as never]),
    ]) {
      expect(codeIn(await judge(hooks))).toBeUndefined();
    }
    expect(waitingCalls()).toEqual([]);
  });

  it('lifts nothing of a guard that has become final since', async () => {
    allow(codeIn(await judge(denying([guard, no]))));
    const refused = await judge(denying([{ ...guard, final: true }, no]));
    expect(refused).toMatchObject({ decision: 'deny', reason: 'no' });
    expect(openExceptions()).toHaveLength(1);
  });

  it('is put back when the call does not pass for another reason', async () => {
    let isBroken = false;
    const hooks = denying(
      [guard, no],
      [
        { name: 'breaks', guard: true },
        () => {
          if (isBroken) throw new Error('bug');
        },
      ],
    );
    allow(codeIn(await judge(hooks)));
    isBroken = true;
    expect(await judge(hooks)).toMatchObject({ decision: 'deny', decidedBy: 'breaks' });
    isBroken = false;
    expect(await judge(hooks)).toMatchObject({ decision: null });
    expect(exceptionUses()).toHaveLength(1);
  });

  it('lets nothing pass that cannot be recorded', async () => {
    const hooks = denying([guard, no]);
    allow(codeIn(await judge(hooks)));
    mkdirSync(join(state, 'hookline', 'exceptions', 'uses.jsonl'));
    await expect(judge(hooks)).rejects.toThrow('EISDIR');
    rmSync(join(state, 'hookline', 'exceptions', 'uses.jsonl'), { recursive: true });
    expect(await judge(hooks)).toMatchObject({ decision: 'deny' });
  });

  it('is gone when it was taken back', async () => {
    const hooks = denying([guard, no]);
    const code = codeIn(await judge(hooks));
    allow(code);
    expect(revokeExceptions('0000000')).toBe(0);
    expect(revokeExceptions(code ?? '')).toBe(1);
    expect(await judge(hooks)).toMatchObject({ decision: 'deny' });
  });

  it('is offered for a call behind a line that was torn by a full disk', async () => {
    const hooks = denying([guard, no]);
    await judge(hooks, { cwd: '/q' });
    appendFileSync(join(state, 'hookline/waiting/calls.jsonl'), '{"code":"AAAA');
    allow(codeIn(await judge(hooks)));
    expect(await judge(hooks)).toMatchObject({ decision: null });
  });

  it('shows no secret of the call, and keeps no more than a hundred of them', async () => {
    const hooks = denying([guard, no]);
    const command = 'curl -H "Authorization: Bearer sk-ant-REDACTED" x';
    await judge(hooks, { input: { command } });
    expect(waitingCalls()[0]?.preview).not.toContain('Wq8rXv2');
    for (let index = 0; index < 120; index += 1) {
      vi.setSystemTime(Date.now() + 1);
      await judge(hooks, { input: { command: `rm -rf ${index}` } });
    }
    expect(waitingCalls()).toHaveLength(100);
    expect(waitingCalls()[0]?.preview).toBe('rm -rf 119');
    vi.setSystemTime(Date.now() + 3_600_001);
    expect(waitingCalls()).toEqual([]);
  });
});

describe('an open rule', () => {
  const rule = 'git.push-force';
  const open = (folder: string, lifeMs = 3_600_000): void => {
    const now = Date.now();
    giveException({ kind: 'rule', id: 'AAAAAAA', rule, folder, given: now, expires: now + lifeMs });
  };
  const input = { command: 'git push --force origin main' };
  const shipped = (options: HookOptions = guard): Hooks => {
    const hooks = new Hooks({ log: () => undefined });
    hooks.on('PreToolUse', options, destructiveCommands());
    return hooks;
  };

  it('holds nothing back there for a while, and every use is recorded', async () => {
    const hooks = shipped();
    const cwd = new Scratch().path;
    expect(await judge(hooks, { input, cwd })).toMatchObject({ decision: 'deny' });
    open(cwd);
    for (const folder of [cwd, join(cwd, 'below')])
      expect(await judge(hooks, { input, cwd: folder })).toMatchObject({ decision: null });
    expect(await judge(hooks, { input, cwd: `${cwd}x` })).toMatchObject({ decision: 'deny' });
    expect(exceptionUses().map((use) => use.rule)).toEqual([rule, rule]);
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await judge(hooks, { input, cwd })).toMatchObject({ decision: 'deny' });
  });

  it('leaves the other rules of the guard, and guards that are final', async () => {
    const cwd = new Scratch().path;
    open(cwd);
    const both = { command: 'git push --force origin main && rm -rf ~' };
    const refused = await judge(shipped(), { input: both, cwd });
    expect(refused).toMatchObject({ decision: 'deny' });
    expect(refused.reason).not.toContain(rule);
    expect(await judge(shipped({ ...guard, final: true }), { input, cwd })).toMatchObject({
      decision: 'deny',
    });
    expect(exceptionUses()).toEqual([]);
  });

  it('is not open for longer than a day, whatever its file says', async () => {
    const cwd = new Scratch().path;
    open(cwd, 25 * 3_600_000);
    expect(await judge(shipped(), { input, cwd })).toMatchObject({ decision: 'deny' });
  });
});
