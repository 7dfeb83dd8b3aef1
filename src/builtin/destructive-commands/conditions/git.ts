import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { lookUp } from '../../../engine/values/look-up.ts';
import { hasFlag, spelling, subcommandOf } from '../../../shell/read/queries.ts';
import type { ShellCommand } from '../../../shell/read/reading.ts';
import { repositoryFolder, seesRepository, tellRepository } from '../losses.ts';
import type { CallCondition, CallPlace } from '../rule.ts';

const codeFile =
  /[^/.]\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|php|cs|c|h|cc|cpp|hpp|vue|svelte|css|scss|html?|json|ya?ml|toml|md|txt|sh|sql|xml|ini|cfg|env|lock|tf|gradle|ipynb|csv|proto)$/i;

function operandsOf(command: ShellCommand): {
  readonly before: readonly string[];
  readonly behind: readonly string[];
} {
  const words = subcommandOf(command)?.words.map(spelling) ?? [];
  const dashes = words.indexOf('--');
  const before = (dashes < 0 ? words : words.slice(0, dashes)).filter((word) => !/^-./.test(word));
  return { before, behind: dashes < 0 ? [] : words.slice(dashes + 1) };
}

const checksOut: CallCondition = (command, place) => {
  if (hasFlag(command, '-f', '--force', '--pathspec-from-file') === 'yes') return {};
  const makesBranch = ['-b', '-B', '--orphan', '--track', '--detach'];
  if (hasFlag(command, ...makesBranch) === 'yes' || hasFlag(command, '-p', '--patch') === 'yes') return null;
  const { before, behind } = operandsOf(command);
  if (behind.length > 0 || before.length > 1) return {};
  const [name = ''] = before;
  if (/^(?:\.{1,2}$|\.{1,2}\/|:)/.test(name)) return {};
  return isPath(name, command, place) ? {} : null;
};

/** A file, or what looks like one, rather than a commit or branch. */
function isPath(name: string, command: ShellCommand, place: CallPlace): boolean {
  if (name === '' || /[$`]/.test(name)) return false;
  const folder = place.looks ? repositoryFolder(command, place.cwd) : null;
  if (folder !== null && existsSync(resolve(folder, name)))
    return tellRepository(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', name) === null;
  return codeFile.test(name) && !/\d\.x$/.test(name);
}

/** A branch set to other commits: commits that only it has are lost. */
const overwritesBranch: CallCondition = (command, place) => {
  const sub = subcommandOf(command);
  const [path] = sub?.path ?? [];
  const words = sub?.words.map(spelling) ?? [];
  const { before } = operandsOf(command);
  let name: string | undefined;
  let isRename = false;
  if (path === 'branch') {
    const isForced = hasFlag(command, '-f', '--force') === 'yes';
    const moves = words.some((word) => /^-[a-zA-Z]*[mc]/.test(word) || /^--(?:move|copy)$/.test(word));
    const replaces = words.some((word) => /^-[a-zA-Z]*[MC]/.test(word)) || (isForced && moves);
    if (hasFlag(command, '-d', '-D', '--delete') === 'yes' || !(replaces || isForced)) return null;
    isRename = replaces && before.length === 1;
    name = replaces ? before.at(-1) : before[0];
  } else {
    const at = words.findIndex((word) => /^(?:-[a-zA-Z]*[BC]|--force-create)$/.test(word));
    if (at < 0) return null;
    name = words[at + 1];
  }
  if (name === undefined) return null;
  const folder = place.looks && seesRepository(command, place) ? repositoryFolder(command, place.cwd) : null;
  const known = folder === null ? null : tellRepository(folder, 'rev-parse', '--git-dir');
  if (folder === null || known === null) return isRename ? null : {};
  const own = `refs/heads/${name}`;
  if (tellRepository(folder, 'rev-parse', '--verify', '--quiet', own) === null) return null;
  const holders = tellRepository(folder, 'for-each-ref', `--contains=${own}`, '--format=%(refname)') ?? '';
  return holders.split('\n').every((ref) => ref === '' || ref === own) ? {} : null;
};

const harmlessSsh =
  /^ssh(?:\s+-i\s+[^\s;|&$`]+|\s+-[46vqTa]+|\s+-[Fp]\s+[\w./~-]+|\s+-o\s*(?:IdentitiesOnly|StrictHostKeyChecking|UserKnownHostsFile|BatchMode|ConnectTimeout|LogLevel)[= ][\w./~-]+)*$/i;
const harmlessFilter =
  /^(?:git-(?:lfs|crypt|annex)\b|"?git-crypt|true|cat|nbstripout|jupyter|nbdime|git-nbmerge|npx |mergiraf|pandoc|exiftool|pdftotext|textutil|hexdump|odt2txt|sops|ansible-vault)[^;|&$`]*$/;
const harmlessValue: Readonly<Record<string, RegExp>> = {
  hookspath: /^(?!\/(?!home|Users))(?!\.\.\/|.*\/tmp\/)[\w./-]*(?:hooks?|husky|lefthook)[\w./-]*$/i,
  fsmonitor: /^(?:true|false|0|1|yes|no|on|off)$/i,
  sshcommand: harmlessSsh,
  clean: harmlessFilter,
  smudge: harmlessFilter,
  process: harmlessFilter,
  driver: harmlessFilter,
  textconv: harmlessFilter,
};

const runsBySetting: CallCondition = (command) => {
  if (hasFlag(command, '--get', '--unset', '--unset-all', '--get-all', '--list') === 'yes') return null;
  const { before, behind } = operandsOf(command);
  const words = [...before, ...behind].filter((word, at) => at > 0 || !/^(?:set|get|unset|list)$/.test(word));
  const [, name = ''] =
    /^(?:core\.|filter\..+\.|diff\..+\.|merge\..+\.)(hookspath|sshcommand|fsmonitor|gitproxy|alternaterefscommand|clean|smudge|process|textconv|driver)$/i.exec(
      words[0] ?? '',
    ) ?? [];
  const value = words[1];
  if (name === '' || value === undefined || value === '') return null;
  return lookUp(harmlessValue, name.toLowerCase())?.test(value) === true ? null : {};
};

export const gitConditions: Readonly<Record<string, CallCondition>> = {
  checksOut,
  overwritesBranch,
  runsBySetting,
};
