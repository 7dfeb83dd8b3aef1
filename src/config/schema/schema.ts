import { z } from 'zod';
import { findPoint } from '../../engine/points/point.ts';
import { choice, count, duration, flag, text, textOrTexts, wants } from '../source/schema-words.ts';
import { entrySchema, type HookEntry } from './entry-schema.ts';
import { type McpServersSection, mcpServers } from './mcp-schema.ts';
import { type TraceSection, traceSchema } from './trace-schema.ts';

// Named, so that the JSON Schema has it once, not at every point.
const shippedPointValue = pointSchema(entrySchema([]).meta({ id: 'hook', description: 'A hook.' })).meta({
  id: 'point',
  description: 'The hooks of this point.',
});

function pointSchema(entry: z.ZodType<HookEntry>) {
  // No value in a file is undefined: it stands for a hook or an agent that was removed because of its errors.
  const entries = z.array(entry.optional(), { error: wants('a list of hooks') });
  return z.union([
    entries,
    z.strictObject({
      override: flag()
        .optional()
        .describe('For an agent: global hooks of this point do not run for it. Guards still do.')
        .meta({ default: false }),
      parallel: flag()
        .optional()
        .describe('Start the hooks at the same time, with the same event. Their effects count in this order.')
        .meta({ default: false }),
      hooks: entries.describe('The hooks.'),
    }),
  ]);
}

/** The value of a point: hooks, or hooks with common options. */
export type PointValue = z.infer<typeof shippedPointValue>;

export const settings = {
  errorBehavior: choice(['skip', 'abort', 'log'])
    .optional()
    .describe('What a failure does, for hooks of this file without their own setting.'),
  timeout: duration('milliseconds')
    .optional()
    .describe('Time limit for hooks of this file without their own: milliseconds, or text such as "5s".')
    .meta({ default: '30s' }),
  maxHooksPerPoint: count().optional().describe('Maximum number of hooks of this file at a point.'),
  parallel: flag()
    .optional()
    .describe('At every point, start the hooks of this file at the same time, with the same event.')
    .meta({ default: false }),
  scripts: textOrTexts('a file or a list of files')
    .optional()
    .describe('.arma scripts, relative to this file.'),
};

const settingsObject = z.strictObject(settings);

/** `hooks:` of a file: settings, and points by name. */
export type HooksSection = z.infer<typeof settingsObject> & { readonly [point: string]: PointValue };

/** Keys of MassGen's configuration that are not about hooks. */
const massgenKeys = [
  'orchestrator',
  'ui',
  'memory',
  'filesystem_memory',
  'timeout_settings',
  'session_storage',
  'logging',
];

const include = textOrTexts('a file or a list of files')
  .optional()
  .describe(
    'Other files, relative to this one: .yaml, .arma, or Claude Code settings in .json. Their hooks run first.',
  );

const rule = text('a rule such as "Bash(git *)"');

const rules = z.array(rule, { error: wants('a list of rules such as "Bash(git *)"') });

const permissions = z
  .union(
    [
      z.array(text()),
      z
        .object({
          allow: rules
            .optional()
            .describe(
              'Tool calls that need no question in the agent of `hookline run`. Elsewhere the host decides.',
            ),
          deny: rules.optional().describe('Tool calls that are denied, wherever the hooks of this file run.'),
          ask: rules
            .optional()
            .describe('Tool calls that someone is asked about, wherever the hooks of this file run.'),
        })
        .catchall(z.boolean({ error: wants('true or false') })),
    ],
    { error: wants('a list of names, or names with true or false') },
  )
  .optional()
  .describe(
    'allow, deny and ask are lists of rules for tool calls, such as "Bash(git *)". deny and ask are a guard at PreToolUse, called "permission rules", and hold wherever the hooks of this file run. allow is for the agent of `hookline run`. Other names, with true or false, are permissions for `/perms check` of .arma scripts; so is a list of granted names.',
  );

const tools = z
  .array(text(), { error: wants('a list of names') })
  .optional()
  .describe('Your own tools that matchers may name. The usual ones are known.');

