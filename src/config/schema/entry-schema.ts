import { z } from 'zod';
import { modes } from '../../engine/hooks/hook.ts';
import { failureKinds } from '../../engine/outcome/failure.ts';
import { protocols } from '../../protocols/protocols.ts';
import type { CommonKey } from '../hookline-yaml/common-keys.ts';
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
  .describe('More environment variables.');
const passEnv = textOrTexts('a name or a list of names').describe(
  "Variables of the host's environment to pass on.",
);
const inherit = flag().describe(
  "Pass on the host's whole environment. Default: false, but true with the protocol claude-code.",
);
const maxReplyBytes = count().describe('Maximum size of a reply, in bytes.').meta({ default: 1_048_576 });
const openOrClosed = choice(['open', 'closed']);
export const failureWords: readonly string[] = Object.keys(failureKinds).filter(
  (kind) => kind !== 'cancelled',
);

/** A list, or `{Bash, Write}`, says what is meant well enough to write it as it should be. */
function wantsMatcher(issue: { readonly input?: unknown }): string {
  const { input } = issue;
  const names = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const words = names.map(([key, value]) => (value === null ? key : value));
  const message = wants('patterns such as "Bash" or "Write|Edit"')(issue);
  const isList = words.length > 0 && words.every((word) => typeof word === 'string');
  return isList ? `is text; write ${JSON.stringify(words.join('|'))}` : message;
}

/** The keys that every hook has. */
const common = {
  name: text().optional().describe('The name, for outcomes, messages, `enable` and `disable`.'),
  description: text().optional().describe('What the hook is for, in a sentence.'),
  matcher: z
    .string({ error: wantsMatcher })
    .optional()
    .describe(
      'The values of the matched field that it runs for: globs as in fnmatch, separated by "|", or one regular expression between slashes. Default: all.',
    ),
  if: text('one permission rule such as Bash(git *) or Edit(*.ts)')
    .optional()
    .describe(
      'One permission rule, such as "Bash(git *)". The hook runs only for tool calls that it may be about.',
    ),
  points: z
    .array(text('the name of a point'), { error: wants('a list of points') })
    .optional()
    .describe('More points that the hook is at, beside the one that it stands under.'),
  timeout: duration('seconds')
    .optional()
    .describe('Time limit: a number of seconds, or text such as "500ms".')
    .meta({ default: '30s' }),
  priority: z
    .number({ error: wants('a number') })
    .optional()
    .describe('Lower runs earlier.')
    .meta({ default: 100 }),
  guard: flag()
    .optional()
    .describe(
      'The hook must hold. Nothing overrides, disables or skips it, and every failure blocks the action.',
    )
    .meta({ default: false }),
  final: flag()
    .optional()
    .describe('No person can let pass what it denies or asks: `hookline allow` has no say here.')
    .meta({ default: false }),
  fail_closed: flag().optional().describe('Every failure blocks the action.').meta({ default: false }),
  onError: choice(['skip', 'abort', 'log'])
    .optional()
    .describe(
      'What a failure does. abort: blocks the action. log: is logged and lets it go ahead. skip: lets it go ahead silently.',
    ),
  onFailure: z
    .union([openOrClosed, z.partialRecord(choice(failureWords), openOrClosed)], {
      error: wants(`open, closed, or one of the two for each of ${failureWords.join(', ')}`),
    })
    .optional()
    .describe('What a failure does, for all kinds of failure or for each kind.'),
  mode: choice(modes)
    .optional()
    .describe('enforce: decides. observe: only watches. background: nobody waits for it.')
    .meta({ default: 'enforce' }),
  enabled: flag().optional().describe('false switches the hook off.').meta({ default: true }),
  protocol: choice([...protocols.keys()])
    .optional()
    .describe('The protocol it speaks.')
    .meta({ default: 'hookline' }),
} satisfies Record<CommonKey, z.ZodType>;

const command = z.strictObject({
  type: z.literal('command'),
  handler: text('a program or a shell line').describe(
    'A script, a program or a shell line. A relative path is relative to this file.',
  ),
  ...common,
  args: z
    .array(z.string({ error: wants('text') }), { error: wants('a list of text') })
    .optional()
    .describe('Arguments. With them the handler is one program, and no shell is used.'),
  shell: flag()
    .optional()
    .describe(
      'Give the line to sh as it is, in the folder that it runs in. Relative paths are relative to that folder then.',
    )
    .meta({ default: false }),
  cwd: text('a folder').optional().describe("The folder it runs in. Default: the event's cwd."),
  env: environment.optional(),
  passEnv: passEnv.optional(),
  inherit: inherit.optional(),
  maxOutputBytes: count()
    .optional()
    .describe('Limit for stdout, and the same limit for stderr, in bytes.')
    .meta({ default: 1_048_576 }),
  killGraceMs: z
    .number({ error: wants('a number of milliseconds') })
    .min(0, { error: wants('a number of milliseconds') })
    .optional()
    .describe('Time to clean up when it is ended, in milliseconds.')
    .meta({ default: 500 }),
});

