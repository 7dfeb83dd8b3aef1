import { execFile } from 'node:child_process';
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isExecutable, isFile } from '../../files/file-facts.ts';
import {
  brokenLink,
  changedProgram,
  dataFolder,
  isSystemInstalled,
  launcherPath,
} from '../install/checksums.ts';
import { launcherText, systemCurl } from '../install/launcher.ts';
import { placesIn } from '../install/stored-places.ts';
import { type DoctorFinding, finding, fixLine } from './finding.ts';
import { isNewer, oldestNode } from './versions.ts';

const ownUid = process.getuid?.() ?? 0;

export async function launcherFindings(again: string): Promise<readonly DoctorFinding[]> {
  if (isSystemInstalled()) return systemFindings();
  const path = launcherPath();
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined)
    return [finding('launcher-missing', `${path} is gone, so everything is blocked`, again)];
  const unsafe = unsafeLauncher(path, again);
  if (!facts.isFile() || facts.uid !== ownUid) return unsafe;
  const text = readFileSync(path, 'utf8');
  const [node, main] = ['node', 'main'].map((name) => variableIn(name, text));
  if (node === undefined || main === undefined)
    return [...unsafe, finding('launcher-changed', `${path} is not what hookline writes`, again)];
  return [...unsafe, ...(await programFindings(path, text, { node, main }, again))];
}

function systemFindings(): readonly DoctorFinding[] {
  const changed = brokenLink() ?? changedProgram();
  if (changed === null) return [];
  const message = `${changed} has changed since hookline install --system, so everything is blocked`;
  return [finding('launcher-changed', message, 'sudo hookline install --system --yes')];
}

async function programFindings(
  path: string,
  text: string,
  { node, main }: { readonly node: string; readonly main: string },
  again: string,
): Promise<readonly DoctorFinding[]> {
  const own = realpathSync(process.argv[1] ?? '');
  const gone = [isExecutable(node) ? null : node, isFile(main) ? null : main].filter((one) => one !== null);
  if (gone.length > 0)
    return [finding('launcher-stale', `${path} runs what is gone: ${gone.join(', ')}`, again)];
  const found: DoctorFinding[] = [];
  if (main !== own)
    found.push(
      finding('launcher-other', `agents are answered by ${named(main)}, and not by ${named(own)}`, again),
    );
  else if (text !== launcherText({ node, main, curl: systemCurl(), uid: ownUid, places: placesIn(text) }))
    found.push(finding('launcher-changed', `${path} is not what this version of hookline writes`, again));
  const changed = brokenLink() ?? changedProgram();
  if (found.length === 0 && changed !== null)
    found.push(
      finding(
        'launcher-changed',
        `${changed} has changed since hookline install, so everything is blocked`,
        again,
      ),
    );
  const version = node === process.execPath ? process.versions.node : await versionOf(node);
  if (version !== null && isNewer(oldestNode, version))
    found.push(
      finding(
        'node-old',
        `agents are answered by Node ${version} (${node}); hookline needs ${oldestNode}`,
        again,
      ),
    );
  return found;
}

function unsafeLauncher(path: string, again: string): readonly DoctorFinding[] {
  const folder = dataFolder();
  const found: DoctorFinding[] = [];
  const [inFolder, inFile] = [lstatSync(folder), lstatSync(path)];
  if (!inFile.isFile() || inFile.uid !== ownUid)
    found.push(
      finding(
        'launcher-unsafe',
        `${path} is not a file of this user`,
        `${fixLine('rm', '-f', path)} && ${again}`,
      ),
    );
  else if ((inFile.mode & 0o722) !== 0o700)
    found.push(
      finding(
        'launcher-unsafe',
        `${path} has the mode ${(inFile.mode & 0o777).toString(8)}, not 755`,
        fixLine('chmod', '755', path),
      ),
    );
  if ((inFolder.mode & 0o022) !== 0)
    found.push(finding('launcher-unsafe', `others may write to ${folder}`, fixLine('chmod', '700', folder)));
  return found;
}

function variableIn(name: string, text: string): string | undefined {
  const [, value] = new RegExp(`^_${name}='(.*)'$`, 'm').exec(text) ?? [];
  return value?.replaceAll(`'\\''`, "'");
}

function named(main: string): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(dirname(main), '../../package.json'), 'utf8'));
    const { version } = manifest as { readonly version?: unknown };
    return typeof version === 'string' ? `${main} (${version})` : main;
  } catch {
    return main;
  }
}

async function versionOf(node: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(node, ['--version'], { timeout: 5000 });
    return /^v(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}
