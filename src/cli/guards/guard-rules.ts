import { allRules } from '../../builtin/destructive-commands/rules.ts';
import { recommendedGroups } from '../../builtin/protected-files/groups.ts';
import { secretKindRows } from '../../builtin/secrets/kinds.ts';
import { lookUp } from '../../engine/values/look-up.ts';

export interface GuardRule {
  readonly guard: string;
  readonly id: string;
  readonly severity: string;
  readonly catches: string;
  readonly why: string;
  readonly instead: string;
  readonly example: string | null;
}

const forbidden: Readonly<Record<string, string>> = {
  read: 'Reading',
  write: 'changing',
  delete: 'deleting',
};

export function guardRules(): readonly GuardRule[] {
  const commands = allRules.map(
    ({ id, severity, catches, why, instead, stops }): GuardRule => ({
      guard: 'destructive-commands',
      id,
      severity,
      catches,
      why,
      instead,
      example: stops[0] ?? null,
    }),
  );
  const files = recommendedGroups.map(({ id, files: patterns, forbids, why, instead }): GuardRule => {
    const verbs = forbids.map((access) => lookUp(forbidden, access)).join(', ');
    return {
      guard: 'protected-files',
      id: `protected-files.${id}`,
      severity: 'deny',
      catches: `${verbs.charAt(0).toUpperCase()}${verbs.slice(1)} ${patterns.slice(0, 4).join(', ')} …`,
      why,
      instead,
      example: forbids.includes('read') ? `cat ${patterns[0]}` : `sed -i s/a/b/ ${patterns[0]}`,
    };
  });
  const secrets = secretKindRows.map(
    ({ id, what }): GuardRule => ({
      guard: 'secrets',
      id: `secrets.${id}`,
      severity: 'deny',
      catches: `Sending or writing ${what}.`,
      why: 'anyone who has it can act in your name',
      instead: 'Name an environment variable or a file that the program reads itself.',
      example: null,
    }),
  );
  return [...commands, ...files, ...secrets];
}
