import { HooklineError } from '../../engine/values/errors.ts';

export class ApprovalRequired extends HooklineError {
  readonly fix: string;

  constructor(what: string, fix: string) {
    super('config-changed', what);
    this.fix = fix;
  }
}
