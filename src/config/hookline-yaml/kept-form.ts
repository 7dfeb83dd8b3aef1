import { type CheckedOptions, rememberChecked } from '../../builtin/checked-options.ts';
import type { CheckedSource } from '../schema/check-file.ts';
import type { ConfigFile } from '../schema/schema.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Path, Source } from '../source/yaml-source.ts';

/**
 * What a file without problems says, as plain data: to take it up needs neither parser nor schema. It is of one text, so that
 * it counts for a file with that text alone.
 */
export interface KeptForm {
  readonly text: string;
  readonly value: unknown;
  readonly config: ConfigFile;
  readonly places: PlaceTree;
  readonly options: readonly CheckedOptions[];
}

/** The places of a value and of its key, and of what is in it. */
export interface PlaceTree {
  readonly value: Spot;
  readonly key: Spot;
  readonly parts: ReadonlyMap<string, PlaceTree>;
}

export type Spot = readonly [line: number, column: number, endColumn: number];

/** The file that has this form. */
export function takeUp(file: SourceFile, { value, config, places, options }: KeptForm): CheckedSource {
  for (const reading of options) rememberChecked(reading);
  const at: Source['at'] = (path, what = 'value') => {
    const [line, column, endColumn] = spotOf(places, path, what);
    return { file: file.path, line, column, endColumn, text: file.line(line) };
  };
  return { source: { file, value, problems: [], at }, config, problems: [] };
}

/** For a part that is missing: the place of the nearest part around it. */
function spotOf(places: PlaceTree, path: Path, what: 'key' | 'value'): Spot {
  let tree = places;
  for (const [depth, step] of path.entries()) {
    const part = tree.parts.get(String(step));
    if (part === undefined) return tree.value;
    if (what === 'key' && depth === path.length - 1) return part.key;
    tree = part;
  }
  return tree.value;
}
