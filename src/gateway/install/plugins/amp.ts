import { lookUp } from '../../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../../engine/values/shapes.ts';
import { messageOf } from '../../../engine/values/text.ts';
import { askHookline } from './ask-hookline.ts';

// Amp's plugins get what hookline answers as it is. Nothing may throw here: what Amp does then is not documented.

/** `hookline install` writes these above: the line of each event, and the events that are blocked when hookline can't answer. */
declare const lines: Readonly<Record<string, string>>;
declare const held: ReadonlySet<string>;

interface Amp {
  on(event: string, handler: (event: Fields) => Promise<Fields | undefined>): void;
}

const tell = (message: string): void => void process.stderr.write(`${message}\n`);

async function ask(name: string, event: Fields): Promise<Fields | undefined> {
  const { thread, tool, input, toolUseID, output, message, ...more } = event;
  const about = { tool_name: tool, tool_input: input, tool_use_id: toolUseID, tool_response: output };
  const session = { session_id: isObject(thread) ? thread['id'] : undefined, cwd: process.cwd() };
  try {
    const payload = { ...more, hook_event_name: name, ...session, ...about, prompt: message };
    const answer = await askHookline(lookUp(lines, name) ?? '', payload, tell);
    return Object.keys(answer).length === 0 ? undefined : answer;
  } catch (problem) {
    tell(messageOf(problem));
    return held.has(name) ? { action: 'reject-and-continue', message: messageOf(problem) } : undefined;
  }
}

export default function hookline(amp: Amp): void {
  for (const name of Object.keys(lines)) amp.on(name, (event) => ask(name, event));
}
