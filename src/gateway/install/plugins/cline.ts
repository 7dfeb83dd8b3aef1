import { lookUp } from '../../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../../engine/values/text.ts';
import { askHookline } from './ask-hookline.ts';

// Cline's file hooks can only end the whole run, so this plugin asks hookline. A hook that throws, or takes three seconds, fails
// the run: whatever breaks here refuses the call instead.

/** `hookline install` writes these above: the line of each event, and the events that are blocked when hookline can't answer. */
declare const lines: Readonly<Record<string, string>>;
declare const held: ReadonlySet<string>;

interface Snapshot {
  readonly agentId: string;
  readonly parentAgentId?: string;
  readonly conversationId: string;
  readonly runId?: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

interface ToolCall {
  readonly snapshot: Snapshot;
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string };
  readonly input: unknown;
}

const deadlineMs = 2_500;

let folder = process.cwd();

/** Some tools take a list: each entry is judged as a call of its own, and put back into the list. */
interface ListTool {
  readonly list: string;
  entry(item: unknown): Fields;
  item(entry: Fields): unknown;
}

const asFields = (item: unknown, name: string): Fields => (isObject(item) ? item : { [name]: item });

const listTools: Readonly<Record<string, ListTool>> = {
  run_commands: {
    list: 'commands',
    entry: (item) => {
      const { command, cmd, args } = asFields(item, 'command');
      const words = Array.isArray(args)
        ? args.map((word) => `'${String(word).replaceAll("'", `'\\''`)}'`)
        : [];
      return { command: [command ?? cmd, ...words].join(' ') };
    },
    item: ({ command }) => command,
  },
  read_files: {
    list: 'files',
    entry: (item) => {
      const { path, filePath, ...rest } = asFields(item, 'path');
      return { file_path: path ?? filePath, ...rest };
    },
    item: ({ file_path: path, ...rest }) => ({ path, ...rest }),
  },
  fetch_web_content: {
    list: 'requests',
    entry: (item) => asFields(item, 'url'),
    item: (entry) => entry,
  },
};

/** Cline takes a list, one entry or an object with either. */
function entriesOf(tool: ListTool, input: unknown): readonly Fields[] {
  const given = isObject(input) && Object.hasOwn(input, tool.list) ? input[tool.list] : input;
  return (Array.isArray(given) ? given : [given]).map(tool.entry);
}

const tell = (message: string): void => void process.stderr.write(`${message}\n`);

async function ask(
  name: string,
  { snapshot }: { readonly snapshot: Snapshot },
  more: Fields,
): Promise<Fields> {
  const line = lookUp(lines, name);
  if (line === undefined) return {};
  const { agentId, parentAgentId, conversationId } = snapshot;
  const subagent = parentAgentId === undefined ? {} : { agent_id: agentId, agent_type: 'subagent' };
  const payload = { hook_event_name: name, session_id: conversationId, cwd: folder, ...subagent, ...more };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(new Error('hookline took too long, so this is blocked'));
    timer = setTimeout(refuse, deadlineMs);
  });
  try {
    return await Promise.race([askHookline(line, payload, tell), late]);
  } catch (problem) {
    if (held.has(name)) return { refused: messageOf(problem) };
    tell(messageOf(problem));
    return {};
  } finally {
    clearTimeout(timer);
  }
}

function joined(answers: readonly Fields[], name: string): string | undefined {
  const texts = answers.flatMap(({ [name]: text }) => (text === undefined ? [] : [textOf(text)]));
  return texts.length === 0 ? undefined : texts.join('\n');
}

async function beforeTool(call: ToolCall): Promise<Fields | undefined> {
  const { toolName, toolCallId } = call.toolCall;
  const tool = lookUp(listTools, toolName);
  const inputs = tool === undefined ? [asFields(call.input, 'input')] : entriesOf(tool, call.input);
  const about = (input: Fields, index: number): Fields => ({
    tool_name: toolName,
    tool_use_id: index === 0 ? toolCallId : `${toolCallId}.${index}`,
    tool_input: input,
  });
  const answers = await Promise.all(
    inputs.map((input, index) => ask('beforeTool', call, about(input, index))),
  );
  const ends = answers.find(({ stop }) => stop === true);
  const appendContext = joined(answers, 'appendContext');
  const context = appendContext === undefined ? {} : { appendContext };
  if (ends !== undefined) return { ...ends, ...context };
  const refused = answers.find(({ skip, refused: why }) => skip === true || why !== undefined);
  if (refused !== undefined)
    return { skip: true, reason: textOf(refused['refused'] ?? refused['reason']), ...context };
  if (answers.every(({ input }) => input === undefined)) return context;
  const rewritten = inputs.map((input, index) => answers[index]?.['input'] ?? input);
  if (tool === undefined) return { input: rewritten[0], ...context };
  return {
    input: { [tool.list]: rewritten.map((entry) => tool.item(asFields(entry, 'input'))) },
    ...context,
  };
}

async function afterTool(
  call: ToolCall & { readonly result: { readonly output: unknown } },
): Promise<Fields | undefined> {
  const { toolName: tool_name, toolCallId: tool_use_id } = call.toolCall;
  const { output } = call.result;
  const tool = lookUp(listTools, tool_name);
  const entries = tool === undefined ? [] : entriesOf(tool, call.input);
  const [input = {}] = entries.length === 1 ? entries : [asFields(call.input, 'input')];
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const about = { tool_name, tool_use_id, tool_input: input, tool_response: text };
  const { output: changed, refused, ...answer } = await ask('afterTool', call, about);
  const shown = refused ?? changed;
  return shown === undefined ? answer : { ...answer, result: { ...call.result, output: textOf(shown) } };
}

async function beforeRun(run: { readonly snapshot: Snapshot }): Promise<Fields | undefined> {
  const { messages, parentAgentId } = run.snapshot;
  if (parentAgentId !== undefined) return ask('beforeRun.subagent', run, {});
  const { content } = messages.findLast(({ role }) => role === 'user') ?? {};
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.map((part) => (isObject(part) ? textOf(part['text'] ?? '') : ''));
  const prompt = texts.join('\n').replace(/^<user_input[^>]*>|<\/user_input>$/g, '');
  const { refused, ...answer } = await ask('beforeRun', run, { prompt });
  return refused === undefined ? answer : { stop: true, reason: textOf(refused) };
}

export default {
  name: 'hookline',
  manifest: { capabilities: ['hooks'] },
  setup(_: unknown, context?: { readonly workspaceInfo?: { readonly rootPath?: string } }): void {
    folder = context?.workspaceInfo?.rootPath ?? folder;
  },
  hooks: {
    beforeRun,
    beforeTool,
    afterTool,
    async afterRun(run: { readonly snapshot: Snapshot }): Promise<void> {
      await ask(run.snapshot.parentAgentId === undefined ? 'afterRun' : 'afterRun.subagent', run, {});
    },
  },
};
