import { readScript } from '../../agent/script/script.ts';
import { type Script, ScriptedModel } from '../../agent/script/scripted-model.ts';
import type { Subagents } from '../../agent/subagents/subagents.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { apiModel, modelApis } from '../../models/api-model.ts';
import type { Model } from '../../models/model.ts';
import type { CommandCall } from '../command.ts';

export interface Chosen {
  readonly model: Model;
  readonly prompt: string;
  readonly agentId: string | null;
  readonly subagents: Subagents;
  readonly script: Script | null;
}

const generalPurpose = {
  'general-purpose': { description: 'Works on a task of any kind by itself and reports what came of it.' },
};

export async function chooseModel({ arguments: words, options }: CommandCall): Promise<Chosen> {
  const agentId = typeof options['agent'] === 'string' ? options['agent'] : null;
  const prompt = words.join(' ');
  if (typeof options['script'] === 'string') {
    if (options['model'] !== undefined) {
      throw new HooklineError('option-invalid', '--script is a model of its own; leave --model out');
    }
    const script = await readScript(options['script']);
    const types = Object.keys(script.subagents).map((type) => [type, { description: `Plays "${type}".` }]);
    return {
      model: new ScriptedModel(script),
      prompt: prompt || script.prompt,
      agentId: agentId ?? script.agent ?? null,
      subagents: { ...generalPurpose, ...Object.fromEntries(types) },
      script,
    };
  }
  if (prompt === '') {
    throw new HooklineError(
      'option-invalid',
      'what is the agent to do? Give --script FILE, or --model with a prompt',
    );
  }
  return { model: namedModel(options), prompt, agentId, subagents: generalPurpose, script: null };
}

function namedModel({ model, baseUrl }: CommandCall['options']): Model {
  if (model === undefined) {
    const known = `it is one of ${modelApis.join(', ')}, as in anthropic:MODEL`;
    throw new HooklineError('option-invalid', `--script or --model is needed: ${known}`);
  }
  return apiModel(String(model), typeof baseUrl === 'string' ? { baseUrl } : {});
}
