import type { Outcome } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { suppressedText } from '../../protocols/suppressed-text.ts';
import { outputText } from '../../protocols/wire-input.ts';
import type { Form, Verb } from '../agents/agent-product.ts';
import { nativeInput } from '../payload/canonical-tool.ts';
import type { AgentCall } from '../payload/read-call.ts';
import type { Saying } from './answer.ts';
import { fillForms } from './fill-form.ts';
import { hiddenOutput, outputInShape } from './tool-output-shape.ts';

/** What is said where an event has no words for something: the first that it has, never less. */
const instead: Readonly<Record<Verb, readonly Verb[]>> = {
  deny: ['halt'],
  ask: ['deny', 'halt'],
  modify: ['deny', 'suppress', 'halt'],
  suppress: ['halt'],
  halt: ['deny'],
  resume: [],
  allow: [],
  inject: [],
  notify: [],
};

/** Where several are said, the later ones count. */
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

/** What an outcome asks of the agent. */
function wanted(outcome: Outcome): ReadonlySet<Verb> {
  const { decision, modified, suppressed, resume, halted, injections } = outcome;
  const verbs = new Set<Verb>();
  if (decision !== null) verbs.add(decision);
  if (modified && decision !== 'deny' && !suppressed) verbs.add('modify');
  if (suppressed) verbs.add('suppress');
  if (halted) verbs.add('halt');
  else if (resume) verbs.add('resume');
  if (injections.length > 0) verbs.add('inject');
  return verbs;
}

/** Whether the event has the words: a rewrite may need a grant, and a merge cannot take a key out. */
function canSay(verb: Verb, { event, tool, point }: AgentCall, outcome: Outcome): boolean {
  if (event.says[verb] === undefined) return false;
  if (verb !== 'modify' || point.subject !== 'tool_input') return true;
  if (event.rewriteGrants === true && outcome.decision !== 'allow') return false;
  if (event.merges !== true || tool === null) return true;
  const value = nativeInput(tool.row, outcome.value, tool.input);
  return isObject(value) && Object.keys(tool.input).every((key) => Object.hasOwn(value, key));
}

/** Says an outcome in the agent's words. What these cannot express becomes the safest thing that they can. */
export function express(call: AgentCall, outcome: Outcome, told: readonly string[]): Saying {
  const { event, agent, eventName } = call;
  const said = new Set<Verb>();
  const unsaid: Verb[] = [];
  for (const verb of wanted(outcome)) {
    const way = [verb, ...instead[verb]].find((candidate) => canSay(candidate, call, outcome));
    if (way !== undefined) said.add(way);
    else if (verb !== 'allow' && verb !== 'inject') unsaid.push(verb);
  }
  // A call that does not happen needs neither a grant nor another input.
  if (said.has('deny')) for (const verb of ['allow', 'modify', 'ask'] as const) said.delete(verb);
  const context = [...told, ...outcome.injections.map(({ content }) => content)];
  const canTell = event.says.inject !== undefined;
  if (canTell && context.length > 0) said.add('inject');
  const notices = [
    ...outcome.notices.map(({ message }) => message),
    ...unsaid.map(
      (verb) =>
        `hookline: ${outcome.decidedBy ?? 'a hook'} asked for ${verb} at ${eventName}, which ${agent.title} cannot do`,
    ),
  ];
  if (notices.length > 0 && event.says.notify !== undefined) said.add('notify');
  const forms = order.filter((verb) => said.has(verb)).map((verb) => event.says[verb] as Form);
  const words = {
    ...wordsOf(call, outcome),
    $context: context.join('\n'),
    $notice: notices.join('\n'),
  };
  const stdout = forms.length === 0 ? '' : JSON.stringify(fillForms(forms, words));
  const stderr = notices.length > 0 && event.says.notify === undefined ? notices.join('\n') : '';
  // An exit code that is an error for the agent, so that it shows what it cannot do.
  const exitCode = unsaid.length > 0 && stdout === '' ? 1 : 0;
  return { answer: { stdout, stderr, exitCode }, waiting: canTell ? [] : context };
}

function wordsOf(call: AgentCall, outcome: Outcome): Readonly<Record<string, unknown>> {
  const { tool, point } = call;
  const { value } = outcome;
  const isInput = point.subject === 'tool_input' && tool !== null;
  return {
    $reason: reasonOf(call, outcome),
    $value: isInput ? nativeInput(tool.row, value, tool.input) : outputInShape(call, value),
    $output: outputText(value),
    $hidden: hiddenOutput(call, suppressedText),
  };
}

/** Why, with the name of the hook: the model and the person should know whom to ask. */
function reasonOf({ point }: AgentCall, outcome: Outcome): string {
  const { decision, reason, decidedBy, halted, haltReason, resume, modified, value } = outcome;
  const isRewrite = modified && decision !== 'deny' && decision !== 'ask' && !halted && !resume;
  if (isRewrite) {
    return `hookline would let this pass only with another ${point.subject}: ${JSON.stringify(value)}`;
  }
  const text =
    (halted ? (haltReason ?? reason) : reason) ??
    (decision === 'ask' ? 'This needs the approval of a person.' : 'Stopped by a hook.');
  return decidedBy === null || text.includes(decidedBy) ? text : `${text} [${decidedBy}]`;
}
