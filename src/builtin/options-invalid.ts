import { HooklineError } from '../engine/values/errors.ts';

export interface OptionProblem {
  readonly path: readonly PropertyKey[];
  readonly part: 'key' | 'value';
  readonly message: string;
}

export class OptionsInvalid extends HooklineError {
  readonly problems: readonly OptionProblem[];

  constructor(name: string, problems: readonly OptionProblem[]) {
    const messages = problems.map(({ message }) => message);
    super('option-invalid', `the options of "${name}": ${messages.join('; ')}`);
    this.problems = problems;
  }
}
