import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { runFiles } from '../trust/trusted-state.ts';
import type { FolderConfig } from './config-findings.ts';
import { type DoctorFinding, finding, fixLine } from './finding.ts';

export function scriptFindings({ declarations, problems }: FolderConfig): readonly DoctorFinding[] {
  const missing = problems.filter((one) => one.severity === 'warning' && one.code === 'handler-missing');
  return missing.map(({ message, place }) => {
    const own = declarations.filter((one) => one.place.file === place.file && one.place.line === place.line);
    const named = own.map(({ runs }) => resolve(dirname(place.file), runs.split(/[#\s]/, 1).join('')));
    const gone = [...named, ...runFiles(place.file, own).files].find((file) => !existsSync(file));
    const name = own[0]?.name ?? 'a hook';
    const fix = gone !== undefined && isTracked(gone) ? restore(gone) : 'hookline validate';
    return finding('script-missing', `${name}: ${message}`, fix);
  });
}

function restore(file: string): string {
  return fixLine('git', '-C', dirname(file), 'checkout', '--', file);
}

function isTracked(file: string): boolean {
  try {
    execFileSync('git', ['-C', dirname(file), 'ls-files', '--error-unmatch', '--', file], {
      stdio: 'ignore',
      timeout: 5000,
    });
    return true;
  } catch {
    return false;
  }
}
