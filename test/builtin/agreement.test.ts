import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../src/builtin/builtin-options.ts';
import { ProtectedPaths } from '../../src/builtin/own-files/protected-paths.ts';
import { PathHistory } from '../../src/builtin/path-permissions/history.ts';
import { PathJudge } from '../../src/builtin/path-permissions/judge.ts';
import { pathPermissionsRow } from '../../src/builtin/path-permissions/path-permissions.ts';
import { FileJudge } from '../../src/builtin/protected-files/judge.ts';
import { groupsOf } from '../../src/builtin/protected-files/options.ts';
import { protectedFilesRow } from '../../src/builtin/protected-files/protected-files.ts';
import { UnjudgeablePath } from '../../src/files/follow-links.ts';
import { absolutePath } from '../../src/files/real-path.ts';
import { isWithin } from '../../src/files/within.ts';
import { PermissionRules } from '../../src/permissions/permission-rules.ts';
import {
  type CallActions,
  type GivenCall,
  type PathAction,
  pathActions,
} from '../../src/shell/actions/action.ts';
import { actionsOf } from '../../src/shell/actions/actions-of.ts';
import { wholeText } from '../../src/shell/actions/path-text.ts';
import { reachOf } from '../../src/shell/actions/reach.ts';
import type { Card } from '../../src/shell/programs/card.ts';
import { allCards } from '../../src/shell/programs/cards.ts';
import { folderWith } from '../support/folder-with.ts';

const cards = allCards();
const cwd = folderWith({ '.env': 'A=1\n', 'README.md': '' });
const file = join(cwd, '.env');
const callOf = (line: string): GivenCall => ({ toolName: 'Bash', input: { command: line }, cwd });

const accesses = ['read', 'write', 'delete'] as const;
type Access = (typeof accesses)[number];

/** What a guard says of a call that does this to the file; null where it judges the call by something else. */
type Guard = (call: GivenCall, access: Access | 'any') => boolean | null;

const groups = readOptions(protectedFilesRow, {});
const files = new FileJudge(groupsOf(groups), cwd);
const rules = {
  read: new PermissionRules({ deny: ['Read(.env)'] }, { root: cwd }),
  write: new PermissionRules({ deny: ['Edit(.env)'] }, { root: cwd }),
  any: new PermissionRules({ deny: ['Read(.env)', 'Edit(.env)'] }, { root: cwd }),
};
const ownFiles = new ProtectedPaths([file], cwd);
// Of a program that isn't trusted, everything below the folder counts.
const trusted = cards.flatMap(({ names, examples }) => [
  ...names,
  ...examples.flatMap((one) => one.split(' ')),
]);
const judgeOf = (...forbidden: readonly Access[]): PathJudge => {
  const access = accesses.filter((one) => !forbidden.includes(one));
  const options = { rules: [{ path: '.env', access }], default: accesses, trusted, readBeforeDelete: false };
  return new PathJudge(readOptions(pathPermissionsRow, options), cwd, cwd);
};
const judges = {
  read: judgeOf('read'),
  write: judgeOf('write'),
  delete: judgeOf('delete'),
  any: judgeOf(...accesses),
};

const guards: Readonly<Record<string, Guard>> = {
  'protected-files': (call) => files.judge(call) !== null,
  'permission rules': (call, access) => rules[access === 'delete' ? 'write' : access].denies(call) !== null,
  'path-permissions': ({ toolName, input }, access) => {
    // It looks at whole folders, whatever their files are called.
    const paths = access === 'any' ? pathActions(actionsOf({ toolName, input, cwd }).actions) : [];
    if (paths.some((action) => placesOf(action).some((place) => isAbove(action, place)))) return null;
    try {
      const given = { cwd, tool_name: toolName, tool_input: input };
      return judges[access].objection(given, new PathHistory()) !== null;
    } catch (problem) {
      if (problem instanceof UnjudgeablePath) return null;
      throw problem;
    }
  },
  'own files': (call, access) => (access === 'read' ? null : ownFiles.mayTouch(call) !== null),
};

const quoted = (line: string): string => `'${line.replaceAll("'", "'\\''")}'`;
const wrapped = (line: string): readonly string[] => [
  `sudo ${line}`,
  `env A=1 ${line}`,
  `timeout 5 ${line}`,
  `xargs -I @ ${line}`,
  `sh -c ${quoted(line)}`,
  `find . -maxdepth 0 -exec ${line} ';'`,
  `busybox ${line}`,
];

/** What is certain to be done to what is in the file, by its name or with all that is in a folder. */
function counted({ actions }: CallActions): readonly Access[] {
  const certain = pathActions(actions).filter(isCertain);
  return accesses.filter((access) => certain.some((action) => action.kind === access && isAbout(action)));
}

