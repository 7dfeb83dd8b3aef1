import { z } from 'zod';
import { once } from '../../builtin/once.ts';
import { modes } from '../../engine/hooks/hook.ts';
import { failureKinds } from '../../engine/outcome/failure.ts';
import { protocols } from '../../protocols/protocols.ts';
import type { CommonKey } from '../hookline-yaml/common-keys.ts';
import {
  address,
  choice,
  count,
  duration,
  fields,
  flag,
  may,
  secretTexts,
  text,
  textOrTexts,
  texts,
  wants,
} from '../source/schema-words.ts';
import type { HookEntry, ShippedEntry } from './hook-entry.ts';

const environment = () =>
  secretTexts('text; put quotes around numbers and truths').describe('More environment variables.');
const passEnv = () =>
  textOrTexts('a name or a list of names').describe("Variables of the host's environment to pass on.");
const inherit = () =>
  flag().describe(
    "Pass on the host's whole environment. Default: false, but true with the protocol claude-code.",
  );
const maxReplyBytes = () =>
  count().describe('Maximum size of a reply, in bytes.').meta({ default: 1_048_576 });
const openOrClosed = () => choice(['open', 'closed']);
const failureWords: readonly string[] = Object.keys(failureKinds).filter((kind) => kind !== 'cancelled');

/** A list, or `{Bash, Write}`, shows what was meant. */
function wantsMatcher(issue: { readonly input?: unknown }): string {
  const { input } = issue;
  const names = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const words = names.map(([key, value]) => (value === null ? key : value));
  const message = wants('patterns such as "Bash" or "Write|Edit"')(issue);
  const isList = words.length > 0 && words.every((word) => typeof word === 'string');
  return isList ? `is text; write ${JSON.stringify(words.join('|'))}` : message;
}

const common = once(
  () =>
    ({
      name: may(text(), 'The name, for outcomes, messages, `enable` and `disable`.'),
      description: may(text(), 'What the hook is for, in a sentence.'),
      matcher: may(
        z.string({ error: wantsMatcher }),
        'The values of the matched field that it runs for: globs as in fnmatch, separated by "|", or one regular expression between slashes. Default: all.',
      ),
      if: may(
        text('one permission rule such as Bash(git *) or Edit(*.ts)'),
        'One permission rule, such as "Bash(git *)". The hook runs only for tool calls that it may be about.',
      ),
      points: may(
        z.array(text('the name of a point'), { error: wants('a list of points') }),
        'More points that the hook is at, besides the one that it is listed under.',
      ),
      timeout: may(duration('seconds'), 'Time limit: a number of seconds, or text such as "500ms".', '30s'),
      priority: may(z.number({ error: wants('a number') }), 'Lower runs earlier.', 100),
      guard: may(
        flag(),
        'The hook must hold. Nothing overrides, disables or skips it, and every failure blocks the action.',
        false,
      ),
      final: may(
        flag(),
        'No person can allow what it denies or asks: `hookline allow` does not apply.',
        false,
      ),
      fail_closed: may(flag(), 'Every failure blocks the action.', false),
      onError: may(
        choice(['skip', 'abort', 'log']),
        'What a failure does. abort: blocks the action. log: is logged and lets it go ahead. skip: lets it go ahead silently.',
      ),
      onFailure: may(
        z.union([openOrClosed(), z.partialRecord(choice(failureWords), openOrClosed())], {
          error: wants(`open, closed, or one of the two for each of ${failureWords.join(', ')}`),
        }),
        'What a failure does, for all kinds of failure or for each kind.',
      ),
      mode: may(
        choice(modes),
        'enforce: decides. observe: only watches. background: hookline does not wait for it.',
        'enforce',
      ),
      enabled: may(flag(), 'false switches the hook off.', true),
      protocol: may(choice([...protocols.keys()]), 'The protocol it speaks.', 'hookline'),
    }) satisfies Record<CommonKey, z.ZodType>,
);

const command = once(() =>
  z.strictObject({
    type: z.literal('command'),
    handler: text('a program or a shell line').describe(
      'A script, a program or a shell line. A relative path is relative to this file.',
    ),
    ...common(),
    args: may(
      texts('a list of text'),
      'Arguments. With them the handler is one program, and no shell is used.',
    ),
    shell: may(
      flag(),
      'Give the line to sh as it is, in the folder that it runs in. Relative paths are relative to that folder then.',
      false,
    ),
    cwd: may(text('a folder'), "The folder it runs in. Default: the event's cwd."),
    env: environment().optional(),
    passEnv: passEnv().optional(),
    inherit: inherit().optional(),
    maxOutputBytes: may(count(), 'Limit for stdout, and the same limit for stderr, in bytes.', 1_048_576),
    killGraceMs: may(
      z
        .number({ error: wants('a number of milliseconds') })
        .min(0, { error: wants('a number of milliseconds') }),
      'Time to clean up when it is ended, in milliseconds.',
      500,
    ),
  }),
);

