import type { Notice } from '../../../src/engine/outcome/outcome.ts';
import type { LogEntry } from '../../../src/entries/index.ts';
import { HookSystem } from '../../../src/front-doors/armament/hook-system.ts';
import type { HookSystemOptions } from '../../../src/front-doors/armament/options.ts';

export interface QuietSystem {
  readonly system: HookSystem;
  readonly log: LogEntry[];
  readonly notices: Notice[];
}

/** A hook system whose log and notices can be read, and nothing on the console. */
export function quietSystem(options: HookSystemOptions = {}): QuietSystem {
  const log: LogEntry[] = [];
  const notices: Notice[] = [];
  const system = new HookSystem({
    log: (entry) => log.push(entry),
    onNotice: (notice) => notices.push(notice),
    ...options,
  });
  return { system, log, notices };
}

/** A context for each of Armament's points. */
export const contexts = {
  'pre:message': { prompt: 'Hello' },
  'post:message': { output: 'Hi' },
  'pre:tool': { tool: 'shell', args: 'ls' },
  'post:tool': { tool: 'shell', args: 'ls', result: 'a.txt' },
  'pre:agent:spawn': { agent: 'explore', config: { model: 'small' } },
  'post:agent:complete': { agent: 'explore', result: 'done' },
  'pre:session:phase': { phase: 'review' },
  'post:session:phase': { phase: 'review' },
  'pre:git:write': { path: 'a.txt', content: 'one' },
  'post:git:write': { path: 'a.txt', content: 'one' },
  'pre:view:render': { view: 'main', data: { rows: 2 } },
} as const;

export type ArmamentPoint = keyof typeof contexts;
export const armamentPoints = Object.keys(contexts) as ArmamentPoint[];

/** A hook that says nothing and counts how often it ran. */
export interface Counter {
  (): undefined;
  calls: number;
}

export function counter(): Counter {
  const count: Counter = Object.assign(
    () => {
      count.calls += 1;
      return undefined;
    },
    { calls: 0 },
  );
  return count;
}
