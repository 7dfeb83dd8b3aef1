import type { GivenCall } from '../../permissions/uses/call-uses.ts';
import { type PatchedFile, patchedFiles } from './patch-files.ts';

/** The files that a tool for patches changes: in any of its texts. Null when a patch cannot be read. */
export function toolPatches({ toolName, input }: GivenCall): readonly PatchedFile[] | null {
  const isPatching = /patch/i.test(toolName);
  const found: PatchedFile[] = [];
  for (const [name, value] of Object.entries(input)) {
    const texts = [value].flat().filter((text) => typeof text === 'string');
    for (const text of texts) {
      // What a file is to hold may be a patch too, and changes nothing.
      const isPatch =
        text.includes('*** Begin Patch') && !/^(?:content|contents|new_string|old_string)$/.test(name);
      if (!isPatching && !isPatch) continue;
      const files = patchedFiles(text);
      if (files === null && isPatch) return null;
      found.push(...(files ?? []));
    }
  }
  return found;
}
