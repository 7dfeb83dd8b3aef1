import type { ArmaSpan } from '../../handlers/arma/hook.ts';

/** Something wrong with a script. Lines and columns count from 1; the end is the column behind the last one. */
export interface ArmaProblem {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** Collects what is wrong with one line. */
export class LineReport {
  readonly problems: ArmaProblem[] = [];
  readonly #line: number;

  constructor(line: number) {
    this.#line = line;
  }

  get hasErrors(): boolean {
    return this.problems.some(({ severity }) => severity === 'error');
  }

  error(span: ArmaSpan, message: string): null {
    this.#add(span, message, 'error');
    return null;
  }

  warning(span: ArmaSpan, message: string): void {
    this.#add(span, message, 'warning');
  }

  #add({ column, endColumn }: ArmaSpan, message: string, severity: ArmaProblem['severity']): void {
    this.problems.push({ line: this.#line, column, endColumn, message, severity });
  }
}
