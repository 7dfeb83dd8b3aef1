import type { HookContext } from '../../engine/hooks/hook-context.ts';
import type { Reply } from '../../engine/outcome/effects.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { type HookFunction, traitsOf } from '../handler.ts';
import { type ArmaSetting, armaCommands } from './commands.ts';
import type { ArmaHook } from './hook.ts';
import { ArmaValues } from './values.ts';

/** A hook that runs one line of an `.arma` script. */
export function createArma(hook: ArmaHook, setting: ArmaSetting): HookFunction {
  const command = armaCommands.get(hook.command);
  if (command === undefined) {
    throw new HooklineError(
      'handler-unknown',
      `unknown command "${hook.command}"${didYouMean(hook.command, armaCommands.keys())}`,
    );
  }
  const { protocol } = setting;
  const run = command.create(hook.arguments, setting);
  const handler = async (input: Fields, context: HookContext): Promise<Reply<never>> => {
    const call = { point: pointNamed(context.point), input, context };
    // A line may answer anything. The engine drops effects that the point does not admit.
    return (await run(new ArmaValues(protocol, call), call)) as Reply<never>;
  };
  const graceMs = command.graceMs?.(setting);
  return Object.assign(handler, traitsOf(protocol), graceMs === undefined ? {} : { graceMs });
}
