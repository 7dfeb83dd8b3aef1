import { accessSync, constants, lstatSync } from 'node:fs';
import { stateRoot } from '../state/state-folder.ts';
import { type DoctorFinding, finding } from './finding.ts';
import { fixLine } from './fix-line.ts';

/** Whether the folder of hookline's notes is for its user alone, and can be written. None is none: it is made when needed. */
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
  if (mode === 0o700 && isWritable(folder)) return [];
  return [
    finding(
      'state-unsafe',
      `${folder} has the mode ${mode.toString(8)}, not 700`,
      fixLine('chmod', '700', folder),
    ),
  ];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
