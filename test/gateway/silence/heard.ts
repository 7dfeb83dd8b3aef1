import type { Ended } from '../../support/command-line/cli.ts';
import type { Ending } from './way.ts';

/** What Claude Code makes of the end of a hook: the call does not happen, a person reads or is asked something, or nobody notices. */
export function heard({ code, stdout, stderr }: Ended): Ending | 'silence' {
  if (code === 2) return stderr.trim() === '' ? 'silence' : 'refused';
  if (code !== 0) return stderr.trim() === '' ? 'silence' : 'told';
  const answer = answerIn(stdout);
  const decision = answer?.hookSpecificOutput?.permissionDecision;
  if (decision === 'deny') return 'refused';
  if (decision === 'ask') return 'asked';
  return typeof answer?.systemMessage === 'string' ? 'told' : 'silence';
}

interface Answer {
  readonly hookSpecificOutput?: { readonly permissionDecision?: string };
  readonly systemMessage?: unknown;
}

function answerIn(text: string): Answer | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
