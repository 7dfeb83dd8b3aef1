import { describe, expect } from 'vitest';
import { HookSystem } from '../../../src/front-doors/armament/hook-system.ts';
import { contexts, counter, quietSystem } from '../../support/firing/hook-system.ts';
import { forever } from '../../support/hooks.ts';
import { armament } from '../catalogue/armament.ts';
import { conforms } from '../line.ts';

const fails = () => {
  throw new Error('hook bug');
};
const shell = contexts['pre:tool'];
const message = contexts['pre:message'];

describe('Overview', () => {
  conforms(armament, '003.overview.1', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const seen: string[] = [];
    system.register('pre:tool', ({ tool }) => void seen.push(tool));
    await system.execute('pre:message', message);
    expect(seen).toEqual([]);
    await system.execute('pre:tool', shell);
    expect(seen).toEqual(['shell']);
  });

  conforms(armament, '003.overview.2', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:tool', ({ args }) => ({ modify: { args: `${args} -l` } }));
    system.register('pre:tool', ({ args }) => (args.includes('rm') ? { abort: true } : undefined));
    const listing = await system.execute('pre:tool', shell);
    expect(listing).toMatchObject({ aborted: false, context: { args: 'ls -l' } });
    expect((await system.execute('pre:tool', { tool: 'shell', args: 'rm x' })).aborted).toBe(true);
  });
});

describe('Registration', () => {
  conforms(armament, '003.registration.1', 'hookline/armament', async () => {
    const printed: unknown[][] = [];
    const console = { log: (...parts: unknown[]) => printed.push(parts) };
    const hooks = new HookSystem();
    hooks.register('pre:message', async (context) => {
      console.log('About to send:', context.prompt);
    });
    expect(await hooks.execute('pre:message', message)).toEqual({
      aborted: false,
      reason: null,
      context: message,
    });
    expect(printed).toEqual([['About to send:', 'Hello']]);
  });

  conforms(armament, '003.registration.2', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const order: string[] = [];
    system.register('pre:message', () => void order.push('20'), { priority: 20 });
    system.register('pre:message', () => void order.push('10'), { priority: 10 });
    await system.execute('pre:message', message);
    expect(order).toEqual(['10', '20']);
  });

  conforms(armament, '003.registration.3', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const order: string[] = [];
    system.register('pre:message', () => void order.push('101'), { priority: 101 });
    system.register('pre:message', () => void order.push('default'));
    system.register('pre:message', () => void order.push('99'), { priority: 99 });
    await system.execute('pre:message', message);
    expect(order).toEqual(['99', 'default', '101']);
    expect(system.getHooks('pre:message')[1]?.priority).toBe(100);
  });

  conforms(armament, '003.registration.4', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const handler = counter();
    system.register('pre:tool', handler, { name: 'safety-check' });
    system.disable('safety-check');
    await system.execute('pre:tool', shell);
    expect(handler.calls).toBe(0);
  });
});

describe('Abort Capability', () => {
  conforms(armament, '003.abort.1', 'hookline/armament', async () => {
    for (const point of [
      'pre:message',
      'pre:tool',
      'pre:agent:spawn',
      'pre:session:phase',
      'pre:git:write',
    ] as const) {
      const { system } = quietSystem();
      system.register(point, async () => ({ abort: true, reason: point }));
      expect(await system.execute(point, contexts[point])).toMatchObject({ aborted: true, reason: point });
    }
  });

  conforms(armament, '003.abort.2', 'hookline/armament', async () => {
    const { system: hooks } = quietSystem();
    hooks.register('pre:tool', async (context) => {
      if (context.tool === 'shell' && context.args.includes('rm')) {
        return { abort: true, reason: 'Destructive command blocked by hook' };
      }
      return undefined;
    });
    expect(await hooks.execute('pre:tool', { tool: 'shell', args: 'rm -rf /' })).toMatchObject({
      aborted: true,
      reason: 'Destructive command blocked by hook',
    });
    expect((await hooks.execute('pre:tool', shell)).aborted).toBe(false);
    expect((await hooks.execute('pre:tool', { tool: 'read', args: 'rm' })).aborted).toBe(false);
  });

  conforms(armament, '003.abort.3', 'hookline/armament', async () => {
    const { system: hooks } = quietSystem();
    hooks.register('pre:message', async (context) => {
      if (context.prompt.length > 100000) {
        return { abort: true, reason: 'Prompt too large' };
      }
      return undefined;
    });
    const tooLarge = await hooks.execute('pre:message', { prompt: 'x'.repeat(100001) });
    expect(tooLarge).toMatchObject({ aborted: true, reason: 'Prompt too large' });
    expect((await hooks.execute('pre:message', { prompt: 'x'.repeat(100000) })).aborted).toBe(false);
  });
});

