import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Config, LoadOptions } from '../../src/config/load/config.ts';
import { loadConfig } from '../../src/config/load/load-config.ts';
import { type ReadConfig, readConfig } from '../../src/config/load/read-config.ts';
import { formatProblem, type Problem } from '../../src/config/source/problem.ts';
import type { LogEntry } from '../../src/entries/index.ts';
import { lintLightly } from '../../src/lint/lint-config.ts';
import { lintConfig } from '../../src/lint/lint-files.ts';
import { Scratch } from '../support/scratch.ts';

/** A folder of configuration files and scripts, which is gone when the test is. */
export class Project {
  readonly path: string = new Scratch().path;

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  /** Writes a file, with the folders above it; what starts with `#!` can be executed. */
  write(name: string, content: string | Uint8Array): string {
    const file = this.file(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(file, 0o755);
    return file;
  }

  file(name: string): string {
    return join(this.path, name);
  }

  read(name = 'hookline.yaml', tools: readonly string[] = []): Promise<ReadConfig> {
    return readConfig([this.file(name)], { tools });
  }

  async linted(name = 'hookline.yaml'): Promise<readonly Problem[]> {
    return (await lintConfig(await this.read(name))).problems;
  }

  /** Everything that is said about the file, with paths as seen from the folder. */
  async says(name = 'hookline.yaml'): Promise<string> {
    const { problems } = lintLightly(await this.read(name));
    return this.shortened(problems.map(formatProblem).join('\n'));
  }

  shortened(text: string): string {
    return text.replaceAll(`${this.path}/`, '');
  }

  /** Loads the file; it is closed when the test is over. */
  async load(name = 'hookline.yaml', options: LoadOptions = {}): Promise<Loaded> {
    const log: LogEntry[] = [];
    const config = await loadConfig(this.file(name), { log: (entry) => log.push(entry), ...options });
    onTestFinished(() => config.close());
    return { config, hooks: config.hooks, log };
  }
}

export interface Loaded {
  readonly config: Config;
  readonly hooks: Config['hooks'];
  readonly log: readonly LogEntry[];
}

/** Loads one file from its text. */
export function load(text: string, files: Readonly<Record<string, string>> = {}): Promise<Loaded> {
  return new Project({ 'hookline.yaml': text, ...files }).load();
}
