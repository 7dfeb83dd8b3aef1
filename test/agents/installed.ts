import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Driver } from './drivers/driver.ts';

/** The program that starts the agent, and the version that it calls itself. */
export interface Found {
  readonly program: readonly string[];
  readonly version: string;
  readonly missing?: undefined;
}

const execute = promisify(execFile);

/** Has the agent from npm, once: a later run finds it in the cache folder. If it cannot be had, says why. */
export async function installed(driver: Driver): Promise<Found | { readonly missing: string }> {
  try {
    const what = [`${driver.package}@${driver.packageVersion}`];
    const folder = await folderOf(`${driver.agent}-${driver.packageVersion}`, what);
    const program = driver.program(join(folder, 'node_modules'));
    return { program, version: await versionOf(program, folder) };
  } catch (error) {
    const lines = String(error).split('\n');
    const line = lines.find((text) => text.startsWith('npm error')) ?? lines[0] ?? '';
    console.warn(`\n${driver.title} is NOT TESTED: ${line}\n`);
    return { missing: line };
  }
}

async function versionOf([file = '', ...args]: readonly string[], home: string): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: home };
  const { stdout } = await execute(file, [...args, '--version'], { env, timeout: 60_000 });
  return /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? 'unknown';
}

function cacheFolder(): string {
  const caches = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return process.env['HOOKLINE_AGENTS_CACHE'] ?? join(caches, 'hookline/agents');
}

/** The folder in which these packages are installed, once. A folder with the final name is complete. */
export async function folderOf(name: string, packages: readonly string[]): Promise<string> {
  const folder = join(cacheFolder(), name);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    writeFileSync(join(unfinished, 'package.json'), '{ "private": true }');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
    await execute('npm', ['install', ...options, ...packages], { cwd: unfinished, timeout: 600_000 });
    // Two ways to drive one agent may have it at the same time.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}
