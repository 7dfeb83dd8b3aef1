import { lookUp } from '../../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../../engine/values/shapes.ts';
import { messageOf } from '../../../engine/values/text.ts';
import { askHookline } from './ask-hookline.ts';

// pi rewrites a call when its input is changed in place, and has no time limit. An extension that fails to load ends every pi.

/** `hookline install` writes these above: the line of each event, and the events that are blocked when hookline can't answer. */
declare const lines: Readonly<Record<string, string>>;
declare const held: ReadonlySet<string>;

interface Pi {
  on(event: string, handler: (event: Fields, context?: Fields) => Promise<Fields | undefined>): void;
}

const tell = (message: string): void => void process.stderr.write(`${message}\n`);

function textIn(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  return content.map((part) => (isObject(part) ? (part['text'] ?? '') : '')).join('\n');
}

async function ask(name: string, event: Fields, context: Fields = {}): Promise<Fields | undefined> {
  const { toolName, toolCallId, input, content, prompt } = event;
  const { cwd = process.cwd() } = context;
  const about = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input, prompt };
  const payload = { hook_event_name: name, cwd, ...about, tool_response: textIn(content) };
  try {
    const {
      input: rewritten,
      output,
      ...answer
    } = await askHookline(lookUp(lines, name) ?? '', payload, tell);
    if (isObject(rewritten) && isObject(input)) {
      const target = input as Record<string, unknown>;
      for (const key of Object.keys(target)) delete target[key];
      Object.assign(target, rewritten);
    }
    if (output !== undefined) return { content: [{ type: 'text', text: output }] };
    return Object.keys(answer).length === 0 ? undefined : answer;
  } catch (problem) {
    tell(messageOf(problem));
    if (!held.has(name)) return undefined;
    const text = messageOf(problem);
    return name === 'tool_result' ? { content: [{ type: 'text', text }] } : { block: true, reason: text };
  }
}

export default function hookline(pi: Pi): void {
  for (const name of Object.keys(lines)) pi.on(name, (event, context) => ask(name, event, context));
}
