import { canonicalTool } from '../engine/points/tool-names.ts';
import type { PathKind } from '../shell/actions/action.ts';

/** Tools whose rules are about paths. A rule for one of a family is one for all of it: `Write(p)` is read as `Edit(p)`. */
const families: Readonly<Record<'edit' | 'read', readonly string[]>> = {
  edit: ['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'apply_patch', 'str_replace_editor', 'fs_write'],
  read: ['Read', 'Grep', 'Glob', 'LS', 'NotebookRead'],
};

export type Family = keyof typeof families;

export const familyAccess: Readonly<Record<Family, readonly PathKind[]>> = {
  edit: ['write', 'delete'],
  read: ['read', 'list'],
};

export function familyOf(tool: string): Family | null {
  const name = canonicalTool(tool);
  if (families.edit.includes(name)) return 'edit';
  return families.read.includes(name) ? 'read' : null;
}
