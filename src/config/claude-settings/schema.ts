import { z } from 'zod';
import {
  address,
  choice,
  fields,
  flag,
  secretTexts,
  text,
  texts,
  wants,
  wantsUnseen,
} from '../source/schema-words.ts';

const seconds = wants('a number of seconds above 0');
const names = (what: string): z.ZodArray<z.ZodString> => z.array(text(), { error: wants(what) });
const onFailure = choice(['continue', 'block']).optional();

const common = {
  if: text('one permission rule such as Bash(git *) or Edit(*.ts)').optional(),
  timeout: z.number({ error: seconds }).positive({ error: seconds }).optional(),
  statusMessage: z.string({ error: wants('text') }).optional(),
  once: flag().optional(),
};

const command = z.looseObject({
  type: z.literal('command'),
  command: text('a shell line; or, beside "args", a program'),
  ...common,
  args: texts('a list of text').optional(),
  shell: choice(['bash', 'powershell']).optional(),
  async: flag().optional(),
  asyncRewake: flag().optional(),
  onFailure,
});

const http = z.looseObject({
  type: z.literal('http'),
  url: address(),
  ...common,
  headers: secretTexts().optional(),
  allowedEnvVars: names('a list of names').optional(),
  onFailure,
});

const mcpTool = z.looseObject({
  type: z.literal('mcp_tool'),
  server: text(),
  tool: text(),
  ...common,
  input: fields('the input of that tool').optional(),
  onFailure,
});

const prompt = z.looseObject({
  type: z.literal('prompt'),
  prompt: text(),
  ...common,
  model: text().optional(),
  continueOnBlock: flag().optional(),
  onFailure,
});

const agent = z.looseObject({
  type: z.literal('agent'),
  prompt: text(),
  ...common,
  model: text().optional(),
  onFailure,
});

interface Common {
  readonly [other: string]: unknown;
  readonly if?: string | undefined;
  readonly timeout?: number | undefined;
  readonly statusMessage?: string | undefined;
  readonly once?: boolean | undefined;
}
type OnFailure = 'continue' | 'block' | undefined;

// Written out: declarations of the package must not need those of zod.
export interface CommandEntry extends Common {
  readonly type: 'command';
  readonly command: string;
  readonly args?: string[] | undefined;
  readonly shell?: 'bash' | 'powershell' | undefined;
  readonly async?: boolean | undefined;
  readonly asyncRewake?: boolean | undefined;
  readonly onFailure?: OnFailure;
}
export interface HttpEntry extends Common {
  readonly type: 'http';
  readonly url: string;
  readonly headers?: Record<string, string> | undefined;
  readonly allowedEnvVars?: string[] | undefined;
  readonly onFailure?: OnFailure;
}
export interface McpToolEntry extends Common {
  readonly type: 'mcp_tool';
  readonly server: string;
  readonly tool: string;
  readonly input?: Record<string, unknown> | undefined;
  readonly onFailure?: OnFailure;
}
export interface PromptEntry extends Common {
  readonly type: 'prompt';
  readonly prompt: string;
  readonly model?: string | undefined;
  readonly continueOnBlock?: boolean | undefined;
  readonly onFailure?: OnFailure;
}
interface AgentEntry extends Common {
  readonly type: 'agent';
  readonly prompt: string;
  readonly model?: string | undefined;
  readonly onFailure?: OnFailure;
}
export type SettingsEntry = CommandEntry | HttpEntry | McpToolEntry | PromptEntry | AgentEntry;

export const settingsSchemas = { command, http, mcp_tool: mcpTool, prompt, agent } satisfies {
  readonly [Type in SettingsEntry['type']]: z.ZodType<Extract<SettingsEntry, { readonly type: Type }>>;
};

export const matcherGroup = z.looseObject({
  matcher: z
    .string({ error: wants('text: a name, names separated by "|", or a regular expression') })
    .optional(),
  hooks: z.array(z.unknown(), { error: wants('a list of hooks') }),
});

export const events = fields('events with their hooks');
export const matcherGroups = z.array(z.unknown(), {
  error: wants('a list of objects with "matcher" and "hooks"'),
});

const variable = z
  .union([z.string(), z.number(), z.boolean()], { error: wantsUnseen('text') })
  .transform(String)
  .refine((value) => !value.includes('\0'), { error: wantsUnseen('text without zero bytes') });

const rules = names('a list of rules such as "Bash(git *)"').optional();

export const switches = {
  disableAllHooks: flag(),
  allowManagedHooksOnly: flag(),
  allowedHttpHookUrls: names('a list of addresses, in which "*" is any text'),
  httpHookAllowedEnvVars: names('a list of names'),
  env: z.record(z.string().regex(/^[^=\0]+$/), variable, { error: wantsUnseen('names with text values') }),
  permissions: z.looseObject({ allow: rules, deny: rules, ask: rules }, { error: wants('rules') }),
};

export type Switches = { readonly [K in keyof typeof switches]?: z.infer<(typeof switches)[K]> };
