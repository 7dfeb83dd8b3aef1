import { dirname } from 'node:path';
import { type Fields, isObject, valueAt } from '../../../engine/values/shapes.ts';
import { realPath } from '../../../files/real-path.ts';
import { readIfThere } from '../../../files/take-file.ts';
import { isWithin } from '../../../files/within.ts';
import { userFile } from '../agent-places.ts';
import { JsonEdit } from '../entries/json-edit.ts';
import { backupPath, type InstallChange } from '../install-change.ts';
import type { TrustCase, TrustKind, TrustPlan } from './trust-kind.ts';

const level = 'TRUST_FOLDER';

/** Gemini CLI runs no hooks at all in a folder that its user does not trust. */
export const foldersTrust: TrustKind = {
  async plan(given) {
    const nothing: TrustPlan = { change: null, trusted: given.trusted, missing: null, hindrance: null };
    const path = foldersFile(given);
    const text = await readIfThere(path);
    const folder = realPath(given.folder, process.cwd());
    if (given.scope === 'user' || !(await isEnabled(given))) return nothing;
    const rule = ruleFor(folder, rulesIn(path, text));
    if (rule === 'trusted') return nothing;
    const missing = `Gemini CLI runs no hooks in a folder that it does not trust: ${folder}`;
    if (rule === 'distrusted' && given.switchOn !== true)
      return { ...nothing, missing, hindrance: `its user does not trust ${folder}` };
    const change: InstallChange = {
      path,
      before: text,
      after: withFolder(path, text ?? '', folder),
      keeps: true,
      fresh: given.trusted.length === 0,
    };
    return { change, trusted: [folder], missing, hindrance: null };
  },

  async takeBack(given) {
    const path = foldersFile(given);
    const text = await readIfThere(path);
    if (text === null || text.trim() === '') return null;
    const edit = new JsonEdit(path, text);
    for (const folder of given.trusted) if (valueAt(edit.value, [folder]) === level) edit.remove([folder]);
    const backup = await readIfThere(backupPath(path));
    const isOurs = backup === null && isObject(edit.value) && Object.keys(edit.value).length === 0;
    return edit.text === text ? null : { path, before: text, after: isOurs ? null : edit.text, keeps: true };
  },
};

function foldersFile({ agent }: TrustCase): string {
  return process.env['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] || userFile(agent, '.gemini/trustedFolders.json');
}

async function isEnabled({ agent }: TrustCase): Promise<boolean> {
  const path = userFile(agent, agent.files.user);
  const text = await readIfThere(path);
  if (text === null || text.trim() === '') return true;
  return valueAt(new JsonEdit(path, text).value, ['security', 'folderTrust', 'enabled']) !== false;
}

function rulesIn(path: string, text: string | null): Fields {
  if (text === null || text.trim() === '') return {};
  const edit = new JsonEdit(path, text);
  return isObject(edit.value) ? edit.value : edit.refuse([], 'the trusted folders are not an object');
}

/** The longest rule decides. */
function ruleFor(folder: string, rules: Fields): 'trusted' | 'distrusted' | null {
  const [longest] = Object.entries(rules)
    .filter(([path, said]) => isWithin(folder, realPath(said === 'TRUST_PARENT' ? dirname(path) : path, '/')))
    .sort(([one], [other]) => other.length - one.length);
  if (longest === undefined) return null;
  return longest[1] === 'DO_NOT_TRUST' ? 'distrusted' : 'trusted';
}

function withFolder(path: string, text: string, folder: string): string {
  if (text.trim() === '') return `${JSON.stringify({ [folder]: level }, null, 2)}\n`;
  const edit = new JsonEdit(path, text);
  if (valueAt(edit.value, [folder]) === undefined) edit.add([], folder, level);
  else edit.replace([folder], level);
  return edit.text;
}
