import { z } from 'zod';
import { once } from '../../builtin/once.ts';
import { findPoint } from '../../engine/points/point.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { words } from '../../engine/values/text.ts';
import { choice, count, duration, flag, may, text, textOrTexts, wants } from '../source/schema-words.ts';
import { entrySchema } from './entry-schema.ts';
import type { HookEntry } from './hook-entry.ts';
import { type McpServersSection, mcpServers } from './mcp-schema.ts';
import { type TraceSection, traceSchema } from './trace-schema.ts';

function pointSchema(entry: z.ZodType<HookEntry>) {
  // Undefined stands for a hook or an agent that was removed because of its errors.
  const entries = z.array(entry.optional(), { error: wants('a list of hooks') });
  return z.union([
    entries,
    z.strictObject({
      override: may(
        flag(),
        'For an agent: global hooks of this point do not run for it. Guards still do.',
        false,
      ),
      parallel: may(
        flag(),
        'Start the hooks at the same time, with the same event. Their effects count in this order.',
        false,
      ),
      hooks: entries.describe('The hooks.'),
    }),
  ]);
}

export type PointValue = z.infer<ReturnType<typeof pointSchema>>;

export const settings = once(() => ({
  errorBehavior: may(
    choice(['skip', 'abort', 'log']),
    'What a failure does, for hooks of this file without their own setting.',
  ),
  timeout: may(
    duration('milliseconds'),
    'Time limit for hooks of this file without their own: milliseconds, or text such as "5s".',
    '30s',
  ),
  maxHooksPerPoint: may(count(), 'Maximum number of hooks of this file at a point.'),
  parallel: may(
    flag(),
    'At every point, start the hooks of this file at the same time, with the same event.',
    false,
  ),
  scripts: may(textOrTexts('a file or a list of files'), '.arma scripts, relative to this file.'),
}));

export type HooksSection = z.infer<z.ZodObject<ReturnType<typeof settings>>> & {
  readonly [point: string]: PointValue;
};

const massgenKeys = words(`
  orchestrator ui memory filesystem_memory timeout_settings session_storage logging
`);

const include = () =>
  may(
    textOrTexts('a file or a list of files'),
    'Other files, relative to this one: .yaml, .arma, or Claude Code settings in .json. Their hooks run first.',
  );

const rules = () =>
  z.array(text('a rule such as "Bash(git *)"'), { error: wants('a list of rules such as "Bash(git *)"') });

const permissions = () =>
  may(
    z.union(
      [
        z.array(text()),
        z
          .object({
            allow: may(
              rules(),
              'Tool calls that need no question, as far as the agent takes an allow. A rule for commands covers a line only if it covers every command in it.',
            ),
            deny: may(rules(), 'Tool calls that are denied, wherever the hooks of this file run.'),
            ask: may(rules(), 'Tool calls that someone is asked about, wherever the hooks of this file run.'),
          })
          .catchall(z.boolean({ error: wants('true or false') })),
      ],
      { error: wants('a list of names, or names with true or false') },
    ),
    'allow, deny and ask are lists of rules for tool calls, such as "Bash(git *)". deny and ask are a guard at PreToolUse, called "permission rules", and hold wherever the hooks of this file run. allow is answered where a rule covers the whole call for certain, at PreToolUse. Other names, with true or false, are permissions for `/perms check` of .arma scripts; so is a list of granted names.',
  );

/** From the strictest to the laxest. */
export const unattendedModes = ['deny', 'queue', 'allow-listed'] as const;
export type UnattendedMode = (typeof unattendedModes)[number];

const ask = () =>
  may(
    z.strictObject(
      {
        unattended: may(
          choice(unattendedModes),
          'deny: it is denied. queue: it is denied, and waits for a person, who lets it pass once with `hookline allow`. allow-listed: it is allowed where a hook or an allow rule allows it and no guard asks, and denied otherwise.',
        ),
      },
      { error: wants('an object with "unattended"') },
    ),
    'What becomes of an ask when the agent runs unattended: with permissions switched off, in auto mode, headless, or with HOOKLINE_UNATTENDED=1. Of several files, the strictest counts. Default: the agent asks as usual.',
  );

const tools = () =>
  may(
    z.array(text(), { error: wants('a list of names') }),
    'Your own tools that matchers may name. The usual ones are known.',
  );

