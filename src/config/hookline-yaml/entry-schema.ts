import { z } from 'zod';
import { modes } from '../../engine/hooks/hook.ts';
import { failureKinds } from '../../engine/outcome/failure.ts';
import { protocols } from '../../protocols/protocols.ts';
import {
  choice,
  count,
  duration,
  flag,
  text,
  textOrTexts,
  wants,
  wantsUnseen,
} from '../source/schema-words.ts';

const environment = z
  .record(z.string(), z.string({ error: wantsUnseen('text; put quotes around numbers and truths') }), {
    error: wantsUnseen('names with text values'),
  })
  .describe('Further variables of its environment.');
const passEnv = textOrTexts('a name or a list of names').describe(
  "Variables of the host's environment that it gets too.",
);
const inherit = flag().describe(
  "It gets the host's whole environment instead of a small one; with the protocol claude-code it does anyway.",
);
const maxReplyBytes = count().describe('The most bytes that a reply may have.').meta({ default: 1_048_576 });
const openOrClosed = choice(['open', 'closed']);
export const kinds: readonly string[] = Object.keys(failureKinds).filter((kind) => kind !== 'cancelled');

/** The keys that every hook has, whatever runs it. */
export const common = {
  name: text().optional().describe('What outcomes and messages call it, and `enable` and `disable` go by.'),
  description: text().optional().describe('What it is for, in a sentence.'),
  matcher: z
    .string({ error: wants('patterns such as "Bash" or "Write|Edit"') })
    .optional()
    .describe(
      'Which values of the matched field it runs for: globs as in fnmatch, separated by "|". None is all.',
    ),
  timeout: duration('seconds')
    .optional()
    .describe('How long it may take: a number of seconds, or text such as "500ms".')
    .meta({ default: '30s' }),
  priority: z
    .number({ error: wants('a number') })
    .optional()
    .describe('Lower runs earlier.')
    .meta({ default: 100 }),
  guard: flag()
    .optional()
    .describe(
      'It must hold: it is never overridden, disabled or skipped, and whatever goes wrong with it blocks.',
    )
    .meta({ default: false }),
  fail_closed: flag()
    .optional()
    .describe('A failure of the hook blocks the action.')
    .meta({ default: false }),
  onError: choice(['skip', 'abort', 'log'])
    .optional()
    .describe('What a failure does: skip lets the action go ahead silently, log loudly; abort blocks it.'),
  onFailure: z
    .union([openOrClosed, z.partialRecord(choice(kinds), openOrClosed)], {
      error: wants(`open, closed, or one of the two for each of ${kinds.join(', ')}`),
    })
    .optional()
    .describe('What a failure does, for all kinds of failure or kind by kind.'),
  mode: choice(modes)
    .optional()
    .describe('enforce decides; observe only watches; background works on while the action goes ahead.')
    .meta({ default: 'enforce' }),
  enabled: flag().optional().describe('False keeps it here but switched off.').meta({ default: true }),
  protocol: choice([...protocols.keys()])
    .optional()
    .describe('The wire that it speaks.')
    .meta({ default: 'hookline' }),
};

const command = z.strictObject({
  type: z.literal('command'),
  handler: text('a program or a shell line').describe(
    'A script, a program or a shell line. A relative path is relative to this file.',
  ),
  ...common,
  args: z
    .array(z.string({ error: wants('text') }), { error: wants('a list of text') })
    .optional()
    .describe('Arguments; with them the handler is one program, and no shell is used.'),
  cwd: text('a folder').optional().describe("Where it runs; the event's cwd unless stated."),
  env: environment.optional(),
  passEnv: passEnv.optional(),
  inherit: inherit.optional(),
  maxOutputBytes: count()
    .optional()
    .describe('How many bytes it may write to stdout, and to stderr.')
    .meta({ default: 1_048_576 }),
  killGraceMs: z
    .number({ error: wants('a number of milliseconds') })
    .min(0, { error: wants('a number of milliseconds') })
    .optional()
    .describe('How many milliseconds it may clean up for when it is ended.')
    .meta({ default: 500 }),
});

