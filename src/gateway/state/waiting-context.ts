import { lstatSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeFile } from '../../files/take-file.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { keyName, stateFolder, stateRoot, stateSize } from './state-folder.ts';

const folderName = 'context';

/** What waits for one session at most. */
const maxBytes = 256 * 1024;

/** Keeps text for the model that an event could not carry, until the next one of its session that can. */
export async function keepContext(call: AgentCall, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const file = join(await stateFolder(folderName), nameOf(call));
  const size = await stateSize(file);
  const lines = texts.map((text) => `${JSON.stringify(text)}\n`).join('');
  if (size + lines.length > maxBytes) throw new Error('too much text waits for the model already');
  await appendFile(file, lines, { mode: 0o600 });
}

/** What waits for the session of the call, which then waits no more. */
export async function takeContext(call: AgentCall): Promise<readonly string[]> {
  const file = join(stateRoot(), folderName, nameOf(call));
  // Nothing waits, as a rule: one look tells.
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return [];
  // An agent may pass over an answer that is too long, and a deny with it.
  if ((await stateSize(file)) > 2 * maxBytes) throw new Error(`${file} is too long`);
  const text = await takeFile(file);
  return (text ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => String(JSON.parse(line)));
}

function nameOf({ agent, input }: AgentCall): string {
  return keyName([agent.name, String(input['session_id']), String(input['agent_id'] ?? '')]);
}