describe('Modify Capability', () => {
  conforms(armament, '003.modify.1', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:git:write', ({ content }) => ({ modify: { content: `${content}\n` } }));
    expect((await system.execute('pre:git:write', contexts['pre:git:write'])).context.content).toBe('one\n');
  });

  conforms(armament, '003.modify.2', 'hookline/armament', async () => {
    const { system: hooks } = quietSystem();
    const projectName = 'apollo';
    hooks.register('pre:message', async (context) => {
      return {
        modify: {
          prompt: `[Project: ${projectName}]\n${context.prompt}`,
        },
      };
    });
    expect((await hooks.execute('pre:message', message)).context.prompt).toBe('[Project: apollo]\nHello');
  });

  conforms(armament, '003.modify.3', 'hookline/armament', async () => {
    const { system: hooks } = quietSystem();
    const redactSecrets = (text: string): string => text.replaceAll(/sk-\w+/g, '***');
    hooks.register('post:message', async (context) => {
      return {
        modify: {
          output: redactSecrets(context.output),
        },
      };
    });
    const { context } = await hooks.execute('post:message', { output: 'the key is sk-123' });
    expect(context.output).toBe('the key is ***');
  });
});

/** The place at which the hook of that priority runs among those of all four; a script brings the one of 50. */
async function placeOf(priority: 1 | 10 | 50 | 100): Promise<number> {
  const { system } = quietSystem();
  system.register('pre:message', ({ prompt }) => ({ modify: { prompt: `${prompt} 100` } }));
  system.registerScript('hook pre:message /set prompt "$prompt 50"');
  for (const earlier of [10, 1]) {
    const handler = ({ prompt }: { readonly prompt: string }) => ({
      modify: { prompt: `${prompt} ${earlier}` },
    });
    system.register('pre:message', handler, { priority: earlier });
  }
  const { context } = await system.execute('pre:message', message);
  return context.prompt.split(' ').indexOf(String(priority));
}

describe('Execution Order', () => {
  conforms(armament, '003.order.1', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const order: number[] = [];
    for (const priority of [100, 50, 1, 10]) {
      system.register('pre:message', () => void order.push(priority), { priority });
    }
    await system.execute('pre:message', message);
    expect(order).toEqual([1, 10, 50, 100]);
  });

  conforms(armament, '003.order.2', 'hookline/armament', async () => {
    expect(await placeOf(1)).toBe(1);
  });

  conforms(armament, '003.order.3', 'hookline/armament', async () => {
    expect(await placeOf(10)).toBe(2);
  });

  conforms(armament, '003.order.4', 'hookline/armament', async () => {
    expect(await placeOf(50)).toBe(3);
  });

  conforms(armament, '003.order.5', 'hookline/armament', async () => {
    expect(await placeOf(100)).toBe(4);
  });

  conforms(armament, '003.order.6', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const happened: string[] = [];
    system.register('pre:message', () => void happened.push('earlier'), { priority: 1 });
    system.register('pre:message', () => ({ abort: true }), { priority: 10 });
    system.register('pre:message', () => void happened.push('subsequent'), { priority: 50 });
    system.registerScript('hook pre:message /set prompt changed');
    const { aborted, context } = await system.execute('pre:message', message);
    if (!aborted) happened.push('the action itself');
    expect(happened).toEqual(['earlier']);
    expect(context.prompt).toBe('Hello');
  });
});

describe('Error Isolation', () => {
  conforms(armament, '003.errors.1', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:message', fails);
    system.register('pre:message', () => Promise.reject(new Error('later')));
    expect(await system.execute('pre:message', message)).toEqual({
      aborted: false,
      reason: null,
      context: message,
    });
  });

  conforms(armament, '003.errors.2', 'hookline/armament', async () => {
    const { system: hooks, log } = quietSystem();
    const next = counter();
    hooks.register('pre:message', async () => {
      throw new Error('hook bug');
    });
    hooks.register('pre:message', next);
    await hooks.execute('pre:message', message);
    expect(log).toMatchObject([{ level: 'error', point: 'pre:message' }]);
    expect(log[0]?.message).toContain('hook bug');
    expect(next.calls).toBe(1);
  });

  conforms(armament, '003.errors.3', 'hookline/armament', async () => {
    const { system, log } = quietSystem({ errorBehavior: 'abort' });
    system.register('pre:tool', fails, { onError: 'skip' });
    expect((await system.execute('pre:tool', shell)).aborted).toBe(false);
    expect(log).toEqual([]);
  });

  conforms(armament, '003.errors.4', 'hookline/armament', async () => {
    const { system, log } = quietSystem();
    system.register('pre:tool', fails, { onError: 'abort', name: 'fragile' });
    const { aborted, reason } = await system.execute('pre:tool', shell);
    expect(aborted).toBe(true);
    expect(reason).toContain('hook "fragile" failed (threw): hook bug');
    expect(log).toHaveLength(1);
  });

  conforms(armament, '003.errors.5', 'hookline/armament', async () => {
    const { system, log } = quietSystem({ errorBehavior: 'skip' });
    system.register('pre:tool', fails, { onError: 'log' });
    expect((await system.execute('pre:tool', shell)).aborted).toBe(false);
    expect(log).toHaveLength(1);
  });
});

