import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { type ContentMode, contentModes } from '../../trace/format/content-modes.ts';
import { mistake, type Problem, warning } from '../source/problem.ts';
import { choice, flag, text, wants } from '../source/schema-words.ts';
import type { Source } from '../source/yaml-source.ts';
import { type ConfigLevel, configLevels } from './levels.ts';

const size = (what: string) =>
  z.number({ error: wants(what) }).refine((value) => value > 0, { error: wants(what) });

const fields = {
  content: choice(contentModes)
    .optional()
    .describe('How much of what agents and hooks say is recorded.')
    .meta({ default: 'redacted' }),
  folder: text('a folder')
    .optional()
    .describe(
      "The folder of the record, relative to this file. Default: `traces` in hookline's state folder.",
    ),
  maxDays: size('a number of days')
    .optional()
    .describe('Files that were not written to for so many days are deleted.')
    .meta({ default: 30 }),
  maxSize: size('a number of MiB')
    .optional()
    .describe('The size of all files together, in MiB, above which the oldest are deleted.')
    .meta({ default: 1024 }),
  maxFileSize: size('a number of MiB')
    .optional()
    .describe('The size, in MiB, at which a session goes on in another file.')
    .meta({ default: 64 }),
};

export const traceKeys: readonly string[] = Object.keys(fields);

/** `trace:` of a file. */
export const traceSchema = z
  .union([flag(), z.strictObject(fields)], { error: wants('true, false or an object') })
  .optional()
  .describe(
    'Record every event, decision and run of a hook, in `hookline run` and where agents call. A lower level cannot switch off or change what a higher one set.',
  );

export type TraceSection = z.output<typeof traceSchema>;

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
