import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { keyName, stateFolder } from '../state/state-folder.ts';
import { quoted } from './changed-since-trust.ts';

/** Where a person looks on, it is said every time. */
const always = ['SessionStart', 'UserPromptSubmit'];

/** No session is as long. */
const lifeMs = 14 * 24 * 60 * 60_000;

/** Adds that files are not trusted: at the beginning, at each prompt, and where neither was announced, once a session. */
export async function tellUntrusted(
  call: AgentCall,
  outcome: Outcome,
  files: readonly string[],
): Promise<Outcome> {
  if (files.length === 0) return outcome;
  const { says } = call.event;
  const isHeard = says.notify !== undefined || says.inject !== undefined;
  const isFirst = isHeard ? await isFirstTime(call, files).catch(() => true) : true;
  if (!isFirst && !always.includes(call.point.name)) return outcome;
  const message = untrustedText(files);
  const notices = [...outcome.notices, { message, level: 'warning', hook: 'hookline' } as const];
  // An agent that cannot tell its user has its model do so.
  const isForModel = says.notify === undefined && says.inject !== undefined;
  const injection = {
    content: `Tell the user: hookline: ${message}`,
    into: 'system',
    hook: 'hookline',
  } as const;
  return { ...outcome, notices, ...(isForModel && { injections: [...outcome.injections, injection] }) };
}

/** What is said of files that nobody has trusted yet. */
function untrustedText(files: readonly string[]): string {
  // From the deepest folder, all of them are found: each is in it or above.
  const [deepest = '.'] = files.map((file) => dirname(file)).sort((one, other) => other.length - one.length);
  const folder = quoted(deepest);
  const [what, whose] = files.length === 1 ? ['is', 'its'] : ['are', 'their'];
  return `${files.join(', ')} ${what} not trusted yet, so ${whose} hooks do not run. To see them and trust them: hookline trust ${folder}`;
}

async function isFirstTime({ agent, input }: AgentCall, files: readonly string[]): Promise<boolean> {
  const folder = await stateFolder('told');
  const file = join(folder, keyName([agent.name, String(input['session_id']), ...files]));
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw problem;
  }
  await sweepTold(folder);
  return true;
}

async function sweepTold(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => /^[0-9a-f]{32}$/.test(one))) {
    const facts = await stat(join(folder, name)).catch(() => null);
    if (facts !== null && facts.mtimeMs < Date.now() - lifeMs) await rm(join(folder, name), { force: true });
  }
}
