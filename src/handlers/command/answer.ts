import { type Reply, restrains } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { type Answer, readReply } from '../../engine/outcome/reply.ts';
import type { ProcessOutput, Protocol, WireCall } from '../../protocols/protocol.ts';
import { shellProblems } from '../../protocols/reply/shell-problems.ts';
import type { ProcessResult } from './run-process.ts';

/** The answer of a command. Throws when it failed, with the effects that could be read. */
export function readAnswer(
  { output, ended }: ProcessResult,
  command: string,
  protocol: Protocol,
  call: WireCall,
): Reply {
  if (ended !== null) throw ended.carrying(whatCanBeRead(output, protocol, call).effects);
  const problem = shellProblems.get(output.exitCode);
  if (problem !== undefined && !whatCanBeRead(output, protocol, call).effects.some(restrains)) {
    throw new HookFailure('missing', `the command "${command}" ${problem}${firstLine(output.stderr)}`);
  }
  return protocol.readOutput(output, call);
}

function whatCanBeRead(output: ProcessOutput, protocol: Protocol, call: WireCall): Answer {
  try {
    return readReply(protocol.readOutput(output, call));
  } catch (problem) {
    return readReply(HookFailure.from(problem, 'invalid'));
  }
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
}
