import type { ToolInput } from '../../../engine/points/inputs.ts';
import { canonicalTool } from '../../../engine/points/tool-names.ts';
import { patchedFiles } from './patch-files.ts';
import type { PatchedFile } from './patch-paths.ts';

/** Whether a tool is there to apply patches, on its own or of a server. */
export function isPatchTool(tool: string): boolean {
  return canonicalTool(tool.replace(/^mcp__.*?__/, '')) === 'apply_patch';
}

/** What a file is to hold may be a patch too, and changes nothing. */
const contents = /^(?:content|contents|new_string|old_string)$/;

/** The files that a tool for patches changes: in any of its texts. Null when a patch cannot be read. */
export function toolPatches(tool: string, input: ToolInput): readonly PatchedFile[] | null {
  const isPatching = /patch/i.test(tool);
  const found: PatchedFile[] = [];
  for (const [name, value] of Object.entries(input)) {
    for (const text of [value].flat().filter((one) => typeof one === 'string')) {
      const isPatch = /^\s*\*\*\* Begin Patch/.test(text) && !contents.test(name);
      if (!isPatching && !isPatch) continue;
      const files = patchedFiles(text);
      if (files === null && isPatch) return null;
      found.push(...(files ?? []));
    }
  }
  return found.length === 0 && isPatchTool(tool) ? null : found;
}
