import { resolve } from 'node:path';
import { z } from 'zod';
import { type Effect, inject, notify, type Place } from '../../engine/outcome/effects.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { agentNames } from '../agent-states.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { durationMs, filled, place, readOptions } from '../builtin-options.ts';
import { textFromFile } from '../file-text.ts';
import { once } from '../once.ts';
import { Inbox } from './inbox.ts';
import { createHumanInput, type HumanInput, type HumanMessage } from './queue.ts';

const options = once(() =>
  z.strictObject({
    inbox: filled()
      .optional()
      .describe('The folder for messages: `msg_*.txt`, or `msg_*.json` with `content`, `to` and `into`.'),
    every: durationMs().default(2000).describe('How often to look into the folder. Default: 2 s.'),
    agents: z
      .array(filled())
      .optional()
      .describe('The agents that get a message for everyone, by id or type. Default: every agent that asks.'),
    into: place()
      .default('user_message')
      .describe('Where messages go that have no `into`. Default: user_message.'),
  }),
);

export interface HumanInputOptions {
  readonly inbox?: string | undefined;
  readonly every?: number | string | undefined;
  readonly agents?: readonly string[] | undefined;
  readonly into?: Place | undefined;
  readonly queue?: HumanInput;
  readonly now?: () => number;
}

type Sources = Pick<HumanInputOptions, 'queue' | 'now'>;

export const humanInputRow = defineBuiltin({
  name: 'human-input',
  summary: 'Delivers messages from people to agents at work, each once.',
  points: ['PostToolUse', 'PostToolUseFailure'],
  options,
  create: (read, setting) => create(read, setting, {}),
});

export function humanInput(given: HumanInputOptions): HookFunction {
  const { queue: _, now: __, ...rest } = given;
  return create(readOptions(humanInputRow, rest), { directory: process.cwd() }, given);
}

function create(
  { inbox, every, agents, into }: z.output<ReturnType<typeof options>>,
  { directory }: BuiltinSetting,
  { queue = createHumanInput(), now = Date.now }: Sources,
): HookFunction {
  const folder = inbox === undefined ? null : resolve(directory, inbox);
  const files = folder === null ? null : new Inbox(folder, agents ?? null, every, now);
  // Messages from files for everyone. Without `agents`, they wait for every agent that may come.
  const everyone = createHumanInput();

  return builtinFunction(humanInputRow, async (input, context) => {
    const names = agentNames(input, context);
    const [agent, type] = names;
    const collected = await files?.collect(names);
    const effects: Effect[] = (collected?.unreadable ?? []).map((file) =>
      notify(`the message ${file} cannot be read; it is in ${folder}/unreadable now`, 'warning'),
    );
    const messages: Pick<HumanMessage, 'content' | 'into'>[] = [
      ...queue.take(agent, type),
      ...everyone.take(agent),
    ];
    for (const message of collected?.messages ?? []) {
      const said = textFromFile(message, { into, file: inbox ?? '' });
      if (message.to !== null) messages.push(said);
      else {
        everyone.add(said.content, { into: said.into });
        messages.push(...everyone.take(agent));
      }
    }
    for (const { content, into: own = into } of messages) effects.push(inject(content, { into: own }));
    return effects;
  });
}
