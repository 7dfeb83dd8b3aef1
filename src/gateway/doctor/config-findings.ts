import { dirname } from 'node:path';
import { chooseFiles } from '../../config/load/choose-files.ts';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { levelOf, possibleFiles } from '../../config/load/levels.ts';
import { readConfig } from '../../config/load/read-config.ts';
import { formatPlace, hasErrors, type Problem, shortPath } from '../../config/source/problem.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { InstalledAgent } from '../install/installed-agents.ts';
import { checkPlaces, notKeptFiles } from '../install/kept-places.ts';
import { isManagedOnly, needsTrust, standingOf, type TrustStanding } from '../trust/find-trust.ts';
import { knownFolders } from '../trust/trust-records.ts';
import { type DoctorFinding, finding } from './finding.ts';
import { fixLine } from './fix-line.ts';

/** A configuration file that counts in a folder, or would if it were trusted. */
export interface FileStanding {
  readonly file: string;
  readonly level: string;
  /** Refused is what the managed level allows no hooks. */
  readonly standing: TrustStanding['kind'] | 'refused';
}

/** The configuration of a folder, as agents that ask there would find it. */
export interface FolderConfig {
  readonly folder: string;
  readonly standings: readonly FileStanding[];
  /** The files whose hooks run. */
  readonly files: readonly string[];
  /** The hooks of all files, those that do not run included. */
  readonly declarations: readonly NamedDeclaration[];
  readonly problems: readonly Problem[];
  /** Why it does not load at all; null when it does. */
  readonly broken: string | null;
}

/** Reads the configuration of a folder. Of a file that nobody has trusted as it is, nothing runs. */
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
  const nothing = { declarations: [], problems: [] };
  try {
    const { declarations, problems } = await readConfig(found, { levels: true, imports: isLooked });
    const broken = hasErrors(problems) ? firstError(problems) : null;
    return { folder, standings, files, declarations, problems, broken };
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

/** Whether the user's configuration is where it was at the installation. `again` is the command that installs anew. */
export function placesFindings(folder: string, again: string): readonly DoctorFinding[] {
  try {
    checkPlaces(chooseFiles(undefined, folder).files);
    return notKeptFiles().map((file) =>
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

/** What keeps the hooks of a folder from running. */
export function configFindings(
  { folder, standings, broken }: FolderConfig,
  installed: readonly InstalledAgent[],
): readonly DoctorFinding[] {
  const isRequired = installed.some(({ scope }) => scope === 'project');
  const init = fixLine('hookline', 'init', '--guards', folder);
  if (standings.length === 0)
    return [
      isRequired
        ? finding('config-missing', 'there is no hookline.yaml here or above, so agents are held back', init)
        : finding('config-none', 'there is no configuration here: only hookline itself is guarded', init),
    ];
  return [
    ...(broken === null ? [] : [finding('config-broken', broken, 'hookline validate')]),
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
            `${shortPath(file)} has changed since it was trusted, so agents are held back`,
            fix,
          ),
        ];
      return [];
    }),
  ];
}
