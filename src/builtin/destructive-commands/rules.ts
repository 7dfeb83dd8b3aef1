import { cloud } from './packs/cloud.ts';
import { containers } from './packs/containers.ts';
import { database } from './packs/database.ts';
import { disk } from './packs/disk.ts';
import { filesystem } from './packs/filesystem.ts';
import { gitRules } from './packs/git.ts';
import { hiddenRule } from './packs/hidden.ts';
import { kubernetes } from './packs/kubernetes.ts';
import { remoteCode } from './packs/remote-code.ts';
import { system } from './packs/system.ts';
import type { DangerRule } from './rule.ts';

/** The packs, in the order in which their rules are asked. */
const packs: Readonly<Record<string, readonly DangerRule[]>> = {
  'remote-code': remoteCode,
  filesystem,
  git: gitRules,
  disk,
  database,
  containers,
  kubernetes,
  cloud,
  system,
  hidden: [hiddenRule],
};

/** The pack that a rule belongs to. */
export function packOf({ id }: Pick<DangerRule, 'id'>): string {
  return id.slice(0, id.indexOf('.'));
}

export const packNames: readonly string[] = [...new Set(Object.values(packs).flat().map(packOf))];

export const allRules: readonly DangerRule[] = Object.values(packs).flat();
