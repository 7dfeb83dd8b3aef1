import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Config, type LoadOptions, loadConfig } from '../../../src/entries/index.ts';
import { Scratch } from '../scratch.ts';

/** A project with Claude Code settings, which is gone when the test is. */
export class Project {
  readonly folder: string = new Scratch().path;

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file: text as it is, anything else as JSON; gives its path. */
  write(name: string, content: unknown, mode = 0o644): string {
    const file = this.path(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2), { mode });
    return file;
  }

  /** The lines of a file that hooks write, sorted, since they write at the same time. */
  lines(name: string): string[] {
    try {
      return readFileSync(this.path(name), 'utf8').trim().split('\n').sort();
    } catch {
      return [];
    }
  }

  async load(files: string | readonly string[], options: LoadOptions = {}): Promise<Config> {
    const config = await loadConfig(files, { log: () => undefined, ...options });
    onTestFinished(() => config.close());
    return config;
  }

  /** The project's settings with these hooks, loaded. */
  settings(content: unknown): Promise<Config> {
    return this.load(this.write('.claude/settings.json', content));
  }
}

/** Settings in which a point has one command. */
export function hooksOf(point: string, command: string, more: object = {}): { hooks: object } {
  return { hooks: { [point]: [{ hooks: [{ type: 'command', command, ...more }] }] } };
}
