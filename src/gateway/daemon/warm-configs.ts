import { handlerFiles } from '../../config/handlers/handler-files.ts';
import type { ChosenFiles } from '../../config/load/choose-files.ts';
import type { Config } from '../../config/load/config.ts';
import { loadFiles } from '../../config/load/load-config.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { Recording } from '../../trace/record/record.ts';
import { guardOwnFiles } from '../own-guard/own-guard.ts';
import { recordConfig } from '../record-config.ts';
import { checkOrTakeUp } from '../state/kept-configs.ts';
import { keepRecordProblem } from '../state/problem-record.ts';
import { checkLoaded, type FoundTrust, findTrust } from '../trust/find-trust.ts';
import { fileStates } from './file-states.ts';

/** A file has changed since it was read, or was not there. */
export class StaleConfig extends Error {}

interface Warm {
  recording?: Recording | null;
  readonly config: Promise<Config>;
  /** Every file that it was made of, as it was then. */
  files: readonly string[];
  states: string;
}

/**
 * Loaded configurations, for as long as no file of theirs changes. What JavaScript has imported cannot be forgotten, so that a
 * process with a changed file is of no more use.
 */
export class WarmConfigs {
  readonly #loaded = new Map<string, Warm>();
  readonly #trust = new Map<string, { readonly found: FoundTrust; readonly states: string }>();

  /** Which files count, for as long as nothing changes that this was found out from. */
  trust(chosen: ChosenFiles, folder: string): FoundTrust {
    const key = [folder, ...chosen.files].join('\0');
    const known = this.#trust.get(key);
    if (known !== undefined && fileStates(known.found.seen) === known.states) return known.found;
    const { seen } = findTrust(chosen, folder);
    const states = fileStates(seen);
    // Once more: what changed before its state was taken would never be seen.
    const found = { ...findTrust(chosen, folder), seen };
    this.#trust.set(key, { found, states });
    return found;
  }

  async use(
    chosen: FoundTrust & { readonly folder: string },
    fire: (hooks: Hooks) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { files, folder } = chosen;
    const key = [folder, ...files].join('\0');
    const known = this.#loaded.get(key);
    if (known !== undefined) {
      const { hooks } = await known.config;
      if (fileStates(known.files) !== known.states) throw new StaleConfig('a file has changed');
      return fire(hooks);
    }
    const warm: Warm = { config: this.#load(chosen, () => warm), files, states: fileStates(files) };
    this.#loaded.set(key, warm);
    try {
      return await fire((await warm.config).hooks);
    } catch (problem) {
      // What cannot be loaded now may be mended when it is asked for again.
      await warm.config.catch(() => this.#loaded.delete(key));
      throw problem;
    }
  }

  /** Nobody gets a configuration before the guard that is always there is in it: calls may come at the same time. */
  async #load(chosen: FoundTrust & { readonly folder: string }, warmOf: () => Warm): Promise<Config> {
    const { files, levels, folder } = chosen;
    const states = fileStates(files);
    const config = await loadFiles(files, {
      log: () => undefined,
      hooksOptions: { timing: true, base: { cwd: process.cwd() } },
      watch: false,
      levels,
      nativeNames: true,
      check: checkOrTakeUp,
    });
    try {
      checkLoaded(chosen, config);
      guardOwnFiles(config, folder);
      if (fileStates(files) !== states) throw new StaleConfig('a file has changed while it was read');
    } catch (problem) {
      await config.close();
      throw problem;
    }
    const warm = warmOf();
    // A new file in a folder of Python modules may run instead of another.
    const run = handlerFiles(config.declarations, process.cwd());
    warm.files = [...config.files, ...run.map((file) => (typeof file === 'string' ? file : file.newIn))];
    warm.states = fileStates(warm.files);
    warm.recording = await recordConfig(config, keepRecordProblem('daemon'));
    return config;
  }

  async close(): Promise<void> {
    for (const { config, recording } of this.#loaded.values()) {
      await recording?.stop();
      await (await config.catch(() => null))?.close();
    }
  }
}
