import { resolve } from 'node:path';
import { z } from 'zod';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { type Effect, inject, type Place } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import { takeFile } from '../../files/take-file.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { AgentStates } from '../agent-states.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { filled, place, readOptions } from '../builtin-options.ts';
import { textFromFile } from '../file-text.ts';
import { once } from '../once.ts';

export interface Insertion {
  readonly content: string;
  readonly into?: Place;
}

type Next = string | Insertion | readonly (string | Insertion)[] | null | undefined;

const options = once(() =>
  z.strictObject({
    file: filled()
      .optional()
      .describe(
        'A file with text or JSON lines to deliver with the next tool result. It is removed when it is delivered.',
      ),
    into: place().default('tool_result').describe('Where the text goes. Default: tool_result.'),
    perRound: z
      .int()
      .min(1)
      .optional()
      .describe(
        'Maximum number of deliveries per round. The rest waits for the next round. Default: no limit.',
      ),
  }),
);

type Options = z.output<ReturnType<typeof options>>;

interface Sources {
  next?(input: Fields, context: HookContext): Next | Promise<Next>;
  /** Texts to add with the next tool result. The hook removes them. */
  readonly queue?: (string | Insertion)[];
}

export interface MidStreamInjectionOptions extends Sources {
  readonly file?: string | undefined;
  readonly into?: Place | undefined;
  readonly perRound?: number | undefined;
}

export const midStreamInjectionRow = defineBuiltin({
  name: 'mid-stream-injection',
  summary: 'Tells the agent something while it works, with the next tool result.',
  points: ['PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit'],
  options,
  create: (read, setting) => create(read, setting, {}),
});

export function midStreamInjection(given: MidStreamInjectionOptions): HookFunction {
  const { next: _, queue: __, ...rest } = given;
  return create(readOptions(midStreamInjectionRow, rest), { directory: process.cwd() }, given);
}

function create(
  { file, into, perRound }: Options,
  { directory }: BuiltinSetting,
  sources: Sources,
): HookFunction {
  const path = file === undefined ? null : resolve(directory, file);
  const rounds = new AgentStates(() => ({ injected: 0 }));
  return builtinFunction(midStreamInjectionRow, async (input, context) => {
    if (context.point === 'UserPromptSubmit') {
      rounds.renew(input, context);
      return undefined;
    }
    const round = rounds.of(input, context);
    if (perRound !== undefined && round.injected >= perRound) return undefined;
    const found = [
      ...listOf(await askNext(sources, input, context)),
      ...(sources.queue?.splice(0) ?? []),
      ...(file === undefined || path === null
        ? []
        : insertionsIn((await takeFile(path)) ?? '').map((one) => textFromFile(one, { into, file }))),
    ];
    const effects = found.map((insertion) => effectOf(insertion, into)).filter((effect) => effect !== null);
    if (effects.length > 0) round.injected += 1;
    return effects;
  });
}

async function askNext({ next }: Sources, input: Fields, context: HookContext): Promise<Next> {
  try {
    return await next?.(input, context);
  } catch (problem) {
    throw new HookFailure('threw', `nothing was injected, since the callback failed: ${messageOf(problem)}`);
  }
}

function listOf(next: Next): readonly (string | Insertion)[] {
  return next === null || next === undefined ? [] : [next].flat();
}

function effectOf(insertion: string | Insertion, into: Place): Effect | null {
  if (typeof insertion === 'string') return insertion === '' ? null : inject(insertion, { into });
  return insertion.content === '' ? null : inject(insertion.content, { into: insertion.into ?? into });
}

const line = once(() => z.union([z.string(), z.object({ content: z.string(), into: place().optional() })]));

/** JSON lines if every line is text or has `content`; else the text as it is, so nothing is lost. */
function insertionsIn(text: string): readonly Insertion[] {
  const lines = text.split('\n').filter((part) => part.trim() !== '');
  try {
    return lines
      .map((part) => {
        const { content, into } = asObject(line().parse(JSON.parse(part)));
        return into === undefined ? { content } : { content, into };
      })
      .filter(({ content }) => content !== '');
  } catch {
    return text.trim() === '' ? [] : [{ content: text.trim() }];
  }
}

function asObject(value: z.output<ReturnType<typeof line>>): { content: string; into?: Place | undefined } {
  return typeof value === 'string' ? { content: value } : value;
}
