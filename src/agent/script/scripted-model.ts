import type { AgentIdentity, Model, ModelEvent, ModelRequest } from '../../models/model.ts';

export interface ScriptTurn {
  readonly text?: string | undefined;
  readonly tools?:
    | readonly {
        readonly name: string;
        readonly input: Readonly<Record<string, unknown>>;
        readonly id?: string | undefined;
      }[]
    | undefined;
  readonly stop_reason?: string | undefined;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number } | undefined;
}

export interface ScriptStep {
  readonly prompt?: string | undefined;
  readonly compact?: boolean | string | undefined;
  readonly clear?: boolean | undefined;
  readonly notify?:
    | { readonly message: string; readonly type: string; readonly title?: string | undefined }
    | undefined;
  readonly phase?: string | undefined;
}

export interface ScriptTeam {
  readonly name: string;
  readonly tasks: readonly { readonly subject: string; readonly description?: string | undefined }[];
  readonly teammates: Readonly<Record<string, readonly ScriptTurn[]>>;
}

export interface Script {
  readonly prompt: string;
  readonly agent?: string | undefined;
  readonly orchestrator?: string | undefined;
  readonly setup?: 'init' | 'maintenance' | undefined;
  readonly compactAt?: number | undefined;
  readonly approve?: boolean | readonly boolean[] | undefined;
  readonly turns: readonly ScriptTurn[];
  readonly subagents: Readonly<Record<string, readonly ScriptTurn[]>>;
  readonly team?: ScriptTeam | undefined;
  readonly steps: readonly ScriptStep[];
}

export class ScriptedModel implements Model {
  readonly name: string = 'scripted';
  readonly #script: Pick<Script, 'turns' | 'subagents'>;
  readonly #positions = new Map<string, number>();
  #calls = 0;

  constructor(script: Partial<Pick<Script, 'turns' | 'subagents'>>) {
    this.#script = { turns: script.turns ?? [], subagents: script.subagents ?? {} };
  }

  async *respond(
    { agent, messages, purpose }: ModelRequest,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<ModelEvent, void, undefined> {
    signal.throwIfAborted();
    if (purpose === 'summary') {
      // A summary is no turn of the script: the host decides when it asks for one.
      yield { type: 'text', text: `A summary of ${messages.length - 1} messages.` };
      yield { type: 'stop', reason: 'end_turn' };
      return;
    }
    yield* this.#say(this.#next(agent));
  }

  #next(agent: AgentIdentity): ScriptTurn {
    const turns = agent.type === null ? this.#script.turns : (this.#script.subagents[agent.type] ?? []);
    const position = this.#positions.get(agent.id) ?? 0;
    this.#positions.set(agent.id, position + 1);
    return turns[position] ?? {};
  }

  *#say({
    text = '',
    tools = [],
    stop_reason: stop,
    usage,
  }: ScriptTurn): Generator<ModelEvent, void, undefined> {
    if (text !== '') yield { type: 'text', text };
    for (const { name, input, id } of tools) {
      this.#calls += 1;
      yield { type: 'tool_use', id: id ?? `call-${this.#calls}`, name, input };
    }
    if (usage !== undefined) yield { type: 'usage', usage };
    yield { type: 'stop', reason: stop ?? (tools.length > 0 ? 'tool_use' : 'end_turn') };
  }
}
