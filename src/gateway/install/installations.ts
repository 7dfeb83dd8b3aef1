import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';
import { chainPaths, dataFolder, makeDataFolder } from './checksums.ts';
import { isHookLine } from './hook-line.ts';
import { applyChange } from './install-change.ts';

/** One agent that was told to ask hookline. */
export interface Installation {
  readonly agent: string;
  readonly file: string;
  /** What the agent was told to trust, for whoever takes it back. */
  readonly trusted: readonly string[];
}

function recordPath(): string {
  return join(dataFolder(), 'installations.json');
}

/** The installations of this user, of which some may be gone. */
export async function readInstallations(): Promise<readonly Installation[]> {
  const text = await readIfThere(recordPath());
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isObject).map(asInstallation) : [];
  } catch {
    // Only what it was needed for is lost: the launcher stays behind.
    return [];
  }
}

function asInstallation({ agent, file, trusted }: Fields): Installation {
  return {
    agent: String(agent),
    file: String(file),
    trusted: Array.isArray(trusted) ? trusted.map(String) : [],
  };
}

/** The folders that were made for agents to load as plugins, by their files of hooks. */
export async function pluginInstallations(): Promise<
  readonly { readonly agent: AgentProduct; readonly file: string }[]
> {
  return (await readInstallations()).flatMap(({ agent: name, file }) => {
    const agent = lookUp(agentTable, name);
    const { manifest } = agent?.files ?? {};
    if (agent === undefined || manifest === undefined) return [];
    return existsSync(join(dirname(dirname(file)), manifest)) ? [{ agent, file }] : [];
  });
}

/** What hookline had an agent trust for a file of hooks. */
export async function trustedFor(file: string): Promise<readonly string[]> {
  return (await readInstallations()).find((one) => one.file === file)?.trusted ?? [];
}

/** Notes installations, each in the place of an earlier one for the same file. */
export async function noteInstallations(added: readonly Installation[]): Promise<void> {
  const files = new Set(added.map(({ file }) => file));
  const others = (await readInstallations()).filter(({ file }) => !files.has(file));
  await writeInstallations([...others, ...added]);
}

/** Forgets installations. The launcher goes with the last one that is still there. */
export async function forgetInstallations(gone: readonly string[]): Promise<void> {
  const left: Installation[] = [];
  for (const installation of await readInstallations()) {
    const text = gone.includes(installation.file) ? null : await readIfThere(installation.file);
    if (text !== null && isHookLine(text)) left.push(installation);
  }
  if (left.length > 0) return writeInstallations(left);
  for (const path of [...chainPaths(), recordPath()]) await rm(path, { force: true });
  await rmdir(dataFolder()).catch(() => {});
}

async function writeInstallations(list: readonly Installation[]): Promise<void> {
  await makeDataFolder();
  const after = `${JSON.stringify(list, null, 2)}\n`;
  await applyChange({ path: recordPath(), before: await readIfThere(recordPath()), after, mode: 0o600 });
}
