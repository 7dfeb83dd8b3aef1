import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { outputText, suppressedText } from '../../protocols/wire-input.ts';
import type { Form, Verb } from '../agents/agent-product.ts';
import { exitTwo } from '../agents/shared-rows.ts';
import { nativeInput } from '../payload/canonical-tool.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { isFlatterThan, plainReason, replacingOutput, type Saying, wholeCharacters } from './answer-text.ts';
import { fillForms } from './fill-form.ts';
import { blankOutput, outputInShape } from './tool-output-shape.ts';
import { waysToSay } from './ways.ts';

const order: readonly Verb[] = [
  'allow',
  'modify',
  'inject',
  'notify',
  'suppress',
  'resume',
  'ask',
  'deny',
  'halt',
];

const holding: readonly Verb[] = ['modify', 'suppress', 'resume', 'ask', 'deny', 'halt'];

/** Codex reads at most 128 levels and ignores what it can't read. */
const maxLevels = 100;

function wanted(outcome: Outcome): ReadonlySet<Verb> {
  const { decision, modified, suppressed, resume, halted } = outcome;
  const verbs = new Set<Verb>();
  if (decision !== null) verbs.add(decision);
  if (modified && decision !== 'deny' && !suppressed) verbs.add('modify');
  if (suppressed) verbs.add('suppress');
  if (halted) verbs.add('halt');
  else if (resume) verbs.add('resume');
  return verbs;
}

/** A rewrite may need a grant, and a merge can't remove a key. */
function canSay(verb: Verb, call: AgentCall, outcome: Outcome): boolean {
  const { event, point } = call;
  const form = event.says[verb];
  if (form === undefined || verb !== 'modify') return form !== undefined;
  if (event.rewriteGrants === true && outcome.decision !== 'allow') return false;
  if (point.subject === 'tool_input') return canRewrite(call, outcome.value);
  const needsShape = JSON.stringify(form).includes('"$value"');
  return !needsShape || isSendable(outputInShape(call, outcome.value));
}

function canRewrite({ event, tool }: AgentCall, value: unknown): boolean {
  if (tool === null) return false;
  const rewritten = nativeInput(tool.row, value, tool.input);
  if (!isObject(rewritten) || !isSendable(rewritten)) return false;
  const { rewrites } = tool.row;
  const old = Object.keys(tool.input);
  if (event.merges === true && !old.every((key) => Object.hasOwn(rewritten, key))) return false;
  const others = [...old, ...Object.keys(rewritten)].filter((key) => rewrites?.includes(key) === false);
  return others.every((key) => isDeepStrictEqual(rewritten[key], tool.input[key]));
}

function isSendable(value: unknown): boolean {
  return value !== undefined && isFlatterThan(value, maxLevels);
}

export function express(call: AgentCall, outcome: Outcome, told: readonly string[]): Saying {
  const { event, agent, eventName } = call;
  const said = new Set<Verb>();
  const unsaid: Verb[] = [];
  for (const verb of wanted(outcome)) {
    const way = waysToSay(verb).find((candidate) => canSay(candidate, call, outcome));
    if (way !== undefined) said.add(way);
    else if (verb !== 'allow') unsaid.push(verb);
  }
  const isRewritten = said.has('modify');
  // A call that is blocked needs neither a grant nor another input.
  if (said.has('deny') || said.has('halt'))
    for (const verb of ['allow', 'modify', 'ask'] as const) said.delete(verb);
  const context = [...told, ...outcome.injections.map(({ content }) => content)];
  const canTell = canBringContext(call, said);
  if (canTell && context.length > 0) said.add('inject');
  const notices = [
    ...outcome.notices.map(({ message }) => message),
    ...unsaid.map(
      (verb) =>
        `${outcome.decidedBy ?? 'a hook'} asked for ${verb} at ${eventName}, which ${agent.title} cannot do`,
    ),
  ].map((notice) => signed(plainReason(notice, '(a hook had nothing to say)')));
  if (notices.length > 0 && event.says.notify !== undefined) said.add('notify');
  const isGranted = said.has('allow') && !said.has('ask');
  const reason = plainReason(
    reasonOf(call, outcome, isRewritten),
    isGranted ? 'Allowed by a hook.' : 'Stopped by a hook.',
  );
  const forms = order.filter((verb) => said.has(verb)).map((verb) => event.says[verb] as Form);
  const byExit = forms.includes(exitTwo);
  const spoken = forms.filter((form) => form !== exitTwo);
  const words = {
    ...wordsOf(call, outcome),
    $event: eventName,
    $reason: reason,
    $context: context.join('\n'),
    $notice: notices.join('\n'),
  };
  if (spoken.length === 0 && !byExit && event.quiet !== undefined) spoken.push(event.quiet);
  const stdout = spoken.length === 0 ? '' : JSON.stringify(wholeCharacters(fillForms(spoken, words)));
  const stderr = [...(byExit ? [reason] : []), ...(event.says.notify === undefined ? notices : [])];
  // The agent takes exit code 1 for an error, and shows what it can't do.
  const exitCode = byExit ? 2 : unsaid.length > 0 && stdout === '' ? 1 : 0;
  return { answer: { stdout, stderr: stderr.join('\n'), exitCode }, waiting: canTell ? [] : context };
}

function signed(notice: string): string {
  return /^hookline\b/.test(notice) ? notice : `hookline: ${notice}`;
}

function canBringContext({ event }: AgentCall, said: ReadonlySet<Verb>): boolean {
  if (event.says.inject === undefined) return false;
  if (event.contextResumes === true) return said.has('resume');
  return event.contextAlone !== true || !holding.some((verb) => said.has(verb));
}

function wordsOf(call: AgentCall, { value }: Outcome): Readonly<Record<string, unknown>> {
  const { tool, point } = call;
  const isInput = point.subject === 'tool_input' && tool !== null;
  return {
    $value: isInput ? nativeInput(tool.row, value, tool.input) : outputInShape(call, value),
    $output: replacingOutput(outputText(value)),
    $hidden: suppressedText,
    $blank: blankOutput(call, suppressedText),
  };
}

function reasonOf({ point }: AgentCall, outcome: Outcome, isRewritten: boolean): string {
  const { decision, reason, decidedBy, halted, haltReason, modified, suppressed, value } = outcome;
  const why = (halted ? (haltReason ?? reason) : reason) ?? '';
  const question = decision === 'ask' ? 'This needs the approval of a person.' : '';
  const text = why.trim() === '' ? question : why;
  const isLost = modified && !isRewritten && decision !== 'deny' && !halted && !suppressed;
  const rewrite = isLost
    ? `hookline would allow this only with another ${point.subject}: ${JSON.stringify(value)}`
    : '';
  const by = decidedBy === null || text.includes(decidedBy) ? '' : `[${decidedBy}]`;
  return [text, by, rewrite].filter((part) => part !== '').join(' ');
}
