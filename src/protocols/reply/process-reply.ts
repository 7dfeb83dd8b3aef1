import { type Effect, type Reply, restrains } from '../../engine/outcome/effects.ts';
import { type FailureKind, HookFailure } from '../../engine/outcome/failure.ts';
import { cutEnd, cutEndCounted } from '../../engine/values/cut-text.ts';
import type { ProcessOutput, WireCall } from '../protocol.ts';
import { readWritten } from './json-reply.ts';
import { type ReadFields, readReplyValue, restraintsIn } from './read-reply.ts';
import { show } from './reply-reader.ts';

export const shellProblems: ReadonlyMap<number | null, string> = new Map([
  [126, 'could not be executed (exit 126)'],
  [127, 'was not found (exit 127)'],
]);

export function readProcess(output: ProcessOutput, call: WireCall, read: ReadFields): Reply {
  const readIt = (): Reply => readStdout(output.stdout, call, read);
  if (output.exitCode === 0) return readIt();
  throw exitFailure(output, effectsOf(readIt).filter(restrains));
}

export function readStdout(
  stdout: string,
  call: WireCall,
  read: ReadFields,
  readValue: (value: unknown) => Reply = (value) => readReplyValue(value, call, read),
): Reply {
  const written = readWritten(stdout);
  if (written.kind === 'nothing') return undefined;
  if (written.kind === 'json') return readValue(written.value);
  throw notJson(written, 'value', restraintsIn(written.found, call, read));
}

/** An incomplete search may have missed a decision. */
export function notJson(
  { text, complete }: { readonly text: string; readonly complete: boolean },
  expected: 'value' | 'object',
  effects: readonly Effect[],
): HookFailure {
  const problem = `answered text that is not one JSON ${expected}: ${show(text)}`;
  return complete
    ? new HookFailure('invalid', problem, effects)
    : new HookFailure('unclear', `${problem}, too tangled to look for a decision in it`, effects);
}

export function effectsOf(read: () => Reply): readonly Effect[] {
  try {
    const reply = read();
    return Array.isArray(reply) ? reply : [];
  } catch (problem) {
    return HookFailure.from(problem, 'invalid').effects;
  }
}

const maxReasonLength = 10_000;

/** A model reads it, so it is at most a page or two. */
export function reasonIn(stderr: string): string | undefined {
  const reason = stderr.trim();
  return reason === '' ? undefined : cutEndCounted(reason, maxReasonLength);
}

export function exitFailure(output: ProcessOutput, effects: readonly Effect[]): HookFailure {
  const { exitCode, signal, stderr } = output;
  const ending =
    signal !== null
      ? `was ended by ${signal}`
      : exitCode === null
        ? 'was ended'
        : `exited with code ${exitCode}`;
  const said = stderr.trim().split('\n')[0]?.trim() ?? '';
  return new HookFailure(kindOf(exitCode), said === '' ? ending : `${ending}: ${cutEnd(said, 300)}`, effects);
}

function kindOf(exitCode: number | null): FailureKind {
  return shellProblems.has(exitCode) ? 'missing' : 'exit';
}
