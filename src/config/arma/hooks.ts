import { basename } from 'node:path';
import type { HookOptions } from '../../engine/hooks/hook.ts';
import { createArma } from '../../handlers/arma/arma.ts';
import type { ArmaSetting } from '../../handlers/arma/commands.ts';
import type { ArmaHook } from '../../handlers/arma/hook.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { armament } from '../../protocols/armament/armament.ts';

/** Scripts run after critical and security hooks, and before all others. */
const scriptPriority = 50;

/** A hook function that runs one line of a script. */
export function armaHandler(hook: ArmaHook, setting: Omit<ArmaSetting, 'protocol'>): HookFunction {
  return createArma(hook, { ...setting, protocol: armament });
}

/** The options of a line's hook. `name` stands for the script in its name. */
export function armaHookOptions(hook: ArmaHook, file: string, name: string = basename(file)): HookOptions {
  const { line, matcher } = hook;
  return {
    name: `${name}:${line}`,
    priority: scriptPriority,
    source: file,
    ...(matcher === undefined ? {} : { matcher }),
  };
}
