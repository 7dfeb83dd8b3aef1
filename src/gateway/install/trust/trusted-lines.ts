import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Fields, valueAt } from '../../../engine/values/shapes.ts';
import { messageOf } from '../../../engine/values/text.ts';
import { realPath } from '../../../files/real-path.ts';
import { readIfThere } from '../../../files/take-file.ts';
import type { AgentProduct } from '../../agents/agent-product.ts';
import { userFile } from '../agent-places.ts';
import { JsonEdit } from '../entries/json-edit.ts';
import { type OwnEntry, ownEntries } from '../entries/settings-entries.ts';
import { backupPath, type InstallChange } from '../install-change.ts';
import { readToml, removeEntryOf, setEntry, type TomlEntry } from './toml-tables.ts';
import type { TrustCase, TrustKind } from './trust-kind.ts';

/** What lets hooks run at all, where it says that they do not. */
const offEntry: TomlEntry & { readonly table: string[] } = { table: ['features'], key: 'hooks', value: true };

/** Codex runs a hook only if its user's configuration has the hash of that very hook, and if it trusts the project. */
export const linesTrust: TrustKind = {
  async plan(given) {
    const { path, text } = await userConfig(given.agent);
    const before = text ?? '';
    const value = readToml(path, before);
    const isOff = valueAt(value, offEntry.table.concat(offEntry.key)) === false;
    const wanted = [
      ...lineEntries(given),
      ...projectEntries(given, value),
      ...(given.switchOn === true && isOff ? [offEntry] : []),
    ];
    const missing = wanted.filter((entry) => valueAt(value, [...entry.table, entry.key]) !== entry.value);
    const stale = given.trusted.map(asEntry).filter((entry) => !wanted.some((one) => isSame(one, entry)));
    const trusted = wanted
      .filter((entry) => entry !== offEntry && (missing.includes(entry) || isNoted(given, entry)))
      .map(asNote);
    const off = given.switchOn === true ? null : switchedOff(given, value);
    if (off !== null) return { change: null, trusted: given.trusted, missing: off, hindrance: off };
    const why = missing.length === 0 ? null : missingText(missing);
    try {
      let after = before;
      for (const entry of stale) after = removeEntryOf(path, after, entry);
      for (const entry of missing) after = setEntry(path, after, entry);
      const isFresh = given.trusted.length === 0;
      const change: InstallChange = { path, before: text, after, keeps: true, fresh: isFresh };
      return { change: after === text ? null : change, trusted, missing: why, hindrance: null };
    } catch (problem) {
      return { change: null, trusted: given.trusted, missing: why, hindrance: messageOf(problem) };
    }
  },

  async takeBack(given) {
    const { path, text } = await userConfig(given.agent);
    if (text === null) return null;
    let after = text;
    for (const note of given.trusted) after = removeEntryOf(path, after, asEntry(note));
    const backup = await readIfThere(backupPath(path));
    if (backup !== null && after === `${backup}\n`) after = backup;
    const isOurs = after.trim() === '' && backup === null;
    return after === text ? null : { path, before: text, after: isOurs ? null : after, keeps: true };
  },
};

async function userConfig(agent: AgentProduct): Promise<{ path: string; text: string | null }> {
  const path = userFile(agent, `${agent.files.moved.folder}/config.toml`);
  return { path, text: await readIfThere(path) };
}

function lineEntries({ file, text, agent }: TrustCase): readonly TomlEntry[] {
  const sources = [...new Set([realPath(file, process.cwd()), file])];
  const entries = text.trim() === '' ? [] : ownEntries(new JsonEdit(file, text).value);
  return sources.flatMap((source) =>
    entries.map((entry) => ({
      table: ['hooks', 'state', `${source}:${label(entry.event)}:${entry.group}:${entry.index}`],
      key: 'trusted_hash',
      value: hashOf(agent, entry),
    })),
  );
}

/** Codex reads a project's hooks only if it trusts the project. */
function projectEntries({ scope, folder }: TrustCase, value: Fields): readonly TomlEntry[] {
  if (scope === 'user') return [];
  const real = realPath(folder, process.cwd());
  const said = trustLevel(real, value);
  if (said?.level === 'trusted' && said.folder !== real) return [];
  return [{ table: ['projects', real], key: 'trust_level', value: 'trusted' }];
}

/** What is said of a folder, or else of the root of its repository. */
function trustLevel(
  folder: string,
  value: Fields,
): { readonly folder: string; readonly level: unknown } | null {
  const real = realPath(folder, process.cwd());
  for (const at of [real, rootOf(real)]) {
    const level = valueAt(value, ['projects', at, 'trust_level']);
    if (level !== undefined) return { folder: at, level };
  }
  return null;
}

function rootOf(folder: string): string {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (existsSync(join(at, '.git'))) return at;
  return folder;
}

function switchedOff({ scope, folder }: TrustCase, value: Fields): string | null {
  if (valueAt(value, ['features', 'hooks']) === false)
    return 'its configuration switches hooks off: features.hooks';
  const said = scope === 'user' ? null : trustLevel(folder, value);
  return said?.level === 'untrusted' ? `its user does not trust ${said.folder}` : null;
}

/** Codex hashes a hook with its defaults filled in, as JSON with sorted keys. */
function hashOf({ events }: AgentProduct, { event, handler }: OwnEntry): string {
  const own = Object.entries(events).find(([name]) => name === event)?.[1].timeoutSeconds;
  const { command, timeout = own, type } = handler;
  const identity = { event_name: label(event), hooks: [{ async: false, command, timeout, type }] };
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}

function label(event: string): string {
  return event.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function missingText(missing: readonly TomlEntry[]): string {
  const isProject = missing.some(({ table }) => table[0] === 'projects');
  const isLine = missing.some(({ table }) => table[0] === 'hooks');
  const what = [
    ...(isLine ? ['hooks that are not trusted'] : []),
    ...(isProject ? ['projects that are not trusted'] : []),
  ];
  return `Codex skips ${what.join(' and ')}; run /hooks in Codex, or hookline install again`;
}

function asNote({ table, key, value }: TomlEntry): string {
  return JSON.stringify([...table, key, value]);
}

function asEntry(note: string): TomlEntry {
  const parts = (JSON.parse(note) as unknown[]).map(String);
  return { table: parts.slice(0, -2), key: parts.at(-2) ?? '', value: parts.at(-1) ?? '' };
}

function isNoted({ trusted }: TrustCase, entry: TomlEntry): boolean {
  return trusted.includes(asNote(entry));
}

function isSame(one: TomlEntry, other: TomlEntry): boolean {
  return one.key === other.key && one.table.join('\n') === other.table.join('\n');
}
