import { z } from 'zod';
import { choice, flag, text, textOrTexts, wants } from '../../config/source/schema-words.ts';
import { places } from '../../engine/outcome/effects.ts';
import { messageOf } from '../../engine/values/text.ts';
import { readExpression } from './expectations.ts';

/** Text that is looked for in other text, or a regular expression between slashes. */
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
    content: pattern.describe('Text that the injection has in it.'),
    into: choice(places).optional().describe('Where it goes.'),
    hook: text('the name of a hook').optional().describe('Who asked for it.'),
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
      .describe('What was decided; null when nobody did.'),
    reason: pattern
      .nullable()
      .optional()
      .describe('Text that the reason has in it, or a /regular expression/.'),
    decidedBy: text('the name of a hook').nullable().optional().describe('The hook that decided.'),
    value: z.unknown().optional().describe('The subject after every modification.'),
    modified: flag().optional().describe('Whether a hook changed the subject.'),
    injections: z
      .array(z.union([pattern, injection], { error: wants('text, or an object with "content"') }), {
        error: wants('a list'),
      })
      .optional()
      .describe('What was injected, in order: text that it has in it, or an object.'),
    notices: z
      .array(pattern, { error: wants('a list of text') })
      .optional()
      .describe('What people were told, in order.'),
    suppressed: flag().optional().describe('Whether the output is kept from model and user.'),
    resume: flag().optional().describe('Whether the agent must go on.'),
    halted: flag().optional().describe('Whether the agent must stop.'),
    haltReason: pattern.nullable().optional().describe('Text that the reason of a halt has in it.'),
    ran: textOrTexts('a hook or a list of hooks')
      .optional()
      .describe('The hooks that ran, in order; no others may have.'),
    notRan: textOrTexts('a hook or a list of hooks').optional().describe('Hooks that must not have run.'),
    failed: textOrTexts('a hook or a list of hooks')
      .optional()
      .describe('The hooks that failed; none may fail unless stated.'),
  },
  { error: wants('what must come of it, such as { decision: deny }') },
);

const policyTest = z.strictObject(
  {
    name: text().optional().describe('What it shows.'),
    fire: text('the name of a point').describe('The point that is fired.'),
    input: z
      .record(z.string(), z.unknown(), { error: wants('the fields of the event') })
      .optional()
      .describe('The event.'),
    agent: text('the id of an agent').optional().describe('The agent whose firing it is.'),
    // What expects nothing would pass whatever the hooks do.
    expect: expectation
      .refine((expected) => Object.keys(expected).length > 0, {
        error: () => 'expects nothing; say what must come of it, such as { decision: deny }',
      })
      .describe('What must come of it; what is left out may be anything.'),
  },
  { error: wants('a test, with "fire" and "expect"') },
);

/** A file of policy tests. */
export const testFile = z.strictObject(
  {
    config: textOrTexts('a file or a list of files')
      .optional()
      .describe('The configuration, relative to this file; the nearest hookline.yaml unless stated.'),
    tests: z
      .array(policyTest, { error: wants('a list of tests') })
      .min(1, { error: () => 'has no tests' })
      .describe('The tests.'),
  },
  { error: wants('"tests"') },
);

export type Expectation = z.infer<typeof expectation>;

/** What can stand in each object of a test file, for the page that documents it. */
export const levels = {
  'the file': { keys: Object.keys(testFile.shape) },
  'a test': { keys: Object.keys(policyTest.shape) },
  '"expect"': { keys: Object.keys(expectation.shape) },
  'an injection': { keys: Object.keys(injection.shape) },
} as const;
