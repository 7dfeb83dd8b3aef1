import { ask, deny, modify } from '../../engine/outcome/effects.ts';
import type { ToolInput } from '../../engine/points/inputs.ts';
import { cutEndCounted } from '../../engine/values/cut-text.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { GivenCall } from '../../shell/actions/action.ts';
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
    const call = callOf(input, point);
    const isOpen = (rule: string): boolean => context.isOpen?.(rule) === true;
    const verdict = judge.judge(call, isOpen);
    if (verdict === null) return undefined;
    const narrowed = point === 'PreToolUse' ? withoutProtected(call, verdict) : null;
    if (narrowed !== null && judge.judge({ ...call, input: narrowed }, isOpen) === null)
      return modify(narrowed);
    // Only PreToolUse can ask. Elsewhere, unknown means deny.
    return verdict.decision === 'deny' || point !== 'PreToolUse' || verdict.search !== undefined
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

function withoutProtected({ input }: GivenCall, { search }: FileVerdict): ToolInput | null {
  if (search === undefined || search.excludes === null) return null;
  const { excludes, names } = search;
  // Other letters mean something in a pattern.
  if (names.length === 0 || !names.every((name) => /^[\w.*+-]+$/.test(name))) return null;
  return { ...input, [excludes]: names.length === 1 ? `!${names[0]}` : `!{${names.join(',')}}` };
}

const done: Readonly<Record<FileVerdict['access'], string>> = {
  read: 'read',
  write: 'changed by hand',
  delete: 'deleted',
};

function reasonOf({ decision, group, access, about, search }: FileVerdict): string {
  const path = cutEndCounted(about, 200);
  if (search !== undefined)
    return `protected-files${group === null ? '' : `.${group.id}`}: the search reads "${path}". Search in folders or for names of files without it, or by \`grep -r --exclude=${search.names[0] ?? '.env'}\`.`;
  if (group === null)
    return `protected-files: it's unknown whether a protected file is ${done[access]}: ${path}. Name the files.`;
  if (decision === 'ask')
    return `protected-files.${group.id}: "${path}" is only known at run time, and could be a file that must not be ${done[access]}. Name the file.`;
  return `protected-files.${group.id}: "${path}" must not be ${done[access]}: ${group.why}. ${group.instead}`;
}
