import { z } from 'zod';
import type { HookFunction } from '../../handlers/handler.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { durationMs, readOptions } from '../builtin-options.ts';
import { type Refusal, refusals } from '../helpers/given-call.ts';
import { once } from '../once.ts';
import { Limit, type Owner, owners } from './limit.ts';

const perOption = once(() =>
  z
    .enum(owners)
    .default('session')
    .describe('What has a limit of its own: each `session`, `agent`, `tool` or `day`. Default: session.'),
);
const answerOption = once(() =>
  z
    .enum(refusals)
    .default('deny')
    .describe('What happens beyond the limit: `ask`, `deny` or `halt`. Default: deny.'),
);

const budgetOptions = once(() =>
  z.strictObject({
    calls: z.int().min(1).optional().describe('Maximum number of tool calls. Default: no limit.'),
    time: durationMs()
      .optional()
      .describe('Maximum time since the first call, such as 30m. Default: no limit.'),
    tokens: z
      .int()
      .min(1)
      .optional()
      .describe("Maximum number of tokens, by the agent's transcript. Default: no limit."),
    cost: z
      .number()
      .positive()
      .optional()
      .describe("Maximum cost in US$, where the agent's transcript has it. Default: no limit."),
    warnAt: z
      .number()
      .min(0)
      .max(1)
      .default(0.8)
      .describe('The share of a limit at which the model is warned, once. Default: 0.8.'),
    per: perOption(),
    answer: answerOption(),
  }),
);

const rateOptions = once(() =>
  z.strictObject({
    calls: z.int().min(1).describe('Maximum number of tool calls in that time.'),
    within: durationMs().default(60_000).describe('The time, such as 1m. Default: 1 minute.'),
    per: perOption(),
    answer: answerOption(),
  }),
);

export interface BudgetOptions {
  readonly calls?: number | undefined;
  readonly time?: number | string | undefined;
  readonly tokens?: number | undefined;
  readonly cost?: number | undefined;
  readonly warnAt?: number | undefined;
  readonly per?: Owner | undefined;
  readonly answer?: Refusal | undefined;
}

export interface RateLimitOptions extends Pick<BudgetOptions, 'per' | 'answer'> {
  readonly calls: number;
  readonly within?: number | string | undefined;
}

export const budgetRow = defineBuiltin({
  name: 'budget',
  summary: 'Limits calls, minutes, tokens and cost: warns the model first, then asks, denies or halts.',
  points: ['PreToolUse'],
  options: budgetOptions,
  create: createBudget,
});

export const rateLimitRow = defineBuiltin({
  name: 'rate-limit',
  summary: 'Limits how many tool calls run within a time.',
  points: ['PreToolUse'],
  options: rateOptions,
  create: createRateLimit,
});

export function budget(given: BudgetOptions = {}): HookFunction {
  return createBudget(readOptions(budgetRow, given), { directory: process.cwd() });
}

export function rateLimit(given: RateLimitOptions): HookFunction {
  return createRateLimit(readOptions(rateLimitRow, given), { directory: process.cwd() });
}

function createBudget(
  { answer, ...limits }: z.output<ReturnType<typeof budgetOptions>>,
  { directory }: BuiltinSetting,
): HookFunction {
  const limit = new Limit({ ...limits, name: 'budget', refusal: answer }, directory);
  return builtinFunction(budgetRow, (input, context) => limit.count(input, context));
}

function createRateLimit(
  { answer, ...limits }: z.output<ReturnType<typeof rateOptions>>,
  { directory }: BuiltinSetting,
): HookFunction {
  const limit = new Limit({ ...limits, name: 'rate-limit', refusal: answer }, directory);
  return builtinFunction(rateLimitRow, (input, context) => limit.count(input, context));
}
