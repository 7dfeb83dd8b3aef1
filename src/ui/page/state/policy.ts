import { signal } from '@preact/signals';
import { messageOf } from '../../../engine/values/text.ts';
import type { PolicyAnswer, PolicyFile, PolicyQuestion } from '../../wire.ts';
import { askServer, tellServer } from '../net.ts';
import { listed } from './filter.ts';
import { entries, rows } from './rows.ts';
import { opened, view } from './view.ts';

export const policy = {
  text: signal<string | null>(null),
  file: signal<PolicyFile | null>(null),
  answer: signal<PolicyAnswer | null>(null),
  problem: signal(''),
  /** Null while nothing is compared. */
  progress: signal<{ readonly done: number; readonly total: number } | null>(null),
};

/** A question of this size is answered in seconds, and can be the last one. */
const chunkRows = 2000;
let stopped = new AbortController();

export async function loadPolicy(): Promise<void> {
  if (policy.file.value !== null) return;
  try {
    policy.file.value = await askServer<PolicyFile>('policy');
    policy.text.value ??= policy.file.value.text;
  } catch (error) {
    policy.problem.value = messageOf(error);
  }
}

export function stopComparing(): void {
  stopped.abort();
  policy.progress.value = null;
}

/** Events of one session are beside each other in its file. */
function askedRows(): readonly number[] {
  const session = (row: number): number => rows.number('session', row);
  return listed.value
    .flatMap(entries.rows)
    .sort((one, other) => session(one) - session(other) || one - other);
}

export async function compare(): Promise<void> {
  stopComparing();
  stopped = new AbortController();
  const { signal: mine } = stopped;
  const all = askedRows();
  const text = policy.text.value ?? '';
  const sums = { events: 0, same: 0, notReplayable: 0 };
  const reasons = new Map<string, number>();
  const different: PolicyAnswer['different'][number][] = [];
  policy.problem.value = '';
  policy.answer.value = null;
  policy.progress.value = { done: 0, total: all.length };
  try {
    for (let done = 0; done < all.length && !mine.aborted; done += chunkRows) {
      const question: PolicyQuestion = { text, rows: all.slice(done, done + chunkRows) };
      const part = await tellServer<PolicyAnswer>('compare', question, mine);
      for (const name of ['events', 'same', 'notReplayable'] as const) sums[name] += part[name];
      for (const [why, count] of part.reasons) reasons.set(why, (reasons.get(why) ?? 0) + count);
      for (const one of part.different) different.push(one);
      policy.answer.value = { ...sums, reasons: [...reasons], different: different.slice() };
      policy.progress.value = { done: Math.min(all.length, done + chunkRows), total: all.length };
    }
  } catch (error) {
    if (!mine.aborted) policy.problem.value = messageOf(error);
  }
  if (!mine.aborted) policy.progress.value = null;
}

/** Opens the policy with a rule that would deny the call. */
export async function tryRule(tool: string, about: string): Promise<void> {
  await loadPolicy();
  policy.text.value = withRule(policy.text.value ?? '', ruleFor(tool, about));
  opened.value = null;
  view.value = 'policy';
  await compare();
}

const shells = new Set(['Bash', 'PowerShell']);
const fileTools = new Set(['Read', 'Edit', 'Write', 'NotebookEdit', 'Glob', 'Grep']);

function ruleFor(tool: string, about: string): string {
  const words = about.split(' ').slice(0, 2);
  if (shells.has(tool)) return `${tool}(${about.includes(' ') ? `${words.join(' ')} *` : about})`;
  return fileTools.has(tool) && about !== '' ? `${tool}(${about})` : tool;
}

/** The text stays as it is but for one rule. */
function withRule(text: string, rule: string): string {
  const quoted = JSON.stringify(rule);
  const flow = /^(permissions:\n(?:[ #].*\n)*? +deny: *\[)/m;
  const block = /^(permissions:\n(?:[ #].*\n)*?( +)deny:) *\n/m;
  const list = (inside: string): string => (inside.trim() === ']' ? quoted : `${quoted}, `);
  if (flow.test(text))
    return text.replace(
      flow,
      (head, _, place: number) => head + list(text.slice(place + head.length).split('\n')[0] ?? ''),
    );
  if (block.test(text))
    return text.replace(block, (_, head: string, indent: string) => `${head}\n${indent}  - ${quoted}\n`);
  if (/^permissions:\n/m.test(text))
    return text.replace(/^permissions:\n/m, () => `permissions:\n  deny: [${quoted}]\n`);
  return `permissions:\n  deny: [${quoted}]\n${text}`;
}
