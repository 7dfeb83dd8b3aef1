import type { ArmaHook } from '../../handlers/arma/hook.ts';
import { readLine } from './line.ts';
import type { ArmaProblem } from './problem.ts';

export interface ArmaScript {
  /** Don't run these when the script has errors. */
  readonly hooks: readonly ArmaHook[];
  readonly problems: readonly ArmaProblem[];
}

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

export function linesOf(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
}
