import { HooklineError } from '../../engine/values/errors.ts';

/** What guards an agent is not what a person had it be, and only a person can say that this is meant. */
export class PersonNeeded extends HooklineError {
  /** What whoever reads this may do. */
  readonly mend: string;

  constructor(what: string, mend: string) {
    super('config-changed', what);
    this.mend = mend;
  }
}