const python = once(() =>
  z.strictObject({
    type: z.literal('python'),
    handler: z
      .string({ error: wants('module.function') })
      .regex(/^[^\s./]+(\.[^\s./]+)+$/, { error: wants('module.function') })
      .describe('module.function. hookline looks for the module beside this file first.'),
    ...common(),
    python: may(text('an interpreter'), 'The interpreter.', 'python3'),
    pythonPath: may(
      textOrTexts('a folder or a list of folders'),
      'More folders to import from, after the folder of this file.',
    ),
    env: environment().optional(),
    passEnv: passEnv().optional(),
    inherit: inherit().optional(),
    watch: may(flag(), 'Load the module again when its file changes.', false),
    maxReplyBytes: maxReplyBytes().optional(),
  }),
);

const jsModule = once(() =>
  z.strictObject({
    type: z.literal('module'),
    handler: text('a file such as ./hooks/audit.js, or ./hooks/audit.js#name').describe(
      'A file that exports a function: ./hooks/audit.js for the default export, ./hooks/audit.js#name for another.',
    ),
    ...common(),
    watch: may(flag(), 'Import the module again when its file changes.', false),
    isolate: may(
      flag(),
      'true: a thread of its own. false: the host, where nothing can end it. Default: a thread that the modules of this file share, and another for guards.',
    ),
    memoryMb: may(count(), 'Maximum memory for the objects of the thread.'),
  }),
);

const http = once(() =>
  z.strictObject({
    type: z.literal('http'),
    handler: address().describe('The address that gets the event by POST.'),
    ...common(),
    headers: may(
      secretTexts(),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what people write
      'More headers. ${NAME} is an environment variable that allowedEnvVars lists.',
    ),
    allowedEnvVars: may(
      z.array(text(), { error: wants('a list of names') }),
      'The variables that headers may use.',
    ),
    ca: may(text(), 'Certificates to trust instead of the usual ones: PEM text or a file.'),
    maxReplyBytes: maxReplyBytes().optional(),
  }),
);

const prompt = once(() =>
  z.strictObject({
    type: z.literal('prompt'),
    prompt: text('what the model is asked').describe(
      'What the model is asked. $ARGUMENTS is the event as JSON; without it, the event follows.',
    ),
    model: text('a model such as anthropic:MODEL or openai:MODEL').describe(
      "The model that judges: anthropic:MODEL or openai:MODEL, or without :MODEL the API's usual one.",
    ),
    ...common(),
    baseUrl: may(
      address(),
      "The address of the model's API. Default: ANTHROPIC_BASE_URL or OPENAI_BASE_URL, else the provider's.",
    ),
  }),
);

const mcpTool = once(() =>
  z.strictObject({
    type: z.literal('mcp_tool'),
    server: text('the name of a server under mcpServers').describe(
      'The MCP server, by its name under `mcpServers`.',
    ),
    tool: text('the name of a tool').describe('The tool, by its name at that server.'),
    ...common(),
    input: may(
      fields('the input of that tool'),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what people write
      'The input of the tool. ${tool_input.command} is that value of the event. Default: none.',
    ),
  }),
);

const builtin = once(() =>
  z.strictObject({
    type: z.literal('builtin'),
    handler: text('the name of a built-in hook').describe('The name of a hook that ships with hookline.'),
    ...common(),
    options: may(fields('the options of that hook'), "The built-in hook's own options."),
  }),
);

export const entrySchemas = {
  command,
  python,
  module: jsModule,
  http,
  prompt,
  mcp_tool: mcpTool,
  builtin,
} satisfies Record<string, () => z.ZodType<ShippedEntry>>;

/** For types of the user's own. */
export function ownEntry(types: readonly string[]): z.ZodType<HookEntry> {
  return ownSchema(z.literal([...types])).transform(({ type, ...rest }) => ({
    type: 'own' as const,
    kind: type,
    ...rest,
  }));
}

export function ownSchema<Type extends z.ZodType<string>>(type: Type) {
  return z.strictObject({
    type,
    handler: may(text(), 'What the handler runs, where its type takes that.'),
    ...common(),
    options: may(fields('the options of that type'), "The type's own options."),
  });
}

export function entrySchema() {
  const { command: first, ...rest } = entrySchemas;
  return z.discriminatedUnion('type', [first(), ...Object.values(rest).map((make) => make())]);
}
