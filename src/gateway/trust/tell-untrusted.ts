import { dirname } from 'node:path';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { SessionNotes } from '../../files/state/session-notes.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { sessionKey } from '../payload/read-call.ts';
import { ApprovalRequired } from './approval-required.ts';
import { quoted } from './changed-since-trust.ts';

const always = ['SessionStart', 'UserPromptSubmit'];

const told = new SessionNotes('told');

export function tellUntrusted(call: AgentCall, outcome: Outcome, files: readonly string[]): Outcome {
  if (files.length === 0) return outcome;
  const { says } = call.event;
  const isHeard = says.notify !== undefined || says.inject !== undefined;
  const isFirst = !isHeard || isFirstTime(call, files);
  if (!isFirst && !always.includes(call.point.name)) return outcome;
  const message = untrustedText(files);
  const notices = [...outcome.notices, { message, level: 'warning', hook: 'hookline' } as const];
  // An agent that cannot tell its user has its model do so.
  const isForModel = says.notify === undefined && says.inject !== undefined;
  const injection = {
    content: `Tell the user: hookline: ${message}`,
    into: 'system',
    hook: 'hookline',
  } as const;
  return { ...outcome, notices, ...(isForModel && { injections: [...outcome.injections, injection] }) };
}

export class NotTrusted extends ApprovalRequired {
  constructor(files: readonly string[]) {
    super(`${namesOf(files)} not trusted yet.`, `Review and trust: hookline trust ${folderOf(files)}`);
  }
}

function untrustedText(files: readonly string[]): string {
  const whose = files.length === 1 ? 'its' : 'their';
  return `${namesOf(files)} not trusted yet, so ${whose} hooks do not run. Review and trust: hookline trust ${folderOf(files)}`;
}

function namesOf(files: readonly string[]): string {
  return `${files.join(', ')} ${files.length === 1 ? 'is' : 'are'}`;
}

function folderOf(files: readonly string[]): string {
  // From the deepest folder, all of them are found: each is in it or above.
  const [deepest = '.'] = files.map((file) => dirname(file)).sort((one, other) => other.length - one.length);
  return quoted(deepest);
}

function isFirstTime(call: AgentCall, files: readonly string[]): boolean {
  try {
    return told.create(sessionKey(call, ...files), '');
  } catch {
    return true;
  }
}
