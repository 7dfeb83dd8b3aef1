import { z } from 'zod';
import { once } from '../../builtin/once.ts';
import { allPoints, findPoint } from '../../engine/points/point.ts';
import { words } from '../../engine/values/text.ts';
import { choice, count, duration, flag, may, text, textOrTexts, wants } from '../source/schema-words.ts';
import { entrySchema } from './entry-schema.ts';
import { mcpServers } from './mcp-schema.ts';
import { traceSchema } from './trace-schema.ts';

const pointKeys = {
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
};

/** Its hooks are checked one by one. */
export const pointObject = once(() =>
  z.strictObject({ ...pointKeys, hooks: z.array(z.unknown(), { error: wants('a list of hooks') }) }),
);

function pointSchema(entry: z.ZodType) {
  const entries = z.array(entry, { error: wants('a list of hooks') });
  return z.union([entries, z.strictObject({ ...pointKeys, hooks: entries.describe('The hooks.') })]);
}

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

export type HooksSettings = z.infer<z.ZodObject<ReturnType<typeof settings>>>;

export const massgenKeys = words(`
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
          'deny: it is denied. queue: it is denied, and waits for a person, who allows it once with `hookline allow`. allow-listed: it is allowed where a hook or an allow rule allows it and no guard asks, and denied otherwise.',
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

const agentId = () =>
  text('the id of the agent')
    .refine((id) => id !== '*', { error: wants('the id of one agent') })
    .describe('The name of the agent in events.');
const backendError = { error: wants('an object, with "hooks" in it') };
const agentError = { error: wants('an agent, an object with its "id"') };

/** Its hooks are checked one by one. */
export const agentSchema = once(() =>
  z.looseObject({ id: agentId(), backend: z.looseObject({}, backendError).optional() }, agentError),
);

function agentWith(byPoint: Readonly<Record<string, z.ZodType>>) {
  const hooks = z.strictObject(byPoint, { error: wants('points with their hooks') });
  const backend = z.looseObject(
    { hooks: may(hooks, "The agent's own hooks. They run after the global ones.") },
    backendError,
  );
  const meaning = "The agent's backend, as in MassGen. hookline reads only its hooks.";
  return z.looseObject({ id: agentId(), backend: may(backend, meaning) }, agentError);
}

/** The parts of a file beside its hooks. */
export const partSchemas = {
  include,
  handlers,
  permissions,
  mcpServers,
  tools,
  ask,
  trace: traceSchema,
  watch,
  managed,
} satisfies Readonly<Record<string, () => z.ZodType>>;

export function pointNames(): readonly string[] {
  return allPoints().flatMap(({ name, also }) => (also === null ? [name] : [name, also]));
}

/** The schema of a whole file, for the JSON Schema. */
export function fileSchema(points: readonly string[]): z.ZodType {
  // Named, so the JSON Schema has it once, not at every point.
  const entry = entrySchema().meta({ id: 'hook', description: 'A hook.' });
  const point = pointSchema(entry).meta({ id: 'point', description: 'The hooks of this point.' });
  const byPoint = Object.fromEntries(points.map((name) => [name, may(point, findPoint(name).point.summary)]));
  const agent = agentWith(byPoint);
  const hooks = z.strictObject({ ...settings(), ...byPoint });
  return z.strictObject({
    hooks: may(hooks, 'Hooks for every agent, by point, and settings for the hooks of this file.'),
    agents: may(z.array(agent), 'Agents with their own hooks.'),
    agent: may(agent, 'The same for a single agent.'),
    ...Object.fromEntries(Object.entries(partSchemas).map(([key, part]) => [key, part()])),
    ...Object.fromEntries(
      massgenKeys.map((key) => [key, may(z.unknown(), 'Of MassGen. hookline ignores it.')]),
    ),
  });
}

export type FileParts = {
  readonly [Key in keyof typeof partSchemas]?: z.infer<ReturnType<(typeof partSchemas)[Key]>>;
};

export const topKeys: readonly string[] = ['hooks', 'agents', ...Object.keys(partSchemas)];
