import { createHash } from 'node:crypto';
import { type LogEntry, logToConsole } from '../../engine/firing/interceptor.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import type { HooksOptions } from '../../engine/hooks/hooks-options.ts';
import type { Section } from '../../engine/hooks/scope.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { SerialQueue } from '../../engine/values/serial-queue.ts';
import { messageOf } from '../../engine/values/text.ts';
import { areQuiet, type FileTexts } from '../reload/quiet-files.ts';
import { type FileWatcher, watchFiles } from '../reload/watch-files.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import type { UnattendedMode } from '../schema/schema.ts';
import {
  ConfigError,
  formatProblem,
  hasErrors,
  inOrder,
  type Problem,
  shortPath,
} from '../source/problem.ts';
import type { FilePermissions, NamedDeclaration, Override } from './declaration.ts';
import { type ReadConfig, readConfig } from './read-config.ts';
import { checkHooks, registerAll } from './register-all.ts';
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
  /** Set by `loadConfig({ levels: true })`: the files were found, not named. Default: false. */
  readonly levels?: boolean;
  /** Let matchers use the names that agents give their tools. Default: false. */
  readonly nativeNames?: boolean;
  /** Texts of unsaved files, by their absolute paths. Default: none. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Where warnings, reloads and broken edits are logged. Default: the console. */
  readonly log?: (entry: LogEntry) => void;
}

const defaultQuietMs = 2000;

/** Loaded configuration files. Their hooks are registered until it is closed. */
export class Config {
  readonly hooks: Hooks;
  readonly #paths: readonly string[];
  readonly #options: LoadOptions;
  readonly #section: Section;
  readonly #ownsHooks: boolean;
  #read: ReadConfig;
  #lastTexts: FileTexts;
  #watcher: FileWatcher | null = null;
  readonly #closing = new AbortController();
  readonly #reloads = new SerialQueue();

  private constructor(paths: readonly string[], options: LoadOptions, read: ReadConfig) {
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
  static async load(paths: readonly string[], options: LoadOptions): Promise<Config> {
    const read = await readConfig(paths, { ...options, checksHooks: false });
    checkRead(read);
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

  get unattended(): UnattendedMode | null {
    return this.#read.unattended;
  }

  get mcpServers(): McpServersSection {
    return this.#read.mcpServers;
  }

  /** How the files want events recorded; null: not at all. */
  get trace(): TraceSetting | null {
    return this.#read.trace;
  }

  get digest(): string {
    const texts = [...this.#read.texts].map(([file, text]) => [file, text]);
    return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  }

  /** Every file that was read, including included ones. */
  get files(): readonly string[] {
    return this.#read.files;
  }

  get read(): ReadConfig {
    return this.#read;
  }

  get warnings(): readonly Problem[] {
    return this.#read.problems;
  }

  /**
   * With errors, keeps the hooks and throws a ConfigError. A reload that would remove guards waits until the files
   * have been unchanged for a while: half of a file may look like a whole one.
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
        // For example, code has registered the name meanwhile. The old hooks were there before, so they fit.
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
      const read = await readConfig(this.#paths, {
        ...this.#options,
        before: old.handlers,
        checksHooks: false,
      });
      this.#checkOpen();
      this.#lastTexts = read.texts;
      checkRead(read);
      const losses = lostRestraints(old, read);
      if (losses.length === 0) return read;
      const message = `${losses.join(', ')} would be removed: the hooks stay as they were until the files have not changed for a while`;
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
    if (problems.length > 0) throw new ConfigError(inOrder([...read.problems, ...problems]));
    this.#read = read;
    for (const problem of read.problems) this.#log('warning', formatProblem(problem));
  }

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

/** Hooks are checked as they are registered; where they won't be, all errors are shown at once. */
function checkRead({ problems, declarations }: ReadConfig): void {
  if (hasErrors(problems)) throw new ConfigError(inOrder([...problems, ...checkHooks(declarations)]));
}

function lostRestraints(old: ReadConfig, read: ReadConfig): readonly string[] {
  const kept = new Map(guardsOf(read).map((guard) => [identity(guard), guard]));
  const losses = guardsOf(old).flatMap((guard) => {
    const successor = kept.get(identity(guard));
    if (successor === undefined) return [nameOf(guard)];
    return isSame(guard, successor) || holdsMore(guard, old, read) ? [] : [`${nameOf(guard)} as it was`];
  });
  // Without `watch`, the files would never be read again.
  return old.watch && !read.watch ? [...losses, 'watch: true'] : losses;
}

/** Only its own file can remove a guard, so every removal is reported. */
function guardsGone(old: ReadConfig, read: ReadConfig): readonly string[] {
  const kept = new Set(guardsOf(read).map(identity));
  return guardsOf(old)
    .filter((guard) => !kept.has(identity(guard)))
    .map((guard) => `${nameOf(guard)} is gone`);
}

function guardsOf({ declarations }: ReadConfig): readonly NamedDeclaration[] {
  return declarations.filter(({ options }) => options.guard === true);
}

function identity({ name, point, agent, type }: NamedDeclaration): string {
  return JSON.stringify([type === 'rules' ? type : name, point.name, agent]);
}

function nameOf({ name, place }: NamedDeclaration): string {
  return `the guard ${name} of ${shortPath(place.file)}:${place.line}`;
}

function isSame(guard: NamedDeclaration, successor: NamedDeclaration): boolean {
  return guard.matcher.source === successor.matcher.source && guard.handler === successor.handler;
}

/** The guard of permission rules is new each time; it is as strict if it still has every rule. */
function holdsMore(guard: NamedDeclaration, old: ReadConfig, read: ReadConfig): boolean {
  if (guard.type !== 'rules') return false;
  const { deny, ask } = read.permissions;
  return (
    old.permissions.deny.every((rule) => deny.includes(rule)) &&
    old.permissions.ask.every((rule) => ask.includes(rule) || deny.includes(rule))
  );
}
