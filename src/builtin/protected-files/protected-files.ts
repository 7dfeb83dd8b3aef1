import { ask, deny } from '../../engine/outcome/effects.ts';
import { cutEndCounted } from '../../engine/values/cut-text.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { GivenCall } from '../../permissions/uses/call-uses.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { readOptions } from '../builtin-options.ts';
import { FileJudge, type FileVerdict } from './judge.ts';
import {
  groupsOf,
  type ProtectedFilesChoices,
  type ProtectedFilesOptions,
  protectedFilesOptions,
} from './options.ts';

export const protectedFilesRow = defineBuiltin({
  name: 'protected-files',
  summary: 'Protects files that must not be read, changed or deleted.',
  points: ['PreToolUse', 'PermissionRequest', 'pre:git:write'],
  priority: 15,
  judges: 'files',
  options: protectedFilesOptions,
  create,
});

/** Register it as a guard: `hooks.on('PreToolUse', { guard: true }, protectedFiles())`. */
export function protectedFiles(given: ProtectedFilesOptions = {}): HookFunction {
  return create(readOptions(protectedFilesRow, given), { directory: process.cwd() });
}

function create(options: ProtectedFilesChoices, { directory }: BuiltinSetting): HookFunction {
  const judge = new FileJudge(groupsOf(options), directory);
  return builtinFunction(protectedFilesRow, (input, context) => {
    const { point } = context;
    const verdict = judge.judge(callOf(input, point), (rule) => context.isOpen?.(rule) === true);
    if (verdict === null) return undefined;
    // Where nobody can be asked, what cannot be told is denied.
    return verdict.decision === 'deny' || point !== 'PreToolUse'
      ? deny(reasonOf(verdict))
      : ask(reasonOf(verdict));
  });
}

function callOf(input: Fields, point: string): GivenCall {
  const cwd = textOf(input['cwd']) || process.cwd();
  if (point === 'pre:git:write') return { toolName: 'Write', input: { file_path: input['path'] }, cwd };
  const given = input['tool_input'];
  return { toolName: textOf(input['tool_name']), input: isObject(given) ? given : {}, cwd };
}

const done: Readonly<Record<FileVerdict['access'], string>> = {
  read: 'read',
  write: 'changed by hand',
  delete: 'deleted',
};

/** Names the group, the path, why, and the safer way. */
function reasonOf({ decision, group, access, about }: FileVerdict): string {
  const path = cutEndCounted(about, 200);
  if (group === null)
    return `protected-files: it cannot be told whether a protected file is ${done[access]}: ${path}. Name the files.`;
  if (decision === 'ask')
    return `protected-files.${group.id}: "${path}" is only known at run time, and could be a file that must not be ${done[access]}. Name the file.`;
  return `protected-files.${group.id}: "${path}" must not be ${done[access]}: ${group.why}. ${group.instead}`;
}
