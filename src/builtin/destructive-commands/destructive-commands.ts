import { ask, deny, type Effect } from '../../engine/outcome/effects.ts';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { commandLine } from '../../permissions/uses/command-line.ts';
import { ToolPaths } from '../../permissions/uses/tool-paths.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { readOptions } from '../builtin-options.ts';
import { judgeLine, type LineVerdict } from './judge.ts';
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

const tools = new ToolPaths({}, 'judge');

function create(options: DestructiveCommandsChoices, { directory }: BuiltinSetting): HookFunction {
  const setting = settingOf(options, directory);
  return builtinFunction(destructiveCommandsRow, (input, context) => {
    const cwd = textOf(input['cwd']) || process.cwd();
    const verdicts = linesOf(input).map((line) =>
      judgeLine(line, cwd, { ...setting, isOpen: (rule) => context.isOpen?.(rule) === true }),
    );
    const worst = verdicts.find((one) => one?.decision === 'deny') ?? verdicts.find((one) => one !== null);
    return worst === undefined || worst === null ? undefined : effectOf(worst);
  });
}

/** The shell lines in a call, whatever the tool and its arguments are called. */
function linesOf({ tool_name: name, tool_input: given }: Fields): readonly string[] {
  const tool = textOf(name);
  // Its language is another one: it is judged as what a line hands over to it.
  if (canonicalTool(tool) === 'PowerShell')
    return isObject(given) ? [textOf(commandLine(['pwsh', '-c', textOf(given['command'])], undefined))] : [];
  try {
    const found = tools.in(tool, given);
    return found.filter(({ kind }) => kind === 'command').map(({ value }) => textOf(value));
  } catch (problem) {
    if (problem instanceof UnjudgeablePath) return [];
    throw problem;
  }
}

function effectOf(verdict: LineVerdict): Effect {
  return verdict.decision === 'deny' ? deny(reasonOf(verdict)) : ask(reasonOf(verdict));
}

/** Names the rule, the words of the line, why, and the safer way. */
function reasonOf({ rule, finding }: LineVerdict): string {
  return `${rule.id}: "${finding.about}": ${finding.why ?? rule.why}. ${rule.instead}`;
}