const handlers = z
  .record(z.string(), text('a file such as ./handlers/words.mjs'), {
    error: wants('types with the module that defines each'),
  })
  .optional()
  .describe(
    'Types of handlers of your own: a name that `type:` can have, and the module that exports its definition. Relative to this file.',
  );

/** Keys that differ from file to file. */
export interface OpenKeys {
  /** Points, including those with a matcher in their name. */
  readonly points: readonly string[];
  /** Keys for anchors. */
  readonly top: readonly string[];
  /** The types of handlers that do not ship with hookline. */
  readonly types: readonly string[];
}

/** The schema of a `hookline.yaml`, whose types are `ConfigFile`. */
export function configSchema({ points, top, types }: OpenKeys): z.ZodType<ConfigFile> {
  const pointValue = types.length === 0 ? shippedPointValue : pointSchema(entrySchema(types));
  const byPoint = Object.fromEntries(
    points.map((name) => [name, pointValue.optional().describe(findPoint(name).point.summary)]),
  );
  const agent = z.looseObject(
    {
      id: text('the id of the agent')
        .refine((id) => id !== '*', { error: wants('the id of one agent') })
        .describe('The name of the agent in events.'),
      backend: z
        .looseObject(
          {
            hooks: z
              .strictObject(byPoint, { error: wants('points with their hooks') })
              .optional()
              .describe("The agent's own hooks. They run after the global ones."),
          },
          { error: wants('an object, with "hooks" in it') },
        )
        .optional()
        .describe("The agent's backend, as in MassGen. hookline reads only its hooks."),
    },
    { error: wants('an agent, an object with its "id"') },
  );
  const schema = z.strictObject(
    {
      hooks: z
        .strictObject({ ...settings, ...byPoint }, { error: wants('points with their hooks') })
        .optional()
        .describe('Hooks for every agent, by point, and settings for the hooks of this file.'),
      agents: z
        .array(agent.optional(), { error: wants('a list of agents') })
        .optional()
        .describe('Agents with their own hooks.'),
      agent: agent.optional().describe('The same for a single agent.'),
      include,
      handlers,
      permissions,
      mcpServers,
      tools,
      trace: traceSchema,
      watch: flag()
        .optional()
        .describe('Read the files again when they change. The option `watch` of `loadConfig` wins.')
        .meta({ default: false }),
      managed: z
        .strictObject(
          {
            only: flag()
              .optional()
              .describe('Hooks of the levels below do not run.')
              .meta({ default: false }),
          },
          { error: wants('an object with "only"') },
        )
        .optional()
        .describe('For /etc/hookline/hookline.yaml alone: what the levels below may do.'),
      ...Object.fromEntries(
        [...massgenKeys, ...top].map((key) => [
          key,
          z.unknown().optional().describe('Of MassGen. hookline ignores it.'),
        ]),
      ),
    },
    { error: wants('an object with "hooks"') },
  );
  return schema as unknown as z.ZodType<ConfigFile>;
}

export type Points = Readonly<Record<string, PointValue | undefined>>;

export interface AgentSection {
  readonly id: string;
  readonly backend?: { readonly hooks?: Points };
}

/** A `hookline.yaml`, as the schema lets it through. */
export interface ConfigFile {
  readonly hooks?: HooksSection;
  readonly agents?: readonly (AgentSection | undefined)[];
  readonly agent?: AgentSection;
  readonly include?: string | readonly string[];
  readonly handlers?: Readonly<Record<string, string>>;
  readonly permissions?: z.infer<typeof permissions>;
  readonly mcpServers?: McpServersSection;
  readonly tools?: readonly string[];
  readonly trace?: TraceSection;
  readonly watch?: boolean;
  readonly managed?: { readonly only?: boolean | undefined };
}

export const topKeys: readonly string[] = [
  'hooks',
  'agents',
  'include',
  'handlers',
  'permissions',
  'mcpServers',
  'tools',
  'trace',
  'watch',
  'managed',
];
