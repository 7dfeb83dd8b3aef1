import { z } from 'zod';
import { checkYaml, readCheckedYaml } from '../../config/source/checked-yaml.ts';
import { choice, count, flag, text, wants } from '../../config/source/schema-words.ts';
import { SourceFile } from '../../config/source/source-file.ts';
import type { Script } from './scripted-model.ts';

const said = z.string({ error: wants('text') });
const tokens = z.int({ error: wants('a whole number') }).nonnegative({ error: wants('a whole number') });

const call = z.strictObject(
  {
    name: text('the name of a tool'),
    input: z
      .record(z.string(), z.unknown(), { error: wants('what the tool is given, an object') })
      .default({}),
    id: text().optional(),
  },
  { error: wants('a tool call, such as { name: Bash, input: { command: ls } }') },
);

const turn = z.strictObject(
  {
    text: said.optional(),
    tools: z.array(call, { error: wants('a list of tool calls') }).optional(),
    stop_reason: text().optional(),
    usage: z
      .strictObject(
        { input_tokens: tokens, output_tokens: tokens },
        { error: wants('"input_tokens" and "output_tokens"') },
      )
      .optional(),
  },
  { error: wants('a turn, with "text", "tools" or both') },
);

const turns = z.array(turn, { error: wants('a list of turns') });

const notification = z.strictObject(
  {
    message: text('what the person is told'),
    type: text('a type such as idle_prompt'),
    title: text().optional(),
  },
  { error: wants('a notification, with "message" and "type"') },
);

const step = z
  .strictObject(
    {
      prompt: text('the next prompt').optional(),
      compact: z.union([flag(), text()], { error: wants('true, or instructions') }).optional(),
      clear: flag().optional(),
      notify: notification.optional(),
      phase: text('the name of a phase').optional(),
    },
    { error: wants('a step, such as { prompt: And now? } or { compact: true }') },
  )
  .refine((given) => Object.keys(given).length === 1, {
    error: wants('one of prompt, compact, clear, notify, phase'),
  });

const task = z.strictObject(
  { subject: text('the task in one line'), description: text().optional() },
  { error: wants('a task, with its "subject"') },
);

const team = z.strictObject(
  {
    name: text().default('team'),
    tasks: z.array(task, { error: wants('a list of tasks') }).default([]),
    teammates: z
      .record(z.string(), turns, { error: wants('lists of turns by the name of a teammate') })
      .refine((names) => Object.keys(names).length > 0, { error: wants('one teammate at least') }),
  },
  { error: wants('a team, with its "teammates"') },
);

const script = z.strictObject(
  {
    prompt: said.default(''),
    agent: text('the id of an agent').optional(),
    orchestrator: text('the id of an orchestrator').optional(),
    setup: choice(['init', 'maintenance']).optional(),
    compactAt: count().optional(),
    approve: z
      .union([flag(), z.array(flag())], { error: wants('true, false, or a list of them') })
      .optional(),
    turns,
    subagents: z
      .record(z.string(), turns, { error: wants('lists of turns by the type of subagent') })
      .default({}),
    team: team.optional(),
    steps: z.array(step, { error: wants('a list of steps') }).default([]),
  },
  { error: wants('a script, with "prompt" and "turns"') },
);

export function parseScript(source: string, name = 'script'): Script {
  return checkYaml(new SourceFile(name, source), script).value;
}

export async function readScript(file: string): Promise<Script> {
  return readCheckedYaml(file, script).value;
}
