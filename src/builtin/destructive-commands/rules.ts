import { getOrMake } from '../../engine/values/maps.ts';
import { callConditions } from './conditions/calls.ts';
import { lineConditions } from './conditions/lines.ts';
import { pathConditions } from './conditions/paths.ts';
import { readPack } from './pack-text.ts';
import { cloudRules } from './packs/cloud.ts';
import { containerRules } from './packs/containers.ts';
import { databaseRules } from './packs/database.ts';
import { filesystemRules } from './packs/filesystem.ts';
import { gitRules } from './packs/git.ts';
import { lastRules } from './packs/last.ts';
import { remoteCodeRules } from './packs/remote-code.ts';
import { systemRules } from './packs/system.ts';
import type { CallForm, DangerRule } from './rule.ts';

const conditions = { paths: pathConditions, lines: lineConditions, calls: callConditions };

/** In the order in which they count. */
export const allRules: readonly DangerRule[] = [
  remoteCodeRules,
  filesystemRules,
  gitRules,
  databaseRules,
  containerRules,
  cloudRules,
  systemRules,
  lastRules,
].flatMap((pack) => readPack(pack, conditions));

export function packOf({ id }: Pick<DangerRule, 'id'>): string {
  return id.slice(0, id.indexOf('.'));
}

export const packNames: readonly string[] = [...new Set(allRules.map(packOf))];

export interface RuleTable {
  readonly rules: readonly DangerRule[];
  readonly byProgram: ReadonlyMap<string, readonly ProgramRow[]>;
}

interface ProgramRow {
  readonly rule: DangerRule;
  readonly form: CallForm;
}

export function ruleTable(rules: readonly DangerRule[]): RuleTable {
  const byProgram = new Map<string, ProgramRow[]>();
  for (const rule of rules)
    for (const form of rule.calls)
      for (const program of form.programs) getOrMake(byProgram, program, () => []).push({ rule, form });
  return { rules, byProgram };
}
