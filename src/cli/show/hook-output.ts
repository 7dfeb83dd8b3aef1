import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Run } from '../../engine/outcome/outcome.ts';

/** What a hook wrote and how its program ended. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when it has no program, or did not end by itself. */
  readonly exitCode: number | null;
}

const nothing: HookOutput = { stdout: '', stderr: '', exitCode: null };

/** Keeps what the hooks of a firing write, which the outcome does not have. */
export class HookOutputs {
  readonly #byRun = new Map<string | null, HookOutput>();

  constructor(hooks: Hooks) {
    hooks.intercept({
      progress: (_, { id }, { stdout = '', stderr = '', exitCode }) => {
        const before = this.#byRun.get(id) ?? nothing;
        this.#byRun.set(id, {
          stdout: before.stdout + stdout,
          stderr: before.stderr + stderr,
          exitCode: exitCode ?? before.exitCode,
        });
      },
    });
  }

  of({ id }: Run): HookOutput {
    return this.#byRun.get(id) ?? nothing;
  }
}
