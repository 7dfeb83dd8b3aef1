import { join } from 'node:path';
import { valueAt } from '../../engine/values/shapes.ts';
import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { hooksFile } from './agent-places.ts';
import type { InstallChange } from './install-change.ts';
import { JsonEdit } from './json-edit.ts';

/** Why an agent's settings let no hook run in a folder; null when they do not say so. The nearest file decides. */
export async function switchedOff(agent: AgentProduct, folder: string): Promise<string | null> {
  const texts = await settingsTexts(agent, folder);
  for (const { path, value } of agent.configuration.off ?? []) {
    const [nearest] = texts
      .map(([file, text]) => ({ file, said: valueAt(new JsonEdit(file, text).value, path.split('.')) }))
      .filter(({ said }) => said !== undefined);
    if (nearest?.said === value) return `${nearest.file} switches hooks off: ${path}`;
  }
  return null;
}

/** Takes out of an agent's settings what lets no hook run. */
export function withoutOff({ configuration }: AgentProduct, file: string, text: string): string {
  if (text.trim() === '') return text;
  const edit = new JsonEdit(file, text);
  for (const { path, value } of configuration.off ?? [])
    if (valueAt(edit.value, path.split('.')) === value) edit.remove(path.split('.'));
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
  const { format, local, off } = agent.configuration;
  if (format !== 'settings' || off === undefined) return [];
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
