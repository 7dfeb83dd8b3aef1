import type { Access } from './path-use.ts';

/** The files that a patch between `*** Begin Patch` and `*** End Patch` touches; null when it is another kind of text. */
export function patchPaths(
  text: string,
): readonly { readonly access: Access; readonly path: string }[] | null {
  const lines = text.trim().split('\n');
  if (lines[0]?.trim() !== '*** Begin Patch') return null;
  const found: { access: Access; path: string }[] = [];
  for (const line of lines) {
    const header = line.trim();
    if (!header.startsWith('***')) continue;
    const [, verb, path] = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/.exec(header) ?? [];
    if (verb !== undefined && path !== undefined) {
      found.push({ access: verb === 'Delete File' ? 'delete' : 'write', path });
      if (verb === 'Move to')
        found.push(...found.slice(-2, -1).map((one) => ({ ...one, access: 'delete' as const })));
    } else if (!/^\*\*\* (?:Begin Patch|End Patch|End of File)$/.test(header)) return null;
  }
  return found;
}
