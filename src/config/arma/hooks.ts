import { basename } from 'node:path';
import type { HookOptions } from '../../engine/hooks/hook.ts';
import { createArma } from '../../handlers/arma/arma.ts';
import type { ArmaSetting } from '../../handlers/arma/commands.ts';
import type { ArmaHook } from '../../handlers/arma/hook.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { armament } from '../../protocols/armament/armament.ts';

/** Scripts run behind what is critical and what is for security, and before everything else. */
const scriptPriority = 50;

/** A hook function that runs one line of a script. */
export function armaHandler(hook: ArmaHook, setting: Omit<ArmaSetting, 'protocol'>): HookFunction {
  return createArma(hook, { ...setting, protocol: armament });
}

/** What a line is registered with. `name` is what the script is called in the names of its hooks. */
export function armaHookOptions(hook: ArmaHook, file: string, name: string = basename(file)): HookOptions {
  const { line, matcher } = hook;
  return {
    name: `${name}:${line}`,
    priority: scriptPriority,
    source: file,
    ...(matcher === undefined ? {} : { matcher }),
  };
}
