import { z } from 'zod';
import { checkYaml, readCheckedYaml } from '../../config/source/checked-yaml.ts';
import { text, wants } from '../../config/source/schema-words.ts';
import { SourceFile } from '../../config/source/source-file.ts';
import type { AgentIdentity } from '../../models/identity.ts';
import type { Model, ModelEvent, ModelRequest } from '../../models/model.ts';

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

const script = z.strictObject(
  {
    prompt: said.default(''),
    agent: text('the id of an agent').optional(),
    turns,
    subagents: z
      .record(z.string(), turns, { error: wants('lists of turns by the type of subagent') })
      .default({}),
  },
  { error: wants('a script, with "prompt" and "turns"') },
);

/** What a model says, turn by turn, and the prompt it answers. */
export type Script = z.infer<typeof script>;
type Turn = z.infer<typeof turn>;

/**
 * Reads a script from YAML or JSON. Throws one error with everything that is wrong. `name` stands for the file in it.
 */
export function parseScript(source: string, name = 'script'): Script {
  return checkYaml(new SourceFile(name, source), script).value;
}

/** Reads a script from a file. */
export async function readScript(file: string): Promise<Script> {
  return (await readCheckedYaml(file, script)).value;
}

/** A model that says what a script says. After the end of the script it ends its turn and says nothing. */
export class ScriptedModel implements Model {
  readonly name: string = 'scripted';
  readonly #script: Pick<Script, 'turns' | 'subagents'>;
  /** The position of each agent. Every subagent starts its own part. */
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

  #next(agent: AgentIdentity): Turn {
    const turns = agent.type === null ? this.#script.turns : (this.#script.subagents[agent.type] ?? []);
    const position = this.#positions.get(agent.id) ?? 0;
    this.#positions.set(agent.id, position + 1);
    return turns[position] ?? {};
  }

  *#say({ text = '', tools = [], stop_reason: stop, usage }: Turn): Generator<ModelEvent, void, undefined> {
    if (text !== '') yield { type: 'text', text };
    for (const { name, input, id } of tools) {
      this.#calls += 1;
      yield { type: 'tool_use', id: id ?? `call-${this.#calls}`, name, input };
    }
    if (usage !== undefined) yield { type: 'usage', usage };
    yield { type: 'stop', reason: stop ?? (tools.length > 0 ? 'tool_use' : 'end_turn') };
  }
}