const handlers = () =>
  may(
    z.record(z.string(), text('a file such as ./handlers/words.mjs'), {
      error: wants('types with the module that defines each'),
    }),
    'Types of handlers of your own: a name that `type:` can have, and the module that exports its definition. Relative to this file.',
  );

export interface OpenKeys {
  readonly points: readonly string[];
  readonly keys: readonly string[];
  readonly shipped: readonly string[];
  readonly types: readonly string[];
}

const watch = () =>
  may(flag(), 'Read the files again when they change. The option `watch` of `loadConfig` wins.', false);

const managed = () =>
  may(
    z.strictObject(
      {
        only: may(flag(), 'Hooks of the levels below do not run.', false),
      },
      { error: wants('an object with "only"') },
    ),
    'For /etc/hookline/hookline.yaml alone: what the levels below may do.',
  );

type ByPoint = Readonly<Record<string, z.ZodType>>;

const agent = (byPoint: ByPoint) =>
  z.looseObject(
    {
      id: text('the id of the agent')
        .refine((id) => id !== '*', { error: wants('the id of one agent') })
        .describe('The name of the agent in events.'),
      backend: may(
        z.looseObject(
          {
            hooks: may(
              z.strictObject(byPoint, { error: wants('points with their hooks') }),
              "The agent's own hooks. They run after the global ones.",
            ),
          },
          { error: wants('an object, with "hooks" in it') },
        ),
        "The agent's backend, as in MassGen. hookline reads only its hooks.",
      ),
    },
    { error: wants('an agent, an object with its "id"') },
  );

const parts: Readonly<Record<string, (byPoint: ByPoint) => z.ZodType>> = {
  hooks: (byPoint) =>
    may(
      z.strictObject({ ...settings(), ...byPoint }, { error: wants('points with their hooks') }),
      'Hooks for every agent, by point, and settings for the hooks of this file.',
    ),
  agents: (byPoint) =>
    may(
      z.array(agent(byPoint).optional(), { error: wants('a list of agents') }),
      'Agents with their own hooks.',
    ),
  agent: (byPoint) => may(agent(byPoint), 'The same for a single agent.'),
  include,
  handlers,
  permissions,
  mcpServers,
  tools,
  ask,
  trace: traceSchema,
  watch,
  managed,
};

/** Making a schema takes long, so only that of these keys is made. */
export function configSchema({ keys, points, shipped, types }: OpenKeys): z.ZodType<ConfigFile> {
  // Named, so that the JSON Schema has it once, not at every point.
  const entry = entrySchema(shipped, types).meta({ id: 'hook', description: 'A hook.' });
  const pointValue = pointSchema(entry).meta({ id: 'point', description: 'The hooks of this point.' });
  const byPoint = Object.fromEntries(
    points.map((name) => [name, may(pointValue, findPoint(name).point.summary)]),
  );
  const ofMassgen = () => may(z.unknown(), 'Of MassGen. hookline ignores it.');
  const shape = keys.flatMap((key) => {
    const part = lookUp(parts, key) ?? (massgenKeys.includes(key) || key.startsWith('x-') ? ofMassgen : null);
    return part === null ? [] : [[key, part(byPoint)] as const];
  });
  const schema = z.strictObject(Object.fromEntries(shape), { error: wants('an object with "hooks"') });
  return schema as unknown as z.ZodType<ConfigFile>;
}

export const fileKeys: readonly string[] = [...Object.keys(parts), ...massgenKeys];

export type Points = Readonly<Record<string, PointValue | undefined>>;

export interface AgentSection {
  readonly id: string;
  readonly backend?: { readonly hooks?: Points };
}

export interface ConfigFile {
  readonly hooks?: HooksSection;
  readonly agents?: readonly (AgentSection | undefined)[];
  readonly agent?: AgentSection;
  readonly include?: string | readonly string[];
  readonly handlers?: Readonly<Record<string, string>>;
  readonly ask?: { readonly unattended?: UnattendedMode | undefined } | undefined;
  readonly permissions?: z.infer<ReturnType<typeof permissions>>;
  readonly mcpServers?: McpServersSection;
  readonly tools?: readonly string[];
  readonly trace?: TraceSection;
  readonly watch?: boolean;
  readonly managed?: { readonly only?: boolean | undefined };
}

export const topKeys: readonly string[] = words(`
  hooks agents include handlers permissions mcpServers tools trace watch managed
`);
