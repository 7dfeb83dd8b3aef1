import { it } from 'vitest';

/** One thing that a seed asks for: a scenario, a row of a table, a checklist item, a cell of a matrix. */
export interface Line {
  /** `000.1.2`: the seed, the section within it, the line within that. */
  readonly id: string;
  readonly section: string;
  /** As the seed words it. */
  readonly text: string;
}

/** Where a line is shown to hold: through its own front door, a configuration file, the agent loop, or the engine itself. */
export type Through =
  | 'hookline/massgen'
  | 'hookline/runner'
  | 'hookline/armament'
  | 'hookline.yaml'
  | 'the loop'
  | 'engine';

/**
 * A named test for one line. `docs/reference/conformance.md` is made by reading these calls, so the line's id and the door are
 * always written as plain strings.
 */
export function conforms(
  lines: readonly Line[],
  id: string,
  through: Through,
  test: () => void | Promise<void>,
): void {
  const line = lines.find((candidate) => candidate.id === id);
  if (line === undefined) throw new Error(`no line ${id} in this catalogue`);
  it(`${id} ${line.text} · ${through}`, test);
}
