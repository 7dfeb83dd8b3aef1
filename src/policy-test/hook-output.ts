import type { Hooks } from '../engine/hooks/hooks.ts';
import type { Run } from '../engine/outcome/outcome.ts';

export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

const nothing: HookOutput = { stdout: '', stderr: '', exitCode: null };

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

/** Exit code 2 with one of these means that the program is broken, not that it refuses. */
const signs: readonly RegExp[] = [
  /syntax error|SyntaxError|unexpected (?:EOF|end of file|token)|unterminated|parse error/i,
  /can't open file|cannot open|can't open|No such file or directory|Permission denied|Is a directory/i,
  /command not found|: not found$/m,
  /^usage: |unrecognized (?:option|argument)|invalid option|unknown option|the following arguments are required|missing operand/im,
  /^Traceback \(most recent call last\)|^\w*Error: |: error: /m,
  /integer expression expected|unary operator expected|binary operator expected|Illegal number|bad substitution|parameter not set|unbound variable|bad number/,
  /^(?:grep|egrep|rg|awk|gawk|mawk|sed|jq|find|test|\[|ls|sort|diff|make|curl): /m,
];

export function brokenBecause({ stderr, exitCode }: HookOutput): string | null {
  if (exitCode !== 2) return null;
  const sign = signs.find((one) => one.test(stderr));
  if (sign === undefined) return null;
  const line = stderr.split('\n').find((text) => sign.test(text)) ?? stderr;
  return line.trim().slice(0, 200);
}
