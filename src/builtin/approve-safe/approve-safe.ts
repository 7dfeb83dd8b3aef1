import { resolve } from 'node:path';
import { z } from 'zod';
import { allow } from '../../engine/outcome/effects.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { realPath } from '../../files/real-path.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { CommandRule } from '../../permissions/command-rule.ts';
import type { GivenCall } from '../../shell/actions/action.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { filled, readOptions } from '../builtin-options.ts';
import { once } from '../once.ts';
import { FileJudge } from '../protected-files/judge.ts';
import { groupsOf, protectedFilesOptions } from '../protected-files/options.ts';
import { prove, type SafeLevel, safeLevels, Unproven } from './proof.ts';

const options = once(() =>
  z.strictObject({
    level: z
      .enum(safeLevels)
      .default('read')
      .describe(
        'What is approved: `read` (reads and lists), `edit` (also writes to files whose content git has), `build` (also `commands`). Default: read.',
      ),
    folders: z
      .array(filled())
      .default([])
      .describe('More folders that may be read, besides the folder of the configuration. Default: none.'),
    commands: z
      .array(filled())
      .default(['npm test'])
      .describe(
        'What `build` may run, as in permission rules: `npm run lint`, `npx vitest run *`. Default: npm test.',
      ),
  }),
);

export interface ApproveSafeOptions {
  readonly level?: SafeLevel | undefined;
  readonly folders?: readonly string[] | undefined;
  readonly commands?: readonly string[] | undefined;
}

export const approveSafeRow = defineBuiltin({
  name: 'approve-safe',
  summary: 'Approves calls that are proven to do no harm, so nobody is asked about them.',
  points: ['PreToolUse', 'PermissionRequest'],
  judges: 'files',
  options,
  create,
});

/** Register it as an ordinary hook: guards, denials and questions of others win. */
export function approveSafe(given: ApproveSafeOptions = {}): HookFunction {
  return create(readOptions(approveSafeRow, given), { directory: process.cwd() });
}

function create(
  { level, folders, commands }: z.output<ReturnType<typeof options>>,
  { directory }: BuiltinSetting,
): HookFunction {
  const rules = commands.map((command) => new CommandRule(command));
  const files = new FileJudge(groupsOf(protectedFilesOptions().parse({})), directory);
  return builtinFunction(approveSafeRow, (input) => {
    const given = input['tool_input'];
    const cwd = textOf(input['cwd']);
    if (!isObject(given) || cwd === '') return undefined;
    const call: GivenCall = { toolName: textOf(input['tool_name']), input: given, cwd: resolve(cwd) };
    try {
      const roots = ['.', ...folders].map((folder) => realPath(folder, directory));
      prove(call, { level, folders: roots, commands: rules });
      return files.judge(call) === null ? allow(`approve-safe: ${reasons[level]}`) : undefined;
    } catch (problem) {
      if (problem instanceof Unproven || problem instanceof UnjudgeablePath) return undefined;
      throw problem;
    }
  });
}

const reasons: Readonly<Record<SafeLevel, string>> = {
  read: 'it only reads inside the project',
  edit: 'it only reads inside the project, and changes what git has',
  build: 'it only reads inside the project, changes what git has, and runs named commands',
};
