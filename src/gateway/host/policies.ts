import { handlerFiles } from '../../config/handlers/handler-files.ts';
import type { ChosenFiles } from '../../config/load/choose-files.ts';
import type { Config } from '../../config/load/config.ts';
import type { FilePermissions } from '../../config/load/declaration.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import type { UnattendedMode } from '../../config/schema/schema.ts';
import type { LogEntry } from '../../engine/firing/interceptor.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import { fileStates } from '../../files/file-facts.ts';
import { unwritableFolder } from '../../files/unwritable.ts';
import { endWorkers } from '../../handlers/workers/end-workers.ts';
import type { Recording } from '../../trace/record/record.ts';
import { guardOwnFiles } from '../own-guard/own-guard.ts';
import { keepRecordProblem } from '../state/problem-record.ts';
import { checkLoaded, type FoundTrust, findTrust } from '../trust/find-trust.ts';
import { recordConfig } from './record-config.ts';

/** A file has changed since it was read. JavaScript can't forget an import, so another process must read it. */
export class StaleConfig extends Error {}

export interface FolderFiles extends FoundTrust {
  readonly folder: string;
}

interface Policy {
  readonly config: Config;
  readonly recording: Recording | null;
  readonly unrecorded: string | null;
  readonly files: readonly string[];
  readonly states: string;
}

export interface PoliciesOptions {
  readonly log: (entry: LogEntry) => void;
  readonly records: boolean;
}

export class Policies {
  readonly #options: PoliciesOptions;
  readonly #loaded = new Map<string, Promise<Policy>>();
  readonly #trust = new Map<string, { readonly found: FoundTrust; readonly states: string }>();

  constructor(options: PoliciesOptions) {
    this.#options = options;
  }

  trust(chosen: ChosenFiles, folder: string): FolderFiles {
    const key = JSON.stringify([folder, chosen.files]);
    const known = this.#trust.get(key);
    if (known !== undefined && fileStates(known.found.seen) === known.states)
      return { ...known.found, folder };
    const { seen } = findTrust(chosen, folder);
    const states = fileStates(seen);
    // Again: a change before the states were taken would never be seen.
    const found = { ...findTrust(chosen, folder), seen };
    this.#trust.set(key, { found, states });
    return { ...found, folder };
  }

  async hooks(chosen: FolderFiles, agent: string): Promise<Hooks> {
    return (await this.#config(chosen, agent)).hooks;
  }

  async unattended(chosen: FolderFiles, agent: string): Promise<UnattendedMode | null> {
    return (await this.#config(chosen, agent)).unattended;
  }

  async rules(chosen: FolderFiles, agent: string): Promise<FilePermissions> {
    return (await this.#config(chosen, agent)).permissions;
  }

  async #config(chosen: FolderFiles, agent: string): Promise<Config> {
    const key = policyKey(chosen);
    const known = this.#loaded.get(key);
    const loading = known ?? this.#load(chosen, agent);
    if (known === undefined) {
      this.#loaded.set(key, loading);
      // The next call may find the file corrected.
      loading.catch(() => this.#loaded.delete(key));
    }
    const { config, files, states } = await loading;
    if (known !== undefined && fileStates(files) !== states) throw new StaleConfig('a file has changed');
    return config;
  }

  async #load(chosen: FolderFiles, agent: string): Promise<Policy> {
    const { files, levels, folder } = chosen;
    const states = fileStates(files);
    const config = await loadConfig(files, {
      log: this.#options.log,
      hooksOptions: { timing: true, base: { cwd: process.cwd() } },
      watch: false,
      levels,
      nativeNames: true,
    });
    try {
      checkLoaded(chosen, config);
      guardOwnFiles(config, folder);
      if (fileStates(files) !== states) throw new StaleConfig('a file has changed while it was read');
    } catch (problem) {
      await config.close();
      throw problem;
    }
    // A new file in a folder of Python modules may run instead of another.
    const run = handlerFiles(config.declarations, process.cwd());
    const all = [...config.files, ...run.map((file) => (typeof file === 'string' ? file : file.newIn))];
    const recording = this.#options.records ? await recordConfig(config, keepRecordProblem(agent)) : null;
    const unrecorded = recording === null ? null : unwritableFolder(recording.folder);
    return { config, recording, unrecorded, files: all, states: fileStates(all) };
  }

  async unrecorded(chosen: FolderFiles): Promise<string | null> {
    return (await this.#loaded.get(policyKey(chosen)))?.unrecorded ?? null;
  }

  async drain(): Promise<void> {
    for (const policy of await this.#all()) await policy.config.hooks.drain();
  }

  async close(): Promise<void> {
    for (const { config, recording } of await this.#all()) {
      await recording?.stop();
      await config.close();
    }
    await endWorkers();
  }

  async #all(): Promise<readonly Policy[]> {
    const policies = await Promise.all([...this.#loaded.values()].map((one) => one.catch(() => null)));
    return policies.filter((one) => one !== null);
  }
}

function policyKey({ folder, files }: FolderFiles): string {
  return JSON.stringify([folder, files]);
}
