import { HooklineError } from '../../engine/values/errors.ts';

export class PersonNeeded extends HooklineError {
  readonly mend: string;

  constructor(what: string, mend: string) {
    super('config-changed', what);
    this.mend = mend;
  }
}