const python = z.strictObject({
  type: z.literal('python'),
  handler: z
    .string({ error: wants('module.function') })
    .regex(/^[^\s./]+(\.[^\s./]+)+$/, { error: wants('module.function') })
    .describe('module.function. hookline looks for the module beside this file first.'),
  ...common,
  python: text('an interpreter').optional().describe('The interpreter.').meta({ default: 'python3' }),
  pythonPath: textOrTexts('a folder or a list of folders')
    .optional()
    .describe('More folders to import from, after the folder of this file.'),
  env: environment.optional(),
  passEnv: passEnv.optional(),
  inherit: inherit.optional(),
  watch: flag().optional().describe('Load the module again when its file changes.').meta({ default: false }),
  maxReplyBytes: maxReplyBytes.optional(),
});

const jsModule = z.strictObject({
  type: z.literal('module'),
  handler: text('a file such as ./hooks/audit.js, or ./hooks/audit.js#name').describe(
    'A file that exports a function: ./hooks/audit.js for the default export, ./hooks/audit.js#name for another.',
  ),
  ...common,
  watch: flag()
    .optional()
    .describe('Import the module again when its file changes.')
    .meta({ default: false }),
  isolate: flag()
    .optional()
    .describe(
      'true: a thread of its own. false: the host, where nothing can end it. Default: a thread that the modules of this file share, and another for guards.',
    ),
  memoryMb: count().optional().describe('Maximum memory for the objects of the thread.'),
});

const http = z.strictObject({
  type: z.literal('http'),
  handler: z
    .string({ error: wants('an address that starts with http:// or https://') })
    .regex(/^https?:\/\//, { error: wants('an address that starts with http:// or https://') })
    .describe('The address that gets the event by POST.'),
  ...common,
  headers: z
    .record(z.string(), z.string({ error: wantsUnseen('text') }), {
      error: wantsUnseen('names with text values'),
    })
    .optional()
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what people write
    .describe('More headers. ${NAME} is an environment variable that allowedEnvVars lists.'),
  allowedEnvVars: z
    .array(text(), { error: wants('a list of names') })
    .optional()
    .describe('The variables that headers may use.'),
  ca: text().optional().describe('Certificates to trust instead of the usual ones: PEM text or a file.'),
  maxReplyBytes: maxReplyBytes.optional(),
});

const prompt = z.strictObject({
  type: z.literal('prompt'),
  prompt: text('what the model is asked').describe(
    'What the model is asked. $ARGUMENTS is the event as JSON; without it, the event follows.',
  ),
  model: text('a model such as anthropic:MODEL or openai:MODEL').describe(
    "The model that judges: anthropic:MODEL or openai:MODEL, or without :MODEL the API's usual one.",
  ),
  ...common,
  baseUrl: z
    .string({ error: wants('an address that starts with http:// or https://') })
    .regex(/^https?:\/\//, { error: wants('an address that starts with http:// or https://') })
    .optional()
    .describe(
      "The address of the model's API. Default: ANTHROPIC_BASE_URL or OPENAI_BASE_URL, else the provider's.",
    ),
});

const mcpTool = z.strictObject({
  type: z.literal('mcp_tool'),
  server: text('the name of a server under mcpServers').describe(
    'The MCP server, by its name under `mcpServers`.',
  ),
  tool: text('the name of a tool').describe('The tool, by its name at that server.'),
  ...common,
  input: z
    .record(z.string(), z.unknown(), { error: wants('the input of that tool') })
    .optional()
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what people write
    .describe('The input of the tool. ${tool_input.command} is that value of the event. Default: none.'),
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

export const entrySchemas = {
  command,
  python,
  module: jsModule,
  http,
  prompt,
  mcp_tool: mcpTool,
  builtin,
};

const shipped = [command, python, jsModule, http, prompt, mcpTool, builtin] as const;
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

/** One hook in a file. `types` are those that do not ship with hookline. */
export function entrySchema(types: readonly string[]): z.ZodType<HookEntry> {
  const error = wants(`one of ${[...Object.keys(entrySchemas), ...types].join(', ')}`);
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

/** One hook in a file. For a type of the user's own, `type` is `own` and `kind` its name. */
export type HookEntry = z.infer<(typeof shipped)[number]> | OwnEntry;
