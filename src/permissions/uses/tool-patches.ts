import type { ShellReading } from '../../shell/reading.ts';
import type { CallUse, GivenCall } from './call-uses.ts';
import { type PatchedFile, patchedFiles, patchesIn } from './patch-files.ts';

/** What a call changes by patches: those of its lines, and those that the tool itself is given. */
export function patchUses(call: GivenCall, readings: readonly ShellReading[]): readonly CallUse[] {
  const found = [...readings.map((reading) => patchesIn(reading, call.cwd)), toolPatches(call)];
  return found.flatMap((files) =>
    (files ?? [{ access: 'write' as const, path: null }]).map(({ access, path }) => ({
      access,
      path: [path],
      folders: [call.cwd],
      deep: false,
      guessed: false,
      byCommand: false,
    })),
  );
}

/** The files that a tool for patches changes: in any of its texts. Null when a patch cannot be read. */
function toolPatches({ toolName, input }: GivenCall): readonly PatchedFile[] | null {
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
