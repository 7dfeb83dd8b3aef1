import { type Fields, isObject } from '../../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../../engine/values/text.ts';
import { askHookline } from './ask-hookline.ts';

// OpenCode has no hooks that are commands, so this plugin asks the daemon, else runs the lines. It does what hookline answers:
// `throw`, `args`, `output` and `append`. Whatever breaks throws where OpenCode waits for the answer.

/** `hookline install` writes these above: the line of each event, and the events that are blocked when hookline can't answer. */
declare const lines: Readonly<Record<string, string>>;
declare const held: ReadonlySet<string>;

/** What OpenCode gives its plugins, as far as this one looks at it. */
interface OpenCode {
  readonly directory: string;
  readonly worktree: string;
  readonly client?: {
    readonly app?: { log?(entry: { readonly body: Fields }): Promise<unknown> | undefined };
  };
}

interface ToolResult {
  output?: unknown;
  content?: unknown;
  metadata?: { output?: unknown };
}

function outputText({ content, output }: ToolResult): unknown {
  return Array.isArray(content) ? content.map((part) => part.text ?? '').join('\n') : output;
}

function setOutput(result: ToolResult, text: unknown): void {
  const { content, metadata } = result;
  if (Array.isArray(content)) content.splice(0, Number.POSITIVE_INFINITY, { type: 'text', text });
  if (result.output !== undefined || !Array.isArray(content)) result.output = text;
  if (typeof metadata?.output === 'string') metadata.output = text;
}

export const Hookline = async ({ directory, worktree, client }: OpenCode) => {
  const servers = new Set<string>();
  const subagents = new Map<unknown, Fields>();

  const tell = (message: string): void => {
    const told = client?.app?.log?.({ body: { service: 'hookline', level: 'error', message } });
    told?.catch?.(() => undefined);
  };

  const ask = async (name: string, input?: Fields, output?: unknown, more: Fields = {}): Promise<Fields> => {
    const line = Object.hasOwn(lines, name) ? lines[name] : undefined;
    if (line === undefined) return {};
    try {
      const names = { mcp_servers: [...servers], ...subagents.get(input?.['sessionID']), ...more };
      const event = { hook_event_name: name, cwd: directory, worktree, input, output };
      return await askHookline(line, { ...event, ...names }, tell);
    } catch (problem) {
      if (held.has(name)) throw problem;
      tell(messageOf(problem));
      return {};
    }
  };

  return {
    config: async ({ mcp }: { readonly mcp?: object }) => {
      for (const name of Object.keys(mcp ?? {})) servers.add(name);
    },
    event: async ({ event }: { readonly event: { readonly type: string; readonly properties?: Fields } }) => {
      const { type, properties = {} } = event;
      const info = isObject(properties['info']) ? properties['info'] : {};
      if (type === 'session.created' && info['parentID'] !== undefined)
        subagents.set(info['id'], { agent_id: info['id'], agent_type: info['agent'] ?? '' });
      // A subagent's session neither starts nor ends that of the user.
      if (!subagents.has(properties['sessionID'] ?? info['id'])) await ask(type, { ...event });
    },
    'chat.message': async (input: Fields, output: { readonly parts: readonly Record<string, unknown>[] }) => {
      const texts = output.parts.filter(({ type, synthetic }) => type === 'text' && synthetic !== true);
      const prompt = texts.map(({ text }) => text).join('\n');
      const { append } = await ask('chat.message', input, output, { prompt });
      const last = texts.at(-1);
      if (append !== undefined && last !== undefined) last['text'] = `${last['text']}\n\n${append}`;
    },
    'tool.execute.before': async (input: Fields, output: { readonly args: Record<string, unknown> }) => {
      const { args } = await ask('tool.execute.before', input, output);
      if (args === undefined) return;
      // OpenCode keeps the object itself.
      for (const key of Object.keys(output.args)) delete output.args[key];
      Object.assign(output.args, args);
    },
    'tool.execute.after': async (input: Fields, output: ToolResult) => {
      const result = { ...output, output: outputText(output) };
      const answer = await ask('tool.execute.after', input, result);
      if (answer['output'] !== undefined) setOutput(output, answer['output']);
      if (answer['append'] !== undefined) setOutput(output, `${outputText(output)}\n\n${answer['append']}`);
    },
    'experimental.session.compacting': async (input: Fields, output: { readonly context: unknown[] }) => {
      const { append } = await ask('experimental.session.compacting', input, output);
      if (append !== undefined) output.context.push(textOf(append));
    },
    dispose: async () => {
      await ask('dispose');
    },
  };
};
