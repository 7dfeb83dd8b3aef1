import type { CallActions, GivenCall, PathAction } from '../shell/actions/action.ts';
import { pathActions } from '../shell/actions/action.ts';
import { actionsOf } from '../shell/actions/actions-of.ts';
import type { Bases } from './path-rule.ts';

export class JudgedCall {
  readonly call: GivenCall;
  readonly bases: Bases;
  #does: CallActions | null = null;
  #paths: readonly PathAction[] | null = null;

  constructor(call: GivenCall, root: string | null) {
    this.call = call;
    this.bases = { root: root ?? call.cwd, cwd: call.cwd };
  }

  get does(): CallActions {
    if (this.#does === null) {
      const does = actionsOf(this.call);
      this.#does = { ...does, doubts: does.doubts.filter(({ about }) => about !== 'word') };
    }
    return this.#does;
  }

  get paths(): readonly PathAction[] {
    this.#paths ??= pathActions(this.does.actions);
    return this.#paths;
  }
}
