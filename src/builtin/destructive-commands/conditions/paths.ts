import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { isFolder } from '../../../files/file-facts.ts';
import type { PathAction } from '../../../shell/actions/action.ts';
import { spelling } from '../../../shell/read/queries.ts';
import { isHandedOn, isSearch, removedBy } from '../removable.ts';
import type { CallPlace, Hit, NamedPath, PathCondition, Target } from '../rule.ts';

function verdictOn(target: Target, isWhole: boolean): Hit | null {
  switch (target) {
    case 'rebuilt':
    case 'single':
    case 'temporary':
      return null;
    case 'file':
      return isWhole
        ? { severity: 'ask', why: 'it removes a folder of the project with all that is in it' }
        : null;
    case 'folder':
      return { severity: 'ask', why: 'it removes all that is in a folder of the project' };
    case 'unknown':
      return isWhole ? { severity: 'ask', why: 'what it removes is only known at run time' } : null;
    case 'project':
      return { severity: 'deny', why: 'it removes the project itself, its history, or a folder above it' };
    case 'home':
      return { severity: 'deny', why: 'it removes a home folder' };
    case 'system':
      return { severity: 'deny', why: 'it removes what belongs to the system' };
    case 'outside':
      return { severity: 'deny', why: 'it removes what lies outside the project' };
  }
}

function isRemoval(action: PathAction, place: CallPlace): boolean {
  return (
    action.kind === 'delete' &&
    action.moves !== true &&
    action.command?.card?.changes !== 'repository' &&
    !isMirrored(action, place)
  );
}

function isMirrored({ command, path }: PathAction, place: CallPlace): boolean {
  return place.copiedBy(command).has(path.join(''));
}

function worst(named: readonly NamedPath[], isWhole: boolean): Hit | null {
  const found = named.flatMap(({ target, path }) => {
    const hit = verdictOn(target, isWhole);
    return hit === null ? [] : [{ hit, path }];
  });
  const first = found.find(({ hit }) => hit.severity === 'deny') ?? found[0];
  if (first === undefined) return null;
  const paths = found.flatMap(({ path }) => path ?? []);
  return { ...first.hit, ...(paths.length === found.length && { paths }) };
}

const ownFolders =
  /^(?:\.(?:ssh|gnupg|aws|azure|kube|config|docker|mozilla|local|password-store)|Documents|Desktop|Downloads|Pictures|Movies|Music|Videos|Library|Applications|Projects|OneDrive|Dropbox)$/;

const removed: PathCondition = (action, place) => {
  const { command, word, below } = action;
  if (!isRemoval(action, place) || (command !== null && isSearch(command))) return null;
  const isList = command !== null && word !== undefined && isHandedOn(word, command);
  return worst(removedBy(action, place), below !== null || isList);
};

const foundAndRemoved: PathCondition = (action, place) =>
  isRemoval(action, place) &&
  action.command !== null &&
  isSearch(action.command) &&
  action.command.words.some(({ value }) => value === '-delete')
    ? worst(removedBy(action, place), true)
    : null;

const lost: PathCondition = (action, place) => {
  if (action.kind === 'delete' && action.moves === true) {
    const targets = place.named(action).map(({ target }) => target);
    if (targets.some((target) => /^(?:project|home|system)$/.test(target))) return { severity: 'deny' };
    const isOwners = place
      .named(action)
      .some(({ path }) => path !== null && dirname(path) === homedir() && ownFolders.test(basename(path)));
    if (isOwners) return { why: 'it moves away what a person keeps in their home' };
    // After an unknown `cd`, `.` may be the project.
    const isHere = action.word !== undefined && /^\.{1,2}\/?$|^\*$/.test(spelling(action.word));
    return isHere && targets.includes('unknown') ? {} : null;
  }
  if (action.kind === 'delete')
    return isMirrored(action, place) &&
      (targetsOf(action, place).some(isOthers) || isOfNothing(action, place))
      ? {}
      : null;
  if (action.kind !== 'write' || action.keepsContent === true) return null;
  if (action.moves === true && action.path.join('') === '/dev/null') return {};
  const named = place.named(action);
  const isSystem = named.some(({ target, path }) => target === 'system' && !isDevice(path ?? ''));
  if (isSystem && isRedirected(action)) return { severity: 'deny' };
  const isUnpacked = action.unpacks !== undefined && named.some(({ path }) => path === '/');
  const isStartFile = named.some(
    ({ target, path }) => target === 'outside' && /\/\.\w+rc$|\/\.\w*profile$/.test(path ?? ''),
  );
  return isUnpacked || (isStartFile && !isAppendedText(action, place)) || named.some(isKept) ? {} : null;
};

