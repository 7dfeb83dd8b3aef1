import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { SerialQueue } from '../../engine/values/serial-queue.ts';
import { messageOf } from '../../engine/values/text.ts';
import { deleteDiskFile, readDiskFile, writeDiskFile } from '../../files/disk-file.ts';
import { isAlive } from '../../files/is-alive.ts';
import { isWithin } from '../../files/within.ts';
import { denialOf } from '../tool-call/tool-texts.ts';
import type { EntryAuthor, HistoryEntry } from './entry.ts';
import type { FileWriteContext, FileWriteResult, FileWriter } from './file-writer.ts';
import { entriesForFoundFile } from './found-files.ts';
import type { NewEntry, NewVersion } from './git-format.ts';
import { GitMissing } from './git-process.ts';
import { HistoryPaths } from './paths.ts';
import { hideFromGit } from './private-folder.ts';
import { ShadowGit } from './shadow-git.ts';
import { restore, type UndoOptions, type UndoResult } from './undo.ts';

export interface FileHistoryOptions {
  readonly root: string;
  readonly sessionId?: string;
  /** The folder of the history. Never the user's own repository. Default: `.hookline/history.git` in the root. */
  readonly directory?: string;
  /** Whether a file guards agents, such as the script of a hook: an undo restores it only by its name. Default: none does. */
  readonly isGuarding?: (file: string) => boolean;
  readonly onProblem?: (message: string) => void;
}

type Content = string | null;

/** Records before it writes, so whatever a killed process leaves on the disk can be undone. */
export class FileHistory implements FileWriter {
  readonly problem: string | null;
  readonly directory: string;
  readonly #git: ShadowGit | null;
  readonly #paths: HistoryPaths;
  readonly #options: FileHistoryOptions;
  readonly #writes = new SerialQueue();
  #scratches = 0;

  private constructor(
    options: FileHistoryOptions,
    directory: string,
    git: ShadowGit | null,
    problem: string | null,
  ) {
    this.#options = options;
    this.#paths = new HistoryPaths(options.root, options.isGuarding);
    this.#git = git;
    this.directory = directory;
    this.problem = problem;
  }

  /** Never rejects. Where no history is possible, `problem` and `onProblem` say why. */
  static async open(options: FileHistoryOptions): Promise<FileHistory> {
    const root = new HistoryPaths(options.root).root;
    const directory = options.directory ?? join(root, '.hookline', 'history.git');
    try {
      if (options.directory === undefined) hideFromGit(dirname(directory));
      const git = await ShadowGit.open(directory);
      clearScratches(directory);
      return new FileHistory(options, directory, git, null);
    } catch (error) {
      const why = error instanceof GitMissing ? 'git was not found' : messageOf(error);
      const problem = `Files are written without a history, and cannot be undone: ${why}`;
      options.onProblem?.(problem);
      return new FileHistory(options, directory, null, problem);
    }
  }

  write(path: string, content: string, context: FileWriteContext): Promise<FileWriteResult> {
    return this.#pass(path, content, context);
  }

  delete(path: string, context: FileWriteContext): Promise<FileWriteResult> {
    return this.#pass(path, null, context);
  }

