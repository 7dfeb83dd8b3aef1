import { readScript } from '../../agent/script/script.ts';
import { type Script, ScriptedModel } from '../../agent/script/scripted-model.ts';
import type { Subagents } from '../../agent/subagents/subagents.ts';
import { apiModel, modelApis } from '../../models/api-model.ts';
import type { Model } from '../../models/model.ts';
import { type CommandCall, textOption, wrongCall } from '../command.ts';

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

export async function chooseModel(call: CommandCall): Promise<Chosen> {
  const agentId = textOption(call, 'agent') ?? null;
  const prompt = call.arguments.join(' ');
  const file = textOption(call, 'script');
  if (file !== undefined) {
    if (call.options['model'] !== undefined)
      throw wrongCall('--script replaces the model; leave --model out');
    const script = await readScript(file);
    const types = Object.keys(script.subagents).map((type) => [type, { description: `Plays "${type}".` }]);
    return {
      model: new ScriptedModel(script),
      prompt: prompt || script.prompt,
      agentId: agentId ?? script.agent ?? null,
      subagents: { ...generalPurpose, ...Object.fromEntries(types) },
      script,
    };
  }
  if (prompt === '') throw wrongCall('nothing to do: pass --script FILE, or --model and a prompt');
  return { model: namedModel(call.options), prompt, agentId, subagents: generalPurpose, script: null };
}

function namedModel({ model, baseUrl }: CommandCall['options']): Model {
  if (model === undefined) {
    const known = `a model is one of ${modelApis.join(', ')}, as in anthropic:MODEL`;
    throw wrongCall(`--script or --model is missing; ${known}`);
  }
  return apiModel(String(model), typeof baseUrl === 'string' ? { baseUrl } : {});
}
