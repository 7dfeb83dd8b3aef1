import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { HooklineError } from '../../engine/errors.ts';
import type { AgentIdentity } from '../identity.ts';
import type { Model, ModelEvent, ModelRequest } from '../model.ts';

const turn = z.strictObject({
  text: z.string().optional(),
  tools: z
    .array(
      z.strictObject({
        name: z.string(),
        input: z.record(z.string(), z.unknown()).default({}),
        id: z.string().optional(),
      }),
    )
    .optional(),
  stop_reason: z.string().optional(),
  usage: z
    .strictObject({ input_tokens: z.int().nonnegative(), output_tokens: z.int().nonnegative() })
    .optional(),
});

const script = z.strictObject({
  prompt: z.string().default(''),
  agent: z.string().min(1).optional(),
  turns: z.array(turn).default([]),
  subagents: z.record(z.string(), z.array(turn)).default({}),
});

/** What a model is to say, turn by turn, and the prompt that it says it to. */
export type Script = z.infer<typeof script>;
type Turn = z.infer<typeof turn>;

/** Reads a script from YAML or JSON. `name` is what errors call it. */
export function parseScript(text: string, name = 'the script'): Script {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [problem] = document.errors;
  if (problem !== undefined) refuse(name, problem.linePos?.[0], problem.message.split('\n')[0] ?? '');
  const read = script.safeParse(document.toJS() ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path ?? [];
  refuse(name, placeOf(document, path, lines), `${path.join('.') || 'it'}: ${issue?.message ?? 'is wrong'}`);
}

export function readScript(file: string): Script {
  return parseScript(readFileSync(file, 'utf8'), file);
}

function refuse(
  name: string,
  place: { readonly line: number; readonly col: number } | undefined,
  what: string,
): never {
  const where = place === undefined ? name : `${name}:${place.line}:${place.col}`;
  throw new HooklineError('script-invalid', `${where}: ${what}`);
}

/** Where the value stands that a path leads to, or the nearest one around it. */
function placeOf(
  document: ReturnType<typeof parseDocument>,
  path: readonly PropertyKey[],
  lines: LineCounter,
): { readonly line: number; readonly col: number } | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
      return lines.linePos(Number(node.range[0]));
  }
  return undefined;
}

/** A model that says what a script says. When the script has run out it ends its turn and says nothing. */
export class ScriptedModel implements Model {
  readonly name: string = 'scripted';
  readonly #script: Pick<Script, 'turns' | 'subagents'>;
  /** How far each agent has come; every subagent begins its part anew. */
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
      // A summary is no turn of the script: when one is asked for depends on the host.
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
