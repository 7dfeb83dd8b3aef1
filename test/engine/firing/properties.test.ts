import { describe, expect, it } from 'vitest';
import {
  allow,
  ask,
  deny,
  type Effect,
  HookFailure,
  type HookOptions,
  halt,
  inject,
  modify,
  notify,
  type Outcome,
} from '../../../src/entries/index.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { fc, randomNumbers, runs } from '../../support/seed.ts';

/** What a generated hook does: answers (or fails) after some turns of the event loop. */
interface Behaviour {
  readonly reply: Effect | null;
  readonly throws: boolean;
  readonly turns: number;
  readonly priority: number;
  readonly place: 'series' | 'group';
  readonly guard: boolean;
}

const reply = fc.oneof(
  fc.constant(null),
  fc.constant(allow('yes')),
  fc.constant(ask('sure?')),
  fc.constant(deny('no')),
  fc.constant(halt('stop')),
  fc.constant(notify('hi')),
  fc.nat(9).map((number) => modify({ command: `c${number}` })),
  fc.nat(9).map((number) => inject(`i${number}`)),
);

const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  reply,
  throws: fc.boolean(),
  turns: fc.nat(3),
  priority: fc.constantFrom(1, 50, 100),
  place: fc.constantFrom('series', 'group'),
  guard: fc.boolean(),
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

interface Ran {
  readonly outcome: Outcome;
  /** The names of the hooks in the order in which they were called, with the command that they saw. */
  readonly calls: readonly { readonly name: string; readonly command: unknown }[];
}

/** Fires once with these hooks; `delays` says how many turns each takes, whatever its behaviour says. */
async function fireWith(behaviours: readonly Behaviour[], delays: readonly number[]): Promise<Ran> {
  const { hooks } = quietHooks();
  const group = hooks.group({ parallel: true });
  const calls: { name: string; command: unknown }[] = [];
  for (const [index, { reply: effect, throws, priority, place, guard }] of behaviours.entries()) {
    const name = `h${index}`;
    const options: HookOptions = { name, priority, guard };
    (place === 'group' ? group : hooks).on('PreToolUse', options, ({ tool_input }) => {
      calls.push({ name, command: tool_input['command'] });
      const delay = delays[index] ?? 0;
      const answer = (): Effect | undefined => {
        if (throws) throw new HookFailure('exit', 'failed', effect === null ? [] : [effect]);
        return effect ?? undefined;
      };
      return (delay === 0 ? answer() : turns(delay).then(answer)) as never;
    });
  }
  return { outcome: await hooks.fire('PreToolUse', bash), calls };
}

const behaviours = fc.array(behaviour, { maxLength: 8 });

