import { HooklineError } from '../../engine/values/errors.ts';

/** What guards an agent has changed since a person set it up. Only a person can say that this is right. */
export class PersonNeeded extends HooklineError {
  /** What the reader can do about it. */
  readonly mend: string;

  constructor(what: string, mend: string) {
    super('config-changed', what);
    this.mend = mend;
  }
}
