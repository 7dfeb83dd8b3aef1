import { HookFailure } from '../../engine/outcome/failure.ts';
import { checkOptions, type OptionChecks, truthCheck } from '../../engine/values/options.ts';
import { apiModel } from '../../models/api-model.ts';
import { modelObstacle } from '../../models/model-obstacle.ts';
import {
  defineHandler,
  type HandlerKind,
  type HandlerObstacle,
  type HandlerSetting,
  type HookFunction,
} from '../handler.ts';
import { hookFunction } from '../hook-function.ts';
import { jsonText } from '../json-text.ts';
import { filledTextCheck } from '../option-checks.ts';
import { askJudge } from './ask-judge.ts';
import { questionFor } from './question.ts';
import { readVerdict } from './verdict.ts';

export interface PromptOptions {
  /** What the model is asked. `$ARGUMENTS` is the event; without it, the event follows. */
  readonly prompt: string;
  /** The model: `anthropic:MODEL` or `openai:MODEL`, or without `:MODEL` the API's usual one. */
  readonly model: string;
  /** The address of the model's API. Default: the client's environment variable, else the provider's own. */
  readonly baseUrl?: string;
  /** On the wire `claude-code`: a no lets the turn go on. */
  readonly continueOnBlock?: boolean;
}

const checks: OptionChecks<PromptOptions> = {
  prompt: filledTextCheck,
  model: filledTextCheck,
  baseUrl: filledTextCheck,
  continueOnBlock: truthCheck,
};

/** A model reads no more than this with care, and every character costs. */
const maxEventLength = 200_000;
/** Room for a model that thinks before it answers. */
const maxTokens = 4096;
const timeoutMs = 30_000;
/** A request ends at once. */
const graceMs = 200;

export const promptHandler: HandlerKind<PromptOptions> = defineHandler({
  type: 'prompt',
  summary: 'A model that judges the event.',
  obstacle({ model }: PromptOptions): HandlerObstacle | null {
    const obstacle = modelObstacle(model);
    if (obstacle === null) return null;
    const { lacks, message } = obstacle;
    return { code: lacks === 'client' ? 'handler-missing' : 'variable-missing', message };
  },
  create(options: PromptOptions, { protocol }: HandlerSetting): HookFunction {
    checkOptions('a prompt handler', options, checks, ['prompt', 'model']);
    const { prompt, model: name, baseUrl, continueOnBlock = false } = options;
    const model = apiModel(name, { maxTokens, maxRetries: 0, ...(baseUrl !== undefined && { baseUrl }) });
    const run = hookFunction(protocol, graceMs, async (call) => {
      const { signal } = call.context;
      const event = jsonText(() => protocol.encode(call));
      if (event.length > maxEventLength) {
        const size = `${event.length} characters, more than the ${maxEventLength} that a model is given`;
        throw new HookFailure('missing', `nobody judged this: the event has ${size}`);
      }
      const said = await askJudge(model, questionFor(prompt, event, call.point), signal);
      call.context.progress({ stdout: said.text });
      return readVerdict(said, call, { protocol, endsTurn: !continueOnBlock });
    });
    return Object.assign(run, { timeoutMs: () => timeoutMs });
  },
});