function isCertain({
  kind,
  isSure,
  below,
  isLoaded,
  isRecorded,
  keepsContent,
  command,
}: PathAction): boolean {
  const isElsewhere = command?.via.some(({ wraps }) => wraps === 'place') === true;
  // What is unpacked, or left by git, is seen only when it happens.
  const isSpread = below !== null && (kind === 'write' || below.isUntracked === true);
  return (
    isSure && !isSpread && !isElsewhere && isLoaded !== true && isRecorded !== true && keepsContent !== true
  );
}

function isAbout(action: PathAction): boolean {
  return placesOf(action).some(
    (place) => place === file || (isAbove(action, place) && reachOf(action.below ?? {}, place)(file)),
  );
}

function placesOf({ path, folders }: PathAction): readonly string[] {
  const text = wholeText(path);
  return text === null ? [] : folders.map((folder) => absolutePath(text, folder ?? '/'));
}

function isAbove({ below }: PathAction, place: string): boolean {
  return below !== null && isWithin(file, place);
}

/** Whether anything that is known or unknown of the call could be about the file. */
function mayBeAbout({ actions, doubts, readings }: CallActions): boolean {
  return (
    doubts.length > 0 ||
    readings.some((reading) => reading.doubts.length > 0) ||
    pathActions(actions).some(
      (action) => wholeText(action.path) === null || action.folders.includes(null) || isAbout(action),
    )
  );
}

/** The examples of a card, as they are and with each of their paths replaced by the file. */
function linesOf({ examples }: Card): readonly string[] {
  return examples.flatMap((example) => {
    const [line = '', does = ''] = example.split(' → ');
    const words = line.split(' ');
    const paths = does.split(', ').map((one) => one.replace(/^\w+ |\/\*\*$/g, ''));
    const named = words.filter((word) => paths.includes(word) && !/^[./]+$/.test(word));
    return [line, ...named.map((path) => words.map((word) => (word === path ? '.env' : word)).join(' '))];
  });
}

/** A line by every name of its program, and of its subcommand. */
function aliasesOf(line: string, card: Card): readonly string[] {
  const [program = ''] = line.split(' ', 1);
  const others = cards.find(({ names, wraps }) => names[0] === program && wraps === undefined)?.names ?? [];
  const isShared = card.wraps === undefined && card.runs === undefined;
  return [
    ...card.names.map((alias) => renamed(line, card, alias)),
    ...(isShared ? others.map((other) => other + line.slice(program.length)) : []),
  ];
}

function renamed(line: string, { names: [first = ''] }: Card, alias: string): string {
  return line.startsWith(`${first} `) ? alias + line.slice(first.length) : line;
}

const lines = cards.flatMap((card) =>
  [...new Set(linesOf(card))].map((line) => ({ card, line, does: counted(actionsOf(callOf(line))) })),
);

function objections(line: string, does: readonly (Access | 'any')[], expected: boolean): readonly string[] {
  const call = callOf(line);
  return does.flatMap((access) =>
    Object.entries(guards).flatMap(([name, guard]) =>
      guard(call, access) === !expected ? [`${name}, ${access}: ${line}`] : [],
    ),
  );
}

describe('every guard', () => {
  it('objects to what the actions of an example do to the file, in every wrapper', () => {
    const missed = lines.flatMap(({ line, does }) =>
      [line, ...wrapped(line)].flatMap((one) => objections(one, does, true)),
    );
    expect(missed).toEqual([]);
  });

  it('objects to nothing where no action is about the file', () => {
    const all = new Set(lines.flatMap(({ line, card }) => aliasesOf(line, card)));
    const closed = [...all].filter((line) => !mayBeAbout(actionsOf(callOf(line))));
    expect(closed.length).toBeGreaterThan(1000);
    expect(closed.flatMap((line) => objections(line, ['any'], false))).toEqual([]);
  });
});

it('a program does the same to the file by each of its names, in every wrapper', () => {
  const different = lines.flatMap(({ line, card, does }) =>
    does.length === 0
      ? []
      : aliasesOf(line, card)
          .flatMap((one) => [one, ...wrapped(one)])
          .filter((one) => counted(actionsOf(callOf(one))).join() !== does.join()),
  );
  expect(different).toEqual([]);
});

it.each([
  'grep -r SECRET .',
  'cp -r . /tmp/x',
  'ag -u SECRET .',
  'ggrep -r SECRET .',
  'ugrep -r SECRET .',
  'gcp -r . /tmp/x',
  'zip -r x .',
  '7z a x .',
  'pax -w .',
  'find . -type f | cpio -o',
  'git grep --no-index SECRET',
])('all guards see that a line reads a file in the folder: %s', (line) => {
  expect(objections(line, ['read'], true)).toEqual([]);
});
