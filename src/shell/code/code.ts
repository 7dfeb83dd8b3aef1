import type { PathKind } from '../actions/action.ts';
import type { PathText } from '../actions/path-text.ts';

export type CodeAction = CodePath | CodeLine | CodeHost | CodeStatement;

interface Common {
  /** False where it may not happen: a text of code that isn't read whole may be a path, and may not. */
  readonly isSure: boolean;
}

export interface CodePath extends Common {
  readonly kind: PathKind;
  readonly path: PathText;
  readonly below: boolean;
  /** What is unknown of it is a name that the code has listed. */
  readonly isListed?: boolean;
}

export interface CodeLine extends Common {
  readonly kind: 'run';
  readonly line: string;
}

export interface CodeHost extends Common {
  readonly kind: 'fetch' | 'send';
  readonly address: string | null;
}

export interface CodeStatement extends Common {
  readonly kind: 'change';
  readonly statement: string;
}

/**
 * What is unknown about code. `hidden`: what it runs is computed, so it could run anything. `module`: it loads a module that
 * isn't known here. `unknown`: it calls something that isn't known here, or couldn't be read whole.
 */
export interface CodeDoubt {
  readonly kind: 'hidden' | 'module' | 'unknown';
  readonly name: string;
}

export interface CodeReading {
  readonly actions: readonly CodeAction[];
  readonly doubts: readonly CodeDoubt[];
  readonly steps: number;
}

export const unclosed = 'a text or bracket without an end';

const maxSteps = 2_000_000;

export class TooManySteps extends Error {}

export class CodeFindings {
  /** How many steps reading has taken: one for each token, letter or text that is looked at. */
  steps = 0;
  readonly #known = new Set<string>();
  readonly actions: CodeAction[] = [];
  readonly doubts: CodeDoubt[] = [];
  /** The texts in the code. They may be paths where something that it runs is unknown. */
  readonly texts = new Set<string>();
  /** Texts that functions are given which aren't known, and whether those may write. */
  readonly given = new Map<string, boolean>();
  /** Folders that the code enters: paths may count from them. */
  readonly entered = new Set<string>();

  /** Other names may be among those that the code has listed. */
  isMixed = false;

  step(count = 1): void {
    this.steps += count;
    if (this.steps > maxSteps) throw new TooManySteps();
  }

  add(action: CodeAction): void {
    const key = JSON.stringify(action);
    if (!this.#known.has(key)) this.actions.push(action);
    this.#known.add(key);
  }

  path(kind: PathKind, path: PathText, below = false, isListed = false): void {
    this.add({ kind, path, below, isSure: true, ...(isListed && { isListed }) });
  }

  run(line: string, isSure = true): void {
    if (line.trim() !== '') this.add({ kind: 'run', line, isSure });
  }

  doubt(kind: CodeDoubt['kind'], name: string): void {
    if (!this.doubts.some((one) => one.kind === kind && one.name === name))
      if (this.doubts.length < 50) this.doubts.push({ kind, name: name.slice(0, 80) });
  }
}