describe('Enable/Disable', () => {
  conforms(armament, '003.enable.1', 'hookline/armament', async () => {
    const { system } = quietSystem();
    const handler = counter();
    system.register('pre:tool', handler, { name: 'safety-check' });
    system.disable('safety-check');
    await system.execute('pre:tool', shell);
    system.enable('safety-check');
    await system.execute('pre:tool', shell);
    expect(handler.calls).toBe(1);
    expect(system.list()).toHaveLength(1);
  });

  conforms(armament, '003.enable.2', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:tool', () => ({ abort: true }), { name: 'safety-check' });
    system.disable('safety-check');
    expect((await system.execute('pre:tool', shell)).aborted).toBe(false);
  });

  conforms(armament, '003.enable.3', 'hookline/armament', async () => {
    const { system } = quietSystem();
    system.register('pre:tool', () => ({ abort: true }), { name: 'safety-check' });
    system.disable('safety-check');
    system.enable('safety-check');
    expect((await system.execute('pre:tool', shell)).aborted).toBe(true);
  });

  conforms(armament, '003.enable.4', 'hookline/armament', () => {
    const { system } = quietSystem();
    system.register('pre:tool', () => {}, { name: 'safety-check' });
    expect(system.isEnabled('safety-check')).toBe(true);
    system.disable('safety-check');
    expect(system.isEnabled('safety-check')).toBe(false);
  });
});

describe('Scripting Integration', () => {
  conforms(armament, '003.scripts.1', 'hookline/armament', () => {
    const { system } = quietSystem();
    system.registerScript(`hook pre:message /log debug "Sending: $prompt"
hook pre:tool:shell /perms check shellExec
hook post:agent:complete /notify "Agent $agent finished"`);
    expect(system.list().map(({ point, matcher, priority }) => [point, matcher, priority])).toEqual([
      ['pre:message', '*', 50],
      ['pre:tool', 'shell', 50],
      ['post:agent:complete', '*', 50],
    ]);
  });

  conforms(armament, '003.scripts.2', 'hookline/armament', async () => {
    const { system, notices } = quietSystem();
    system.registerScript('hook pre:message /log debug "Sending: $prompt"');
    await system.execute('pre:message', message);
    expect(notices).toMatchObject([{ level: 'debug', message: 'Sending: Hello' }]);
  });

  conforms(armament, '003.scripts.3', 'hookline/armament', async () => {
    const granted = new Set<string>();
    const { system } = quietSystem({ permissions: granted });
    system.registerScript('hook pre:tool:shell /perms check shellExec');
    expect((await system.execute('pre:tool', shell)).aborted).toBe(true);
    expect((await system.execute('pre:tool', { tool: 'read', args: 'a' })).aborted).toBe(false);
    granted.add('shellExec');
    expect((await system.execute('pre:tool', shell)).aborted).toBe(false);
  });

  conforms(armament, '003.scripts.4', 'hookline/armament', async () => {
    const { system, notices } = quietSystem();
    system.registerScript('hook post:agent:complete /notify "Agent $agent finished"');
    await system.execute('post:agent:complete', { agent: 'explore' });
    expect(notices).toMatchObject([{ level: 'info', message: 'Agent explore finished' }]);
  });
});

describe('Configuration', () => {
  conforms(armament, '003.config.1', 'hookline/armament', async () => {
    const { system, log } = quietSystem({ errorBehavior: 'skip' });
    system.register('pre:tool', fails);
    expect((await system.execute('pre:tool', shell)).aborted).toBe(false);
    expect(log).toEqual([]);
  });

  conforms(armament, '003.config.2', 'hookline/armament', async () => {
    const { system } = quietSystem({ errorBehavior: 'abort' });
    system.register('pre:tool', fails);
    expect((await system.execute('pre:tool', shell)).aborted).toBe(true);
  });

  conforms(armament, '003.config.3', 'hookline/armament', async () => {
    for (const options of [{}, { errorBehavior: 'log' }] as const) {
      const { system, log } = quietSystem(options);
      system.register('pre:tool', fails);
      expect((await system.execute('pre:tool', shell)).aborted).toBe(false);
      expect(log).toHaveLength(1);
    }
  });

  conforms(armament, '003.config.4', 'hookline/armament', async () => {
    const { system, log } = quietSystem({ timeout: 20 });
    const next = counter();
    system.register('pre:message', forever);
    system.register('pre:message', next);
    expect((await system.execute('pre:message', message)).aborted).toBe(false);
    expect(log[0]?.message).toContain('did not answer within 20 ms');
    expect(next.calls).toBe(1);
    const usual = quietSystem().system;
    usual.register('pre:message', () => {});
    expect(usual.list()[0]?.timeoutMs).toBe(5000);
  });

  conforms(armament, '003.config.5', 'hookline/armament', () => {
    const { system } = quietSystem();
    for (let count = 0; count < 50; count += 1) system.register('pre:message', () => {});
    expect(() => system.register('pre:message', () => {})).toThrow('pre:message already has 50 hooks');
    system.register('post:message', () => {});
    const small = quietSystem({ maxHooksPerPoint: 1 }).system;
    const remove = small.register('pre:message', () => {});
    expect(() => small.register('pre:message', () => {})).toThrow('maxHooksPerPoint');
    remove();
    small.register('pre:message', () => {});
  });
});
