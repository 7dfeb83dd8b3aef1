import { dirname, resolve } from 'node:path';
import type { ContentMode } from '../../trace/format/content-modes.ts';
import type { TraceSection } from '../schema/trace-schema.ts';
import { mistake, type Problem, warning } from '../source/problem.ts';
import type { Source } from '../source/yaml-source.ts';
import { type ConfigLevel, configLevels } from './levels.ts';

/** What files say about the record. */
export interface TraceSetting {
  readonly content?: ContentMode;
  readonly folder?: string;
  readonly maxDays?: number;
  readonly maxSize?: number;
  readonly maxFileSize?: number;
  /** The strongest level that switched it on; undefined where files were named by hand. */
  readonly level?: ConfigLevel | undefined;
}

/** Gathers `trace:` of the files of every level, the strongest level first. */
export class TraceReader {
  readonly problems: Problem[] = [];
  #levels: { readonly level: ConfigLevel | undefined; readonly setting: TraceSetting | null }[] = [];

  take(section: TraceSection, source: Source, level: ConfigLevel | undefined): void {
    if (section === undefined) return;
    const above = this.#setting((other) => rank(other) < rank(level));
    const place = source.at(['trace'], 'key');
    if (section === false && above !== null) {
      const message = `the ${above.level ?? 'other'} level records, and this one cannot switch it off`;
      this.problems.push(warning('setting-ignored', message, place));
    }
    if (typeof section === 'object' && section.folder?.includes('\0') === true)
      this.problems.push(mistake('no folder has such a name', place));
    this.#levels = this.#levels.filter((other) => other.level !== level);
    this.#levels.push({ level, setting: settingOf(section, source.file.path) });
  }

  get setting(): TraceSetting | null {
    return this.#setting(() => true);
  }

  /** What a stronger level says counts; a weaker one adds what that leaves open. */
  #setting(counts: (level: ConfigLevel | undefined) => boolean): TraceSetting | null {
    const on = this.#levels.filter(({ level, setting }) => counts(level) && setting !== null);
    const [first] = on.toSorted((left, right) => rank(left.level) - rank(right.level));
    if (first === undefined) return null;
    const weakestFirst = on.toSorted((left, right) => rank(right.level) - rank(left.level));
    const merged = Object.assign({}, ...weakestFirst.map(({ setting }) => setting)) as TraceSetting;
    return { ...merged, level: first.level };
  }
}

function settingOf(section: Exclude<TraceSection, undefined>, file: string): TraceSetting | null {
  if (section === false) return null;
  const given = section === true ? {} : section;
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return given.folder === undefined ? own : { ...own, folder: resolve(dirname(file), given.folder) };
}

/** Files that were named by hand are all alike. */
function rank(level: ConfigLevel | undefined): number {
  return level === undefined ? 0 : configLevels.indexOf(level);
}