/** `rsync --delete empty/ src/`. */
function isOfNothing({ command }: PathAction, place: CallPlace): boolean {
  return place
    .pathsOf(command)
    .some(
      ({ kind, path }) => kind === 'read' && /(?:^|\/)(?:empty|blank|nothing)[^/]*\/?$/i.test(path.join('')),
    );
}

function targetsOf(action: PathAction, place: CallPlace): readonly Target[] {
  return place.named(action).map(({ target }) => target);
}

function isOthers(target: Target): boolean {
  return !/^(?:rebuilt|temporary|single|file)$/.test(target);
}

function isDevice(path: string): boolean {
  return /^\/(?:dev|proc|sys)\//.test(path);
}

/** Visible text that removes nothing: `echo … >> ~/.bashrc`. */
function isAppendedText(action: PathAction, place: CallPlace): boolean {
  const text = place.readingOf(action.command)?.text ?? null;
  return isAppended(action) && text !== null && !removing.test(text);
}

function isAppended({ command, word }: PathAction): boolean {
  return (
    command?.redirections.some(({ target, operator }) => target === word && operator.endsWith('>>')) === true
  );
}

function isRedirected({ command, word }: PathAction): boolean {
  return word !== undefined && command?.redirections.some(({ target }) => target === word) === true;
}

function isKept({ target, path }: NamedPath): boolean {
  return (
    target === 'system' &&
    /^\/(?:etc|boot|bin|sbin|lib|usr|var\/(?:log|lib|spool))(?:\/|$)/.test(path ?? '') &&
    !/^\/usr\/local(?:\/|$)/.test(path ?? '')
  );
}

const removing = /\b(?:rm|shred|dd|mkfs\S*|curl|wget|nc|git\s+(?:reset|clean|push)|base64|chmod)\s/;
const code =
  /[^/.]\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|php|cs|c|h|cc|cpp|sql|db|sqlite3?|csv|json|ya?ml|toml|md|env|html?|css)$/i;
const silent = /^(?::|true|echo|printf|)$/;

const emptied: PathCondition = (action, place) => {
  const { command, kind } = action;
  if ((kind !== 'write' && kind !== 'delete') || command === null || action.keepsContent === true)
    return null;
  const words = command.words.map(spelling).join(' ');
  const byProgram = command.card?.empties?.test(words) === true;
  const isFromNothing = action.copied?.some((path) => path.join('') === '/dev/null') === true;
  const isNothing =
    isRedirected(action) &&
    (command.name === 'cat' ? words === '/dev/null' : silent.test(command.name) && /^(?:-n|)$/.test(words));
  if (!byProgram && !isFromNothing && !(isNothing && !isAppended(action))) return null;
  const isMany = action.among !== undefined;
  const named = removedBy(action, place).filter(({ target, path }) => {
    if (/^(?:rebuilt|temporary)$/.test(target) || isDevice(path ?? '') || /_history$/.test(path ?? ''))
      return false;
    if (isMany) return true;
    const size = path === null || !place.looks || !isFolder(place.cwd) ? undefined : sizeOf(path);
    if (size !== undefined && size !== null) return size > 0;
    const isCode = code.test(path ?? action.path.join(''));
    return byProgram && command.card?.does !== 'bytes' ? true : isCode && (byProgram || size === undefined);
  });
  return named.length > 0 ? { why: 'what is in it is lost' } : null;
};

function sizeOf(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : null;
}

const openModes = /(?:^|\s)(?:0?777|0{1,4}|a-[rwx]{1,3}|a[+=]rwx|ugo[+=]rwx|a[+=]w|o[+=]w)(?:\s|$)/;

const closedModes = /(?:^|\s)(?:0{1,4}|a-[rwx]{1,3})(?:\s|$)/;

const opened: PathCondition = (action, place) => {
  if (action.keepsContent !== true) return null;
  const named = removedBy(action, place);
  if (action.below === null && action.among === undefined)
    return named.some(isKept) ? { severity: 'ask' } : null;
  if (named.some(({ target }) => /^(?:home|system)$/.test(target))) return {};
  const isOpen = openModes.test(action.command?.words.map(spelling).join(' ') ?? '');
  const others = named.flatMap(({ target, path }) => (target === 'outside' ? [path ?? '/'] : []));
  if (others.some((path) => isOpen || dirname(path) === '/')) return {};
  const isProject = named.some(({ target }) => /^(?:project|unknown)$/.test(target));
  const isClosed = closedModes.test(action.command?.words.map(spelling).join(' ') ?? '');
  return (isOpen && isProject) || (isClosed && named.some(({ target }) => target === 'file'))
    ? { severity: 'ask' }
    : null;
};

export const pathConditions: Readonly<Record<string, PathCondition>> = {
  emptied,
  removed,
  foundAndRemoved,
  lost,
  opened,
};