describe('rules that hold whatever the hooks do', () => {
  it('a deny by any enforcing hook that ran is never lost', async () => {
    await fc.assert(
      fc.asyncProperty(behaviours, async (list) => {
        const { outcome } = await fireWith(
          list,
          list.map(({ turns: count }) => count),
        );
        const ran = new Set(
          outcome.runs.filter(({ status }) => status !== 'skipped').map(({ hook }) => hook),
        );
        const hasDenied = list.some(
          ({ reply: effect }, index) => effect?.type === 'deny' && ran.has(`h${index}`),
        );
        if (hasDenied) expect(outcome.decision).toBe('deny');
      }),
      { numRuns: runs(30) },
    );
  });

  it('a guard always judged the subject that goes out, unless the action is denied', async () => {
    await fc.assert(
      fc.asyncProperty(behaviours, async (list) => {
        const { outcome, calls } = await fireWith(
          list,
          list.map(({ turns: count }) => count),
        );
        if (outcome.decision === 'deny') return;
        const { command } = outcome.value as { command: string };
        for (const [index, { guard, reply: effect }] of list.entries()) {
          if (!guard) continue;
          const last = calls.findLast(({ name }) => name === `h${index}`);
          const ownValue = effect?.type === 'modify' ? (effect.value as { command: string }).command : null;
          expect([last?.command, ownValue]).toContain(command);
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it('a failure never becomes an allow, and a failed guard always denies', async () => {
    await fc.assert(
      fc.asyncProperty(behaviours, async (list) => {
        const { outcome } = await fireWith(
          list,
          list.map(({ turns: count }) => count),
        );
        const granted = list.some(({ reply: effect, throws }) => effect?.type === 'allow' && !throws);
        if (!granted) expect(outcome.decision).not.toBe('allow');
        for (const run of outcome.runs) {
          if (run.status !== 'failed') continue;
          expect(run.effects.map(({ type }) => type)).not.toContain('allow');
          if (list[Number(run.hook.slice(1))]?.guard) expect(outcome.decision).toBe('deny');
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it('the outcome does not depend on the timing', async () => {
    const withDelays = behaviours.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.array(fc.nat(4), { minLength: list.length, maxLength: list.length }),
        fc.array(fc.nat(4), { minLength: list.length, maxLength: list.length }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(withDelays, async ([list, some, others]) => {
        const [one, two] = await Promise.all([fireWith(list, some), fireWith(list, others)]);
        expect(one.outcome).toEqual(two.outcome);
        expect(one.calls).toEqual(two.calls);
      }),
      { numRuns: runs(30) },
    );
  });

  it('order is total: by priority, then scope, then registration', async () => {
    const registration = fc.record({ priority: fc.nat(3), isScoped: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(registration, { maxLength: 12 }), async (list) => {
        const { hooks } = quietHooks();
        const scope = hooks.scope('agent');
        const ran: number[] = [];
        for (const [index, { priority, isScoped }] of list.entries()) {
          (isScoped ? scope : hooks).on('PreToolUse', { priority }, () => void ran.push(index));
        }
        await hooks.fire('PreToolUse', bash, { agent: 'agent' });
        const expected = [...list.entries()]
          .sort(
            ([leftIndex, left], [rightIndex, right]) =>
              left.priority - right.priority ||
              Number(left.isScoped) - Number(right.isScoped) ||
              leftIndex - rightIndex,
          )
          .map(([index]) => index);
        expect(ran).toEqual(expected);
      }),
    );
  });
});

describe('a thousand concurrent firings with registrations and closings in between', () => {
  it('keep every rule: no deny lost, no disabled or foreign hook run, each firing on its own snapshot', async () => {
    const { hooks } = quietHooks();
    const agents = ['a', 'b', 'c', 'd'];
    const numbers = randomNumbers();
    const random = (): number => Math.floor(numbers() * 2 ** 20);
    hooks.on('PreToolUse', { name: 'gate', guard: true, priority: 1 }, async ({ tool_input }) => {
      await turns(random() % 3);
      return tool_input['command'] === 'rm' ? deny('rm') : undefined;
    });
    hooks.on('PreToolUse', { name: 'off' }, () => deny('a disabled hook ran'));
    hooks.disable('off');

    let opened = 0;
    const churn = (): void => {
      const agent = agents[random() % agents.length] as string;
      const scope = hooks.scope(agent);
      opened += 1;
      scope.on('PreToolUse', { name: `s${opened}` }, async (_, context) => {
        await turns(random() % 3);
        return context.agent === agent ? notify(agent) : deny('a foreign hook ran');
      });
      const unregister = hooks.on('PreToolUse', { priority: random() % 200 }, async () =>
        turns(random() % 2),
      );
      setImmediate(() => {
        unregister();
        scope.close();
      });
    };

    const firings = Array.from({ length: 1000 }, async (_, index) => {
      await turns(random() % 5);
      if (index % 2 === 0) churn();
      const agent = agents[index % agents.length] as string;
      const command = index % 3 === 0 ? 'rm' : 'ls';
      const known = new Set(hooks.list().map(({ name }) => name));
      const outcome = await hooks.fire('PreToolUse', { ...bash, tool_input: { command } }, { agent });
      expect(outcome.decision).toBe(command === 'rm' ? 'deny' : null);
      expect(outcome.notices.every(({ message }) => message === agent)).toBe(true);
      expect(outcome.runs.every(({ hook, status }) => known.has(hook) && status !== 'failed')).toBe(true);
      expect(outcome.runs.map(({ hook }) => hook)).not.toContain('off');
    });
    await Promise.all(firings);
    await turns(2);
    expect(hooks.list().map(({ name }) => name)).toEqual(['gate', 'off']);
  });
});
