import { createHash } from 'node:crypto';
import { type LogEntry, logToConsole } from '../../engine/firing/interceptor.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import type { HooksOptions } from '../../engine/hooks/hooks-options.ts';
import type { Section } from '../../engine/hooks/scope.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { SerialQueue } from '../../engine/values/serial-queue.ts';
import { messageOf } from '../../engine/values/text.ts';
import { guardsGone, lostRestraints } from '../reload/lost-restraints.ts';
import type { FileTexts } from '../reload/quiet-files.ts';
import { areQuiet } from '../reload/quiet-files.ts';
import { type FileWatcher, watchFiles } from '../reload/watch-files.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { ConfigError, formatProblem, hasErrors, type Problem } from '../source/problem.ts';
import type { FilePermissions, NamedDeclaration, Override } from './declaration.ts';
import { type ReadConfig, type ReadOptions, readConfig } from './read-config.ts';
import { registerAll } from './register-all.ts';
import type { TraceSetting } from './trace-setting.ts';

export interface LoadOptions {
  /** Where the hooks are registered. Default: new `Hooks`. */
  readonly hooks?: Hooks;
  /** Options for new `Hooks`. */
  readonly hooksOptions?: HooksOptions;
  /** Read the files again when they change. Default: what the files say. */
  readonly watch?: boolean;
  /** How long files must be unchanged before a reload may remove guards, in ms. Default: 2000. */
  readonly guardQuietMs?: number;
  /** Tools of your own that matchers may name. */
  readonly tools?: readonly string[];
  /** The files were found on their levels, and not named. `loadConfig({ levels: true })` finds them. Default: false. */
  readonly levels?: boolean;
  /** Matchers may use the names that agents give their tools, as where these agents call. Default: false. */
  readonly nativeNames?: boolean;
  /** Texts to read in place of files, by their absolute paths: those of an editor, not saved yet. Default: none. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Where warnings, reloads and broken edits are logged. Default: the console. */
  readonly log?: (entry: LogEntry) => void;
}

type ReadAndLoad = LoadOptions & Pick<ReadOptions, 'check'>;

const defaultQuietMs = 2000;

/** Loaded configuration files. Their hooks are registered until it is closed. */
export class Config {
  readonly hooks: Hooks;
  readonly #paths: readonly string[];
  readonly #options: ReadAndLoad;
  readonly #section: Section;
  readonly #ownsHooks: boolean;
  #read: ReadConfig;
  /** The files as last read, also when they had errors. */
  #lastTexts: FileTexts;
  #watcher: FileWatcher | null = null;
  readonly #closing = new AbortController();
  readonly #reloads = new SerialQueue();

  private constructor(paths: readonly string[], options: ReadAndLoad, read: ReadConfig) {
    this.#paths = paths;
    this.#options = options;
    this.#ownsHooks = options.hooks === undefined;
    this.hooks =
      options.hooks ?? new Hooks({ ...(options.log && { log: options.log }), ...options.hooksOptions });
    this.#section = this.hooks.section();
    this.#read = read;
    this.#lastTexts = read.texts;
  }

  /** Throws a ConfigError with every problem, and registers nothing then. */
  static async load(paths: readonly string[], options: ReadAndLoad): Promise<Config> {
    const read = await readConfig(paths, options);
    if (hasErrors(read.problems)) throw new ConfigError(read.problems);
    const config = new Config(paths, options, read);
    try {
      config.#registerAll(read);
    } catch (error) {
      config.#section.clear();
      throw error;
    }
    config.#watchOrNot();
    return config;
  }

  /** Every hook of the files, in order. */
  get declarations(): readonly NamedDeclaration[] {
    return this.#read.declarations;
  }

  /** The agents for which the global hooks of a point do not run. */
  get overrides(): readonly Override[] {
    return this.#read.overrides;
  }

  get permissions(): FilePermissions {
    return this.#read.permissions;
  }

  /** The MCP servers for an agent, by name. */
  get mcpServers(): McpServersSection {
    return this.#read.mcpServers;
  }

  /** How the files want events recorded; null: not at all. */
  get trace(): TraceSetting | null {
    return this.#read.trace;
  }

