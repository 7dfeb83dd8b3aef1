import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { stateRoot } from '../../files/state/state-folder.ts';
import { openRules } from '../state/exceptions/exceptions.ts';
import { guardLog } from '../state/guards/guard-log.ts';
import { unseenChanges, unseenText } from '../state/watched-files.ts';
import { type DoctorFinding, finding, fixLine } from './finding.ts';

export function stateFindings(): readonly DoctorFinding[] {
  const folder = stateRoot();
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  if (facts === undefined) return [];
  const uid = process.getuid?.();
  if (!facts.isDirectory())
    return [finding('state-unsafe', `${folder} is no folder`, fixLine('mv', folder, `${folder}.aside`))];
  if (uid !== undefined && facts.uid !== uid)
    return [
      finding('state-unsafe', `${folder} is not this user's`, fixLine('chown', '-R', String(uid), folder)),
    ];
  const mode = facts.mode & 0o777;
  if (mode === 0o700 && isWritable(folder))
    return [...unseenFindings(), ...noteFindings(), ...ruleFindings()];
  return [
    finding(
      'state-unsafe',
      `${folder} has the mode ${mode.toString(8)}, not 700`,
      fixLine('chmod', '700', folder),
    ),
  ];
}

function unseenFindings(): readonly DoctorFinding[] {
  return unseenChanges().map((change) => finding('guard-changed', unseenText(change), 'hookline trust'));
}

function noteFindings(): readonly DoctorFinding[] {
  const log = guardLog();
  for (const [path, isRight] of [
    [dirname(log), (facts: Stats) => facts.isDirectory()],
    [log, (facts: Stats) => facts.isFile()],
  ] as const) {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (facts === undefined) return [];
    if (isRight(facts) && isWritable(path)) continue;
    const message = `what guards do cannot be noted in ${path}`;
    return [finding('notes-unwritable', message, fixLine('mv', path, `${path}.aside`))];
  }
  return [];
}

function ruleFindings(): readonly DoctorFinding[] {
  return openRules().map(({ id, rule, folder, expires }) =>
    finding(
      'rule-open',
      `${rule} is open in ${folder} until ${new Date(expires).toISOString()}`,
      fixLine('hookline', 'revoke', id),
    ),
  );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
