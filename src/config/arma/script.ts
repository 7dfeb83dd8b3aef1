import type { ArmaHook } from '../../handlers/arma/hook.ts';
import { readLine } from './line.ts';
import type { ArmaProblem } from './problem.ts';

export interface ArmaScript {
  /** The lines that can run. Do not use a script that has errors. */
  readonly hooks: readonly ArmaHook[];
  readonly problems: readonly ArmaProblem[];
}

/** Reads an `.arma` script: one hook per line. Reports every problem, not only the first. */
export function parseArma(text: string): ArmaScript {
  const hooks: ArmaHook[] = [];
  const problems: ArmaProblem[] = [];
  for (const [index, line] of linesOf(text).entries()) {
    const read = readLine(line, index + 1);
    if (read.hook !== null) hooks.push(read.hook);
    problems.push(...read.problems);
  }
  return { hooks, problems };
}

/** The lines of a script, without a byte order mark. */
export function linesOf(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
}