  /** A short hash of the text of all files. */
  get digest(): string {
    const texts = [...this.#read.texts].map(([file, text]) => [file, text]);
    return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  }

  /** Every file that was read, including included ones. */
  get files(): readonly string[] {
    return this.#read.files;
  }

  get warnings(): readonly Problem[] {
    return this.#read.problems;
  }

  /**
   * Reads the files again. With errors, the hooks stay and it throws a ConfigError. Otherwise the new hooks replace the
   * old ones at once: every firing sees all of the old or all of the new. A reload that would remove guards waits until
   * the files have been unchanged for a while, since half of a file may look like a whole one.
   */
  reload(): Promise<void> {
    return this.#reload(true);
  }

  #reload(keepsAlive: boolean): Promise<void> {
    return this.#reloads.run(async () => {
      const old = this.#read;
      const read = await this.#readWhole(old, keepsAlive);
      this.#section.clear();
      try {
        this.#registerAll(read);
      } catch (error) {
        // For example when code has registered the name in the meantime. The old hooks fit, since they were there
        // before.
        this.#section.clear();
        registerAll(this.#section, old);
        throw error;
      }
      old.handlers.retire(read.handlers);
      for (const message of guardsGone(old, read)) this.#log('warning', message);
      this.#watchOrNot();
    });
  }

  async #readWhole(old: ReadConfig, keepsAlive: boolean): Promise<ReadConfig> {
    const { guardQuietMs: quietMs = defaultQuietMs } = this.#options;
    const { signal } = this.#closing;
    let told = '';
    for (;;) {
      this.#checkOpen();
      const read = await readConfig(this.#paths, { ...this.#options, before: old.handlers });
      this.#checkOpen();
      this.#lastTexts = read.texts;
      if (hasErrors(read.problems)) throw new ConfigError(read.problems);
      const losses = lostRestraints(old, read);
      if (losses.length === 0) return read;
      const message = `${losses.join(', ')} would be gone: the hooks stay as they were until the files have been left alone for a while`;
      if (message !== told) this.#log('info', message);
      told = message;
      const isSame = await areQuiet({
        before: old.texts,
        now: read.texts,
        quietMs,
        signal,
        keepsAlive,
      }).catch((problem: unknown) => {
        this.#checkOpen();
        throw problem;
      });
      if (isSame) return read;
    }
  }

  /** Removes the hooks of the files and stops watching. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#watcher?.stop();
    await this.#reloads.idle();
    this.#section.clear();
    this.#read.handlers.retire(null);
    if (this.#ownsHooks) await this.hooks.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #registerAll(read: ReadConfig): void {
    const problems = registerAll(this.#section, read);
    if (problems.length > 0) throw new ConfigError(problems);
    this.#read = read;
    for (const problem of read.problems) this.#log('warning', formatProblem(problem));
  }

  /** Starts or stops watching, by the options or else by the files. */
  #watchOrNot(): void {
    const isWanted = this.#options.watch ?? this.#read.watch;
    if (isWanted && this.#watcher === null) {
      this.#watcher = watchFiles(
        () => this.#reloadChanged(),
        (message) => this.#log('warning', message),
      );
      this.#follow();
    } else if (!isWanted) {
      this.#watcher?.stop();
      this.#watcher = null;
    }
  }

  async #reloadChanged(): Promise<void> {
    try {
      await this.#reload(false);
      const count = this.declarations.length;
      this.#log('info', `read ${this.#paths.join(', ')} again: ${count} ${count === 1 ? 'hook' : 'hooks'}`);
    } catch (problem) {
      if (this.#closing.signal.aborted) return;
      const message = messageOf(problem);
      this.#log(
        'error',
        `the changed configuration cannot be used, the hooks stay as they were:\n${message}`,
      );
    }
    this.#follow();
  }

  #follow(): void {
    this.#watcher?.follow([...this.#lastTexts.keys()], this.#lastTexts);
  }

  #checkOpen(): void {
    if (this.#closing.signal.aborted) throw new HooklineError('disposed', 'this configuration was closed');
  }

  #log(level: LogEntry['level'], message: string): void {
    // A log that throws must not stop a reload half way.
    try {
      (this.#options.log ?? logToConsole)({ level, message, point: null, hook: null });
    } catch (problem) {
      logToConsole({
        level: 'error',
        message: `the log failed: ${messageOf(problem)}`,
        point: null,
        hook: null,
      });
    }
  }
}
