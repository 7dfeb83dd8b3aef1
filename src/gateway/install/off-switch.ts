import { join } from 'node:path';
import { isObject, valueAt } from '../../engine/values/shapes.ts';
import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { nodeVariables } from '../daemon/wire.ts';
import { hooksFile } from './agent-places.ts';
import { JsonEdit } from './entries/json-edit.ts';
import type { InstallChange } from './install-change.ts';

/** Why an agent's settings let no hook run in a folder; null when they do not say so. The nearest file decides. */
export async function switchedOff(agent: AgentProduct, folder: string): Promise<string | null> {
  const texts = await settingsTexts(agent, folder);
  for (const { path, value } of agent.files.off ?? []) {
    const [nearest] = texts
      .map(([file, text]) => ({ file, said: valueAt(new JsonEdit(file, text).value, path.split('.')) }))
      .filter(({ said }) => said !== undefined);
    if (nearest?.said === value) return `${nearest.file} switches hooks off: ${path}`;
  }
  return null;
}

/** Variables that lead an installed line to another launcher, other programs or other code, or hookline to other places. */
const leading = /^(?:HOME|PATH|IFS|ENV|BASH_ENV|CLAUDE_PROJECT_DIR|NODE_PATH|(?:XDG|LD|DYLD|HOOKLINE)_\w+)$/;

/** Why the environment that a project's settings give to hooks may lead the line elsewhere; null when it does not. */
export async function ledElsewhere(agent: AgentProduct, folder: string): Promise<string | null> {
  for (const [file, text] of await settingsTexts(agent, folder)) {
    const names = leadingVariables(agent, file, new JsonEdit(file, text).value);
    if (names.length > 0)
      return `${file} sets ${names.join(', ')} for hooks, which may lead to another launcher`;
  }
  return null;
}

/** What the user's own settings say is the user's. */
function leadingVariables(agent: AgentProduct, file: string, settings: unknown): readonly string[] {
  const env = file === hooksFile(agent, 'user', '') ? undefined : valueAt(settings, ['env']);
  return Object.keys(isObject(env) ? env : {}).filter(
    (name) => leading.test(name) || nodeVariables.includes(name),
  );
}

/** The environment that the user's own settings give to hooks. That of a project may lead to code which nobody has looked at. */
export async function userEnvironment(agent: AgentProduct): Promise<Readonly<Record<string, string>>> {
  const file = hooksFile(agent, 'user', '');
  if (agent.files.layout === 'plugin') return {};
  const text = (await readIfThere(file)) ?? '';
  const env = text.trim() === '' ? undefined : valueAt(new JsonEdit(file, text).value, ['env']);
  const entries = Object.entries(isObject(env) ? env : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Takes out of an agent's settings what lets no hook run, or leads it elsewhere. */
export function withoutOff(agent: AgentProduct, file: string, text: string): string {
  if (text.trim() === '') return text;
  const edit = new JsonEdit(file, text);
  for (const { path, value } of agent.files.off ?? [])
    if (valueAt(edit.value, path.split('.')) === value) edit.remove(path.split('.'));
  for (const name of leadingVariables(agent, file, edit.value)) edit.remove(['env', name]);
  return edit.text;
}

/** The same for all of the agent's settings but one file, which has changes of its own. */
export async function switchOnChanges(
  agent: AgentProduct,
  folder: string,
  except: string,
): Promise<readonly InstallChange[]> {
  return (await settingsTexts(agent, folder))
    .filter(([file]) => file !== except)
    .map(([file, text]) => ({
      path: file,
      before: text,
      after: withoutOff(agent, file, text),
      keeps: true as const,
      fresh: true,
    }))
    .filter(({ before, after }) => before !== after);
}

/** The agent's settings that are there, the nearest first. */
async function settingsTexts(
  agent: AgentProduct,
  folder: string,
): Promise<readonly (readonly [string, string])[]> {
  const { layout, local, off } = agent.files;
  if (layout === 'plugin' || off === undefined) return [];
  const files = [
    ...(local === undefined ? [] : [join(folder, local)]),
    hooksFile(agent, 'project', folder),
    hooksFile(agent, 'user', folder),
  ];
  const found: [string, string][] = [];
  for (const file of new Set(files)) {
    const text = await readIfThere(file);
    if (text !== null && text.trim() !== '') found.push([file, text]);
  }
  return found;
}
