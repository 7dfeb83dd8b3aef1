import { canonicalTool } from '../engine/points/tool-names.ts';
import type { Access } from './uses/path-use.ts';

/** Tools whose rules are about paths. A rule for one of a family is one for all of it: `Write(p)` is read as `Edit(p)`. */
const families: Readonly<Record<'edit' | 'read', readonly string[]>> = {
  edit: ['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'apply_patch', 'str_replace_editor', 'fs_write'],
  read: ['Read', 'Grep', 'Glob', 'LS', 'NotebookRead'],
};

export type Family = keyof typeof families;

/** What a rule of the family is about. */
export const familyAccess: Readonly<Record<Family, readonly Access[]>> = {
  edit: ['write', 'delete'],
  read: ['read'],
};

export function familyOf(tool: string): Family | null {
  const name = canonicalTool(tool);
  if (families.edit.includes(name)) return 'edit';
  return families.read.includes(name) ? 'read' : null;
}
