import { z } from 'zod';
import { choice, flag, may, text, textOrTexts, wants } from '../config/source/schema-words.ts';
import { places } from '../engine/outcome/effects.ts';
import { messageOf } from '../engine/values/text.ts';

/** The regular expression between slashes; null for plain text. Throws when it is invalid. */
export function readExpression(text: string): RegExp | null {
  const [, expression, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  return expression === undefined ? null : new RegExp(expression, flags);
}

const pattern = z
  .string({ error: wants('text, or a /regular expression/') })
  .superRefine((value, context) => {
    try {
      readExpression(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: `isn't a regular expression: ${messageOf(error)}` });
    }
  });

const injection = z.strictObject(
  {
    content: pattern.describe('A part of the injected text.'),
    into: may(choice(places), 'Where it goes.'),
    hook: may(text('the name of a hook'), 'The hook that injected it.'),
  },
  { error: wants('text, or an object with "content", "into" and "hook"') },
);

const expectation = z.strictObject(
  {
    decision: may(
      z
        .enum(['allow', 'deny', 'ask'], {
          error: wants('one of allow, deny, ask, or null when no hook decides'),
        })
        .nullable(),
      'The decision. null: no hook decided.',
    ),
    reason: may(pattern.nullable(), 'A part of the reason, or a /regular expression/.'),
    decidedBy: may(text('the name of a hook').nullable(), 'The hook that decided.'),
    value: may(z.unknown(), 'The subject after every modification.'),
    updated_input: may(z.unknown(), 'The changed input of the tool.'),
    updated_output: may(z.unknown(), 'The changed output of the tool, or its error.'),
    modified: may(flag(), 'Did a hook change the subject?'),
    injections: may(
      z.array(z.union([pattern, injection], { error: wants('text, or an object with "content"') }), {
        error: wants('a list'),
      }),
      'The injected texts, in order: a part of each, or an object.',
    ),
    notices: may(
      z.array(pattern, { error: wants('a list of text') }),
      'The messages to the person, in order.',
    ),
    suppressed: may(flag(), 'Is the output hidden from model and user?'),
    resume: may(flag(), 'Must the agent go on?'),
    halted: may(flag(), 'Must the agent stop?'),
    haltReason: may(pattern.nullable(), 'A part of the reason to stop.'),
    ran: may(textOrTexts('a hook or a list of hooks'), 'All hooks that ran, in order.'),
    notRan: may(textOrTexts('a hook or a list of hooks'), 'Hooks that must not run.'),
    failed: may(textOrTexts('a hook or a list of hooks'), 'The hooks that failed. No other hook may fail.'),
  },
  { error: wants('what must come of it, such as { decision: deny }') },
);

const policyTest = z.strictObject(
  {
    name: may(text(), 'What the test shows.'),
    fire: text('the name of a point').describe('The point to fire.'),
    input: may(z.record(z.string(), z.unknown(), { error: wants('the fields of the event') }), 'The event.'),
    agent: may(text('the id of an agent'), 'The agent that acts.'),
    stopsAll: may(
      flag(),
      'For --canary: the hook stops everything that it matches, on purpose. Default: no.',
    ),
    // A test that expects nothing would always pass.
    expect: expectation
      .refine((expected) => Object.keys(expected).length > 0, {
        error: () => 'expects nothing; say what must come of it, such as { decision: deny }',
      })
      .describe('The outcome it must get. Only the keys that are here are checked.'),
  },
  { error: wants('a test, with "fire" and "expect"') },
);

export const testFile = z.strictObject(
  {
    config: may(
      textOrTexts('a file or a list of files'),
      'The configuration, relative to this file. Default: every hookline.yaml from the root of the file system down to the folder of this file.',
    ),
    tests: z
      .array(policyTest, { error: wants('a list of tests') })
      .min(1, { error: () => 'has no tests' })
      .describe('The tests.'),
  },
  { error: wants('"tests"') },
);

export type Expectation = z.infer<typeof expectation>;

export const testFileLevels = {
  'the file': { keys: Object.keys(testFile.shape) },
  'a test': { keys: Object.keys(policyTest.shape) },
  '"expect"': { keys: Object.keys(expectation.shape) },
  'an injection': { keys: Object.keys(injection.shape) },
} as const;
