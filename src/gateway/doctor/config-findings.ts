import { dirname } from 'node:path';
import { chooseFiles } from '../../config/load/choose-files.ts';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { levelOf, possibleFiles } from '../../config/load/levels.ts';
import { readConfig } from '../../config/load/read-config.ts';
import type { TraceSetting } from '../../config/load/trace-setting.ts';
import type { UnattendedMode } from '../../config/schema/schema.ts';
import { formatPlace, hasErrors, type Problem, shortPath } from '../../config/source/problem.ts';
import { messageOf } from '../../engine/values/text.ts';
import { lintLightly } from '../../lint/lint-config.ts';
import { traceWarnings } from '../../lint/trace-warnings.ts';
import { askNote } from '../answer/unattended.ts';
import type { InstalledAgent } from '../install/installed-agents.ts';
import { checkPlaces, unstoredFiles } from '../install/stored-places.ts';
import { isManagedOnly, needsTrust, standingOf, type TrustStanding } from '../trust/find-trust.ts';
import { knownFolders } from '../trust/trust-records.ts';
import { type DoctorFinding, finding, fixLine, installFix } from './finding.ts';
import { launcherFindings } from './launcher-findings.ts';

export interface FileStanding {
  readonly file: string;
  readonly level: string;
  readonly standing: TrustStanding['kind'] | 'refused';
}

export interface FolderConfig {
  readonly folder: string;
  readonly standings: readonly FileStanding[];
  readonly files: readonly string[];
  readonly declarations: readonly NamedDeclaration[];
  readonly problems: readonly Problem[];
  readonly traceProblems: readonly Problem[];
  readonly unattended?: UnattendedMode | null;
  readonly trace: TraceSetting | null;
  readonly broken: string | null;
}

/** Runs nothing of an untrusted file. */
export async function folderConfig(folder: string): Promise<FolderConfig> {
  const known = knownFolders();
  const found = chooseFiles(undefined, folder).files;
  const isOnly = isManagedOnly(found);
  // A file that was trusted and is gone has changed too, unless it would not count.
  const gone =
    known.size === 0 || isOnly ? [] : possibleFiles(folder).filter((file) => !found.includes(file));
  const standings = [...found, ...gone]
    .map((file) => ({
      file,
      level: levelOf(file),
      standing: standingIn(file, known, isOnly),
    }))
    .filter(({ file, standing }) => found.includes(file) || standing === 'changed');
  const isLooked = standings.every(({ standing }) => standing === 'trusted' || standing === 'refused');
  const files = standings.filter(({ standing }) => standing === 'trusted').map(({ file }) => file);
  const nothing = { declarations: [], problems: [], traceProblems: [], trace: null };
  try {
    const read = await readConfig(found, { levels: true, imports: isLooked });
    const { declarations, trace, unattended } = read;
    const { problems } = lintLightly(read);
    const traceProblems = traceWarnings(read);
    const broken = hasErrors(problems) ? firstError(problems) : null;
    return { folder, standings, files, declarations, problems, traceProblems, trace, unattended, broken };
  } catch (problem) {
    return { folder, standings, files, ...nothing, broken: messageOf(problem) };
  }
}

function standingIn(file: string, known: ReadonlySet<string>, isOnly: boolean): FileStanding['standing'] {
  if (isOnly && levelOf(file) !== 'managed') return 'refused';
  return needsTrust(file) ? standingOf(file, known).kind : 'trusted';
}

function firstError(problems: readonly Problem[]): string {
  const error = problems.find(({ severity }) => severity === 'error');
  return error === undefined ? '' : `${formatPlace(error.place)}: ${error.message}`;
}

function placesFindings(folder: string, again: string): readonly DoctorFinding[] {
  try {
    checkPlaces(chooseFiles(undefined, folder).files);
    return unstoredFiles().map((file) =>
      finding(
        'file-not-kept',
        `${file} came after hookline was installed: if it went again, nobody would be told`,
        again,
      ),
    );
  } catch (problem) {
    return [finding('places-moved', messageOf(problem), again)];
  }
}

function configFindings(
  { folder, standings, broken, traceProblems, unattended = null }: FolderConfig,
  installed: readonly InstalledAgent[],
): readonly DoctorFinding[] {
  const isRequired = installed.some(({ scope }) => scope === 'project');
  const init = fixLine('hookline', 'init', '--guards', folder);
  if (standings.length === 0)
    return [
      isRequired
        ? finding('config-missing', 'there is no hookline.yaml here or above, so agents are blocked', init)
        : finding('config-none', 'there is no configuration here: only hookline itself is guarded', init),
    ];
  return [
    ...(broken === null ? [] : [finding('config-broken', broken, 'hookline validate')]),
    ...(unattended === null
      ? []
      : [finding('ask-unattended', askNote(unattended), 'hookline explain PreToolUse')]),
    ...traceProblems.map(({ message, place }) =>
      finding('trace-unwritable', `${formatPlace(place)}: ${message}`, 'hookline validate'),
    ),
    ...standings.flatMap(({ file, standing }) => {
      const fix = fixLine('hookline', 'trust', dirname(file));
      if (standing === 'untrusted')
        return [
          finding('config-untrusted', `${shortPath(file)} is not trusted, so its hooks do not run`, fix),
        ];
      if (standing === 'changed')
        return [
          finding(
            'config-changed',
            `${shortPath(file)} has changed since it was trusted, so agents are blocked`,
            fix,
          ),
        ];
      return [];
    }),
  ];
}

export async function folderFindings(
  config: FolderConfig,
  installed: readonly InstalledAgent[],
): Promise<readonly DoctorFinding[]> {
  const [first] = installed;
  const own =
    first === undefined
      ? []
      : [...(await launcherFindings(installFix(first))), ...placesFindings(config.folder, installFix(first))];
  return [...own, ...configFindings(config, installed)];
}

export async function withHindrance(
  config: FolderConfig,
  installed: readonly InstalledAgent[],
): Promise<readonly InstalledAgent[]> {
  if (installed.length === 0) return installed;
  const found = await folderFindings(config, installed);
  const worst = found.find(({ level }) => level === 'error');
  const reason = worst === undefined ? null : `${worst.message}; run ${worst.fix}`;
  return installed.map((one) => ({ ...one, problem: one.problem ?? reason }));
}
