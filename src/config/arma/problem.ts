import type { ArmaSpan } from '../../handlers/arma/hook.ts';
import type { WarningCode } from '../source/warning-codes.ts';

/** A problem in a script. Lines and columns count from 1. The end is the column after the last character. */
export interface ArmaProblem {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly message: string;
  /** The code of a warning; null for an error. */
  readonly code: WarningCode | null;
}

/** Collects the problems of one line. */
export class LineReport {
  readonly problems: ArmaProblem[] = [];
  readonly #line: number;

  constructor(line: number) {
    this.#line = line;
  }

  get hasErrors(): boolean {
    return this.problems.some(({ code }) => code === null);
  }

  error(span: ArmaSpan, message: string): null {
    this.#add(span, message, null);
    return null;
  }

  warning(span: ArmaSpan, code: WarningCode, message: string): void {
    this.#add(span, message, code);
  }

  #add({ column, endColumn }: ArmaSpan, message: string, code: ArmaProblem['code']): void {
    this.problems.push({ line: this.#line, column, endColumn, message, code });
  }
}
