import type { ArmaSpan } from '../../handlers/arma/hook.ts';

export interface ArmaProblem {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly message: string;
  readonly code: string | null;
}

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

  warning(span: ArmaSpan, code: string, message: string): void {
    this.#add(span, message, code);
  }

  #add({ column, endColumn }: ArmaSpan, message: string, code: ArmaProblem['code']): void {
    this.problems.push({ line: this.#line, column, endColumn, message, code });
  }
}
