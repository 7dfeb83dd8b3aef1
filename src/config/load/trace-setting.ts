import { dirname, resolve } from 'node:path';
import type { ContentMode } from '../../trace/format/lines.ts';
import type { TraceSection } from '../schema/trace-schema.ts';
import { type FilePlace, mistake, type Problem, warning } from '../source/problem.ts';
import type { Source } from '../source/yaml-source.ts';
import { type ConfigLevel, configLevels } from './levels.ts';

export interface TraceSetting {
  readonly content?: ContentMode;
  readonly folder?: string;
  readonly maxDays?: number;
  readonly maxSize?: number;
  readonly maxFileSize?: number;
  readonly level?: ConfigLevel | undefined;
}

interface TraceLevel {
  readonly level: ConfigLevel | undefined;
  readonly setting: TraceSetting | null;
  readonly place: FilePlace;
}

export class TraceReader {
  readonly problems: Problem[] = [];
  #levels: TraceLevel[] = [];

  take(section: TraceSection, source: Source, level: ConfigLevel | undefined): void {
    if (section === undefined) return;
    const above = this.#setting((other) => rank(other) < rank(level));
    const place = source.at(['trace'], 'key');
    if (section === false && above !== null) {
      const message = `the ${above.level ?? 'other'} level has the trace on, and this one cannot switch it off`;
      this.problems.push(warning('setting-ignored', message, place));
    }
    if (typeof section === 'object' && section.folder?.includes('\0') === true)
      this.problems.push(mistake('no folder has such a name', place));
    this.#levels = this.#levels.filter((other) => other.level !== level);
    const isNamed = typeof section === 'object' && section.folder !== undefined;
    this.#levels.push({
      level,
      setting: settingOf(section, source.file.path),
      place: isNamed ? source.at(['trace', 'folder'], 'value') : place,
    });
  }

  get setting(): TraceSetting | null {
    return this.#setting(() => true);
  }

  get place(): FilePlace | null {
    const on = this.#strongestFirst(() => true);
    return (on.find(({ setting }) => setting?.folder !== undefined) ?? on[0])?.place ?? null;
  }

  #strongestFirst(counts: (level: ConfigLevel | undefined) => boolean): readonly TraceLevel[] {
    return this.#levels
      .filter(({ level, setting }) => counts(level) && setting !== null)
      .toSorted((left, right) => rank(left.level) - rank(right.level));
  }

  #setting(counts: (level: ConfigLevel | undefined) => boolean): TraceSetting | null {
    const on = this.#strongestFirst(counts);
    const [first] = on;
    if (first === undefined) return null;
    const merged = Object.assign({}, ...on.toReversed().map(({ setting }) => setting)) as TraceSetting;
    return { ...merged, level: first.level };
  }
}

function settingOf(section: Exclude<TraceSection, undefined>, file: string): TraceSetting | null {
  if (section === false) return null;
  const given = section === true ? {} : section;
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return given.folder === undefined ? own : { ...own, folder: resolve(dirname(file), given.folder) };
}

function rank(level: ConfigLevel | undefined): number {
  return level === undefined ? 0 : configLevels.indexOf(level);
}
