import { basename } from 'node:path';
import type { HookOptions } from '../../engine/hooks/hook.ts';
import { type ArmaSetting, createArma } from '../../handlers/arma/commands.ts';
import type { ArmaHook } from '../../handlers/arma/hook.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { armament } from '../../protocols/armament/armament.ts';

/** Scripts run after critical and security hooks, and before all others. */
const scriptPriority = 50;

export function armaHandler(hook: ArmaHook, setting: Omit<ArmaSetting, 'protocol'>): HookFunction {
  return createArma(hook, { ...setting, protocol: armament });
}

export function armaHookOptions(hook: ArmaHook, file: string, name: string = basename(file)): HookOptions {
  const { line, matcher } = hook;
  return {
    name: `${name}:${line}`,
    priority: scriptPriority,
    source: file,
    ...(matcher === undefined ? {} : { matcher }),
  };
}
