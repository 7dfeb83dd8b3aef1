import { refuseOption } from '../engine/values/options.ts';
import { describe } from '../engine/values/text.ts';
import {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
} from '../handlers/handler.ts';
import type { BuiltinSetting } from './builtin.ts';
import { readOptions } from './builtin-options.ts';
import { findBuiltin } from './builtin-table.ts';

export type BuiltinInstances = Map<string, HookFunction>;

export interface CreateSetting extends BuiltinSetting {
  readonly instances?: BuiltinInstances;
}

export function createBuiltin(name: string, options: unknown, setting: CreateSetting): HookFunction {
  const row = findBuiltin(name);
  const read = readOptions(row, options);
  const key = canonical([name, setting.directory, read]);
  const made = setting.instances?.get(key) ?? row.create(read, { directory: setting.directory });
  setting.instances?.set(key, made);
  return made;
}

export interface BuiltinOptions {
  readonly handler: string;
  readonly options?: unknown;
  readonly instances?: BuiltinInstances;
}

export const builtinHandler: HandlerKind<BuiltinOptions> = defineHandler({
  type: 'builtin',
  summary: 'A hook that ships with hookline.',
  create({ handler, options, instances }: BuiltinOptions, { directory }: HandlerSetting): HookFunction {
    if (typeof handler !== 'string')
      refuseOption('a builtin handler', `takes the name of a hook as its handler, not ${describe(handler)}`);
    return createBuiltin(handler, options, { directory, ...(instances && { instances }) });
  },
});

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
