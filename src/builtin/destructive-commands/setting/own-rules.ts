import { z } from 'zod';
import { compileWildcard } from '../../../bounds/wildcard.ts';
import { filled } from '../../builtin-options.ts';
import { once } from '../../once.ts';
import { judgeLine } from '../judge.ts';
import { type CallForm, type DangerRule, severities } from '../rule.ts';
import { ruleTable } from '../rules.ts';

const words = once(() => z.array(filled()).min(1));

const callForm = once(() =>
  z.strictObject({
    program: filled().describe('Names of programs, separated by blanks.'),
    sub: words()
      .optional()
      .describe('Subcommands, such as `push` or `volume rm`, of which one must be given.'),
    flags: words().optional().describe('Options of which one must be given.'),
    without: words().optional().describe('Options with which the call is harmless.'),
    word: filled().optional().describe('What one of its words, options aside, must be; * is any text.'),
    text: filled().optional().describe('What all its words together must be; * is any text.'),
  }),
);

export const ownRule = once(() =>
  z.strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z\d-]*\.[a-z][a-z\d-]*$/, 'is a pack and a name, such as "deploy.production"')
      .describe('`pack.name`, by which options and messages call it.'),
    severity: z.enum(severities).default('ask').describe('deny or ask. Default: ask.'),
    catches: filled().describe('What it catches, as a sentence.'),
    why: filled().describe('Why that is dangerous.'),
    instead: filled().describe('What to do instead.'),
    calls: z.array(callForm()).min(1).describe('The calls that it catches: one of these forms.'),
    stops: words().describe('Lines that it must stop. They are tried when the configuration is read.'),
    passes: z.array(filled()).default([]).describe('Lines that it must allow. They are tried, too.'),
  }),
);

export type OwnRule = z.output<ReturnType<typeof ownRule>>;

export interface RuleProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function compileOwnRule({ calls, ...row }: OwnRule): DangerRule {
  return { ...row, calls: calls.map(compileForm), unless: [] };
}

function compileForm({ word, text, program, sub, flags, without }: OwnRule['calls'][number]): CallForm {
  return {
    programs: program.split(' '),
    subs: sub,
    flags,
    without,
    word: word === undefined ? undefined : { test: compileWildcard(word) },
    text: text === undefined ? undefined : { test: compileWildcard(text) },
  };
}

/** A rule that never stops anything would only look like a guard. */
export function tryExamples(own: OwnRule): readonly RuleProblem[] {
  const rule = compileOwnRule(own);
  const setting = { table: ruleTable([rule]), severityOf: () => rule.severity };
  const isStopped = (line: string): boolean => judgeLine(line, '/', setting)?.rule.id === rule.id;
  return [
    ...own.stops.flatMap((line, at) =>
      isStopped(line) ? [] : [{ path: ['stops', at], message: `the rule does not stop "${line}"` }],
    ),
    ...own.passes.flatMap((line, at) =>
      isStopped(line) ? [{ path: ['passes', at], message: `the rule stops "${line}"` }] : [],
    ),
  ];
}