  async list(): Promise<readonly HistoryEntry[]> {
    if (this.#git === null) return [];
    await this.#git.refresh();
    const log = await this.#git.log();
    return log.map((entry) => ({
      ...entry,
      changes: entry.changes.map((change) => ({ ...change, path: this.#show(change.path) })),
    }));
  }

  /** Undoes writes. The undo is a record too: `undo({ to: result.before })` takes it back. */
  undo(options: UndoOptions = {}): Promise<UndoResult> {
    const git = this.#git;
    if (git === null) throw new HooklineError('history-missing', this.problem ?? 'there is no history');
    return this.#writes.run(() =>
      restore({
        git,
        paths: this.#paths,
        options,
        author: { agent: null, toolUseId: null, sessionId: this.#options.sessionId ?? null },
        scratch: () => this.#scratch(),
      }),
    );
  }

  async #pass(path: string, content: Content, context: FileWriteContext): Promise<FileWriteResult> {
    const file = this.#paths.real(path, context.cwd);
    if (isWithin(file, this.directory)) return refused(`${path} belongs to the history of files`);
    const shown = this.#paths.shown(file);
    const firing = {
      signal: context.signal,
      ...(context.toolUseId === null ? {} : { toolUseId: context.toolUseId }),
    };
    const asked = await context.fire('pre:git:write', { path: shown, content: content ?? '' }, firing);
    if (asked.decision === 'deny') return refused(denialOf(asked));
    const wanted = content === null ? null : asked.value;
    if (wanted !== null && typeof wanted !== 'string')
      return refused('a hook turned it into something other than text');
    const result = await this.#writes.run(() => this.#put(file, wanted, context));
    if (result.written) await context.fire('post:git:write', { path: shown, content: wanted ?? '' }, firing);
    return result;
  }

  async #put(file: string, content: Content, context: FileWriteContext): Promise<FileWriteResult> {
    if (context.signal.aborted) return refused('interrupted');
    // Hooks judged this file. A link that was put in its path since then leads to another one.
    if (this.#paths.real(file) !== file)
      return refused(`${this.#paths.shown(file)} is reached through a link now`);
    const bytes = content === null ? null : Buffer.from(content);
    const record = await this.#recordWrite(file, bytes, context);
    try {
      if (bytes === null) await deleteDiskFile(file);
      else await writeDiskFile(file, bytes, { scratch: this.#scratch() });
      return { written: true, content };
    } catch (error) {
      await record?.failed();
      return refused(messageOf(error));
    }
  }

  async #recordWrite(
    file: string,
    bytes: Uint8Array | null,
    context: FileWriteContext,
  ): Promise<{ failed(): Promise<void> } | null> {
    const git = this.#git;
    if (git === null) return null;
    const { sessionId = null } = this.#options;
    const author: EntryAuthor = { agent: context.agent.id, toolUseId: context.toolUseId, sessionId };
    const name = this.#paths.inHistory(file);
    const shown = this.#paths.shown(file);
    try {
      const old = await readDiskFile(file);
      const after: NewVersion =
        bytes === null ? null : { content: bytes, executable: old?.executable ?? false };
      const ids = await git.record(async () => [
        ...(await entriesForFoundFile(git, { name, shown, file: old }, author)),
        {
          ...author,
          kind: bytes === null ? 'delete' : 'write',
          summary: `${bytes === null ? 'Delete' : 'Write'} ${shown}`,
          files: new Map([[name, after]]),
        },
      ]);
      const failed = { kind: 'failed', summary: `Keep ${shown}, which could not be written` } as const;
      const entry = { ...author, ...failed, undone: ids.slice(-1), files: new Map([[name, old]]) };
      return { failed: () => this.#keep(git, entry) };
    } catch (error) {
      this.#options.onProblem?.(
        `${shown} is written without a record of it, and cannot be undone: ${messageOf(error)}`,
      );
      return null;
    }
  }

  async #keep(git: ShadowGit, entry: NewEntry): Promise<void> {
    try {
      await git.record(() => [entry]);
    } catch (error) {
      this.#options.onProblem?.(`the history of files could not be kept: ${messageOf(error)}`);
    }
  }

  /** A new file to write to first. It lies in the history, where a killed process may leave it behind. */
  #scratch(): string | null {
    if (this.#git === null) return null;
    this.#scratches += 1;
    return join(this.directory, `${scratchPrefix}${process.pid}-${this.#scratches}`);
  }

  #show(name: string): string {
    return this.#paths.shown(this.#paths.behind(name));
  }
}

const scratchPrefix = 'scratch-';

function clearScratches(directory: string): void {
  for (const name of readdirSync(directory)) {
    const [, pid] = /^scratch-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(directory, name), { force: true });
  }
}

function refused(reason: string): FileWriteResult {
  return { written: false, reason };
}
