import { z } from 'zod';
import { choice, flag, text, textOrTexts, wants } from '../../config/source/schema-words.ts';
import { places } from '../../engine/outcome/effects.ts';
import { messageOf } from '../../engine/values/text.ts';

/** The regular expression between slashes; null for plain text. Throws when it is invalid. */
export function readExpression(text: string): RegExp | null {
  const [, expression, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  return expression === undefined ? null : new RegExp(expression, flags);
}

/** Text to search for, or a regular expression between slashes. */
const pattern = z
  .string({ error: wants('text, or a /regular expression/') })
  .superRefine((value, context) => {
    try {
      readExpression(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: `is no regular expression: ${messageOf(error)}` });
    }
  });

const injection = z.strictObject(
  {
    content: pattern.describe('A part of the injected text.'),
    into: choice(places).optional().describe('Where it goes.'),
    hook: text('the name of a hook').optional().describe('The hook that injected it.'),
  },
  { error: wants('text, or an object with "content", "into" and "hook"') },
);

const expectation = z.strictObject(
  {
    decision: z
      .enum(['allow', 'deny', 'ask'], {
        error: wants('one of allow, deny, ask, or null when nobody decides'),
      })
      .nullable()
      .optional()
      .describe('The decision. null: no hook decided.'),
    reason: pattern.nullable().optional().describe('A part of the reason, or a /regular expression/.'),
    decidedBy: text('the name of a hook').nullable().optional().describe('The hook that decided.'),
    value: z.unknown().optional().describe('The subject after every modification.'),
    updated_input: z.unknown().optional().describe('The changed input of the tool.'),
    updated_output: z.unknown().optional().describe('The changed output of the tool, or its error.'),
    modified: flag().optional().describe('Did a hook change the subject?'),
    injections: z
      .array(z.union([pattern, injection], { error: wants('text, or an object with "content"') }), {
        error: wants('a list'),
      })
      .optional()
      .describe('The injected texts, in order: a part of each, or an object.'),
    notices: z
      .array(pattern, { error: wants('a list of text') })
      .optional()
      .describe('The messages to the person, in order.'),
    suppressed: flag().optional().describe('Is the output hidden from model and user?'),
    resume: flag().optional().describe('Must the agent go on?'),
    halted: flag().optional().describe('Must the agent stop?'),
    haltReason: pattern.nullable().optional().describe('A part of the reason to stop.'),
    ran: textOrTexts('a hook or a list of hooks').optional().describe('All hooks that ran, in order.'),
    notRan: textOrTexts('a hook or a list of hooks').optional().describe('Hooks that must not run.'),
    failed: textOrTexts('a hook or a list of hooks')
      .optional()
      .describe('The hooks that failed. No other hook may fail.'),
  },
  { error: wants('what must come of it, such as { decision: deny }') },
);

const policyTest = z.strictObject(
  {
    name: text().optional().describe('What the test shows.'),
    fire: text('the name of a point').describe('The point to fire.'),
    input: z
      .record(z.string(), z.unknown(), { error: wants('the fields of the event') })
      .optional()
      .describe('The event.'),
    agent: text('the id of an agent').optional().describe('The agent that acts.'),
    stopsAll: flag()
      .optional()
      .describe('For --canary: the hook stops everything that it matches, on purpose. Default: no.'),
    // A test that expects nothing would always pass.
    expect: expectation
      .refine((expected) => Object.keys(expected).length > 0, {
        error: () => 'expects nothing; say what must come of it, such as { decision: deny }',
      })
      .describe('The outcome it must get. Only the keys that are here are checked.'),
  },
  { error: wants('a test, with "fire" and "expect"') },
);

/** A file of policy tests. */
export const testFile = z.strictObject(
  {
    config: textOrTexts('a file or a list of files')
      .optional()
      .describe(
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

/** The keys of each object of a test file, for the page that documents it. */
export const testFileLevels = {
  'the file': { keys: Object.keys(testFile.shape) },
  'a test': { keys: Object.keys(policyTest.shape) },
  '"expect"': { keys: Object.keys(expectation.shape) },
  'an injection': { keys: Object.keys(injection.shape) },
} as const;
