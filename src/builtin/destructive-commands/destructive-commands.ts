import { ask, deny, type Effect } from '../../engine/outcome/effects.ts';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { GivenCall } from '../../shell/actions/action.ts';
import { commandLine } from '../../shell/actions/command-line.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { readOptions } from '../builtin-options.ts';
import { type DangerVerdict, judgeCall } from './judge.ts';
import {
  type DestructiveCommandsChoices,
  type DestructiveCommandsOptions,
  destructiveCommandsOptions,
  settingOf,
} from './setting/options.ts';

export const destructiveCommandsRow = defineBuiltin({
  name: 'destructive-commands',
  summary: 'Stops commands that destroy what cannot be restored.',
  points: ['PreToolUse', 'PermissionRequest'],
  priority: 10,
  judges: 'event',
  options: destructiveCommandsOptions,
  create,
});

/** Register it as a guard: `hooks.on('PreToolUse', { guard: true }, destructiveCommands())`. */
export function destructiveCommands(given: DestructiveCommandsOptions = {}): HookFunction {
  return create(readOptions(destructiveCommandsRow, given), { directory: process.cwd() });
}

function create(options: DestructiveCommandsChoices, { directory }: BuiltinSetting): HookFunction {
  const setting = settingOf(options, directory);
  return builtinFunction(destructiveCommandsRow, (input, context) => {
    const verdict = judgeCall(callOf(input), {
      ...setting,
      isOpen: (rule) => context.isOpen?.(rule) === true,
    });
    return verdict === null ? undefined : effectOf(verdict);
  });
}

function callOf({ tool_name: name, tool_input: given, cwd }: Fields): GivenCall {
  const input = isObject(given) ? given : {};
  const call = { toolName: textOf(name), input, cwd: textOf(cwd) || process.cwd() };
  if (canonicalTool(call.toolName) !== 'PowerShell') return call;
  // Judged as `pwsh -c …`: its language isn't that of a shell.
  const command = commandLine(['pwsh', '-c', textOf(input['command'])], undefined);
  return { ...call, toolName: 'Bash', input: { command } };
}

function effectOf(verdict: DangerVerdict): Effect {
  return verdict.decision === 'deny' ? deny(reasonOf(verdict)) : ask(reasonOf(verdict));
}

function reasonOf({ rule, finding }: DangerVerdict): string {
  return `${rule.id}: "${finding.about}": ${finding.why ?? rule.why}. ${rule.instead}`;
}