const python = z.strictObject({
  type: z.literal('python'),
  handler: z
    .string({ error: wants('module.function') })
    .regex(/^[^\s./]+(\.[^\s./]+)+$/, { error: wants('module.function') })
    .describe('module.function. Modules are looked for beside this file first.'),
  ...common,
  python: text('an interpreter').optional().describe('The interpreter.').meta({ default: 'python3' }),
  pythonPath: textOrTexts('a folder or a list of folders')
    .optional()
    .describe('Where modules are looked for, after the folder of this file.'),
  env: environment.optional(),
  passEnv: passEnv.optional(),
  inherit: inherit.optional(),
  watch: flag()
    .optional()
    .describe('Loads the module again when its file has changed.')
    .meta({ default: false }),
  maxReplyBytes: maxReplyBytes.optional(),
});

const jsModule = z.strictObject({
  type: z.literal('module'),
  handler: text('a file such as ./hooks/audit.js, or ./hooks/audit.js#name').describe(
    'A file that exports a function: ./hooks/audit.js, or ./hooks/audit.js#name for another export than the default.',
  ),
  ...common,
  watch: flag()
    .optional()
    .describe('Imports the module again when its file has changed.')
    .meta({ default: false }),
  isolate: flag()
    .optional()
    .describe('Runs the function in a thread of its own, which a timeout really ends.')
    .meta({ default: false }),
  memoryMb: count().optional().describe("The most memory that the thread's objects may take."),
});

const http = z.strictObject({
  type: z.literal('http'),
  handler: z
    .string({ error: wants('an address that starts with http:// or https://') })
    .regex(/^https?:\/\//, { error: wants('an address that starts with http:// or https://') })
    .describe('The address that the event is posted to.'),
  ...common,
  headers: z
    .record(z.string(), z.string({ error: wantsUnseen('text') }), {
      error: wantsUnseen('names with text values'),
    })
    .optional()
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what people write
    .describe('Further headers; ${NAME} is a variable of the environment that allowedEnvVars lists.'),
  allowedEnvVars: z
    .array(text(), { error: wants('a list of names') })
    .optional()
    .describe('The variables that headers may use.'),
  ca: text()
    .optional()
    .describe('Certificates to trust instead of the usual ones: PEM text, or the file that has them.'),
  maxReplyBytes: maxReplyBytes.optional(),
});

const builtin = z.strictObject({
  type: z.literal('builtin'),
  handler: text('the name of a built-in hook').describe('The name of a hook that ships with hookline.'),
  ...common,
  options: z
    .record(z.string(), z.unknown(), { error: wants('the options of that hook') })
    .optional()
    .describe("The built-in hook's own options."),
});

export const entryKinds = { command, python, module: jsModule, http, builtin };

const shipped = [command, python, jsModule, http, builtin] as const;
const ownKeys = {
  handler: text().optional().describe('What the handler runs, where its type takes that.'),
  ...common,
  options: z
    .record(z.string(), z.unknown(), { error: wants('the options of that type') })
    .optional()
    .describe("The type's own options."),
};

/** The keys of a hook whose type does not ship with hookline. */
export const ownEntryKeys: readonly string[] = ['type', ...Object.keys(ownKeys)];

/** A hook whose type does not ship with hookline. */
export function ownEntry(types: readonly string[]) {
  return z.strictObject({ type: z.literal([...types]), ...ownKeys });
}

/** One hook, as a file writes it; `types` are those that do not ship with hookline. */
export function entrySchema(types: readonly string[]): z.ZodType<HookEntry> {
  const error = wants(`one of ${[...Object.keys(entryKinds), ...types].join(', ')}`);
  const own = ownEntry(types).transform(({ type, ...rest }) => ({
    type: 'own' as const,
    kind: type,
    ...rest,
  }));
  const options = types.length === 0 ? shipped : ([...shipped, own] as const);
  return z.discriminatedUnion('type', options, { error }) as unknown as z.ZodType<HookEntry>;
}

type OwnEntry = Omit<z.infer<ReturnType<typeof ownEntry>>, 'type'> & {
  readonly type: 'own';
  readonly kind: string;
};

/** One hook, as a file writes it. A type of the user's own is `own`, and its name the kind. */
export type HookEntry = z.infer<(typeof shipped)[number]> | OwnEntry;
