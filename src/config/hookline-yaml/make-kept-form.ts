import { optionProblems, readOptions } from '../../builtin/builtin-options.ts';
import { builtins } from '../../builtin/builtin-table.ts';
import type { CheckedOptions } from '../../builtin/checked-options.ts';
import type { CheckedSource } from '../schema/check-file.ts';
import type { ConfigFile } from '../schema/schema.ts';
import type { FilePlace } from '../source/problem.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import { entriesOf } from './config-file.ts';
import type { KeptForm, PlaceTree, Spot } from './kept-form.ts';

/** A file of more parts than this is read anew each time. A few aliases can stand for millions. */
const maxParts = 10_000;

/** Null for what must be read anew each time: a file with problems, or a huge one. */
export function keptFormOf({ source, config, problems }: CheckedSource): KeptForm | null {
  if (config === null || problems.length > 0) return null;
  const options = readingsOf(config);
  const places = new PlaceReader(source).read();
  if (options === null || places === null) return null;
  return { text: source.file.text, value: source.value, config, places, options };
}

/** What the schemas of built-in hooks make of their options; null where one refuses them. */
function readingsOf(config: ConfigFile): readonly CheckedOptions[] | null {
  const readings: CheckedOptions[] = [];
  for (const entry of entriesOf(config)) {
    if (entry.type !== 'builtin') continue;
    const row = builtins.get(entry.handler);
    const given = entry.options;
    if (row === undefined || optionProblems(row, given).length > 0) return null;
    readings.push({ name: row.name, given, read: readOptions(row, given) });
  }
  return readings;
}

class PlaceReader {
  readonly #source: Source;
  #parts = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  read(): PlaceTree | null {
    const tree = this.#tree([], this.#source.value);
    return this.#parts > maxParts ? null : tree;
  }

  #tree(path: Path, value: unknown): PlaceTree {
    this.#parts += 1;
    const parts = new Map<string, PlaceTree>();
    const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    for (const [key, part] of inner) {
      if (this.#parts > maxParts) break;
      parts.set(key, this.#tree([...path, Array.isArray(value) ? Number(key) : key], part));
    }
    return {
      value: spot(this.#source.at(path, 'value')),
      key: spot(this.#source.at(path, 'key')),
      parts,
    };
  }
}

function spot({ line, column, endColumn }: FilePlace): Spot {
  return [line, column, endColumn];
}
