import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getOrMake } from '../../engine/values/maps.ts';
import { words } from '../../engine/values/text.ts';
import { realPath } from '../../files/real-path.ts';
import { type CallActions, type PathAction, pathActions } from '../../shell/actions/action.ts';
import type { ShellCommand, ShellReading } from '../../shell/read/reading.ts';
import { once, onceFor } from '../once.ts';
import { namesOf, placeNamed, realOf } from './removable.ts';
import type { CallPlace } from './rule.ts';

const projectFiles = words(`
  .git hookline.yaml package.json pyproject.toml setup.py Cargo.toml go.mod pom.xml build.gradle build.gradle.kts
  Gemfile composer.json mix.exs CMakeLists.txt Makefile deno.json
`);

/** What rules ask about a call. A look at files takes time, so each answer is found once. */
export function callPlace(
  cwd: string,
  { actions, readings }: CallActions,
  looks: boolean,
  project: () => string = once(() => realPath(projectOf(cwd), cwd)),
): CallPlace {
  const readingByCommand = once(
    () =>
      new Map(readings.flatMap((reading) => reading.commands.map((command) => [command, reading] as const))),
  );
  const readingOf: CallPlace['readingOf'] = (command) =>
    command === null ? undefined : readingByCommand().get(command);
  const paths = once(() => {
    const byCommand = new Map<ShellCommand | null, PathAction[]>();
    for (const action of pathActions(actions)) getOrMake(byCommand, action.command, () => []).push(action);
    return byCommand;
  });
  const talking = once(
    () =>
      new Set(actions.flatMap(({ kind, command }) => (kind === 'fetch' || kind === 'send' ? [command] : []))),
  );
  const assigned = onceFor(assignedIn);
  const facts = onceFor((folder: string | null) =>
    onceFor((text: string) => placeNamed(text, folder, place)),
  );
  const place: CallPlace = {
    cwd,
    looks,
    project,
    named: onceFor((action) => namesOf(action, place)),
    factsOf: (text, folder) => facts(folder)(text),
    realFolder: onceFor((folder) => realOf(folder, false)),
    readingOf,
    pathsOf: (command) => paths().get(command) ?? [],
    talks: (command) => talking().has(command),
    copiedBy: onceFor(
      (command) =>
        new Set(
          (paths().get(command) ?? []).flatMap(({ kind, copied, path }) =>
            kind === 'write' && copied !== undefined ? path.join('') : [],
          ),
        ),
    ),
    assigned: (command, name) => {
      const reading = readingOf(command);
      return reading === undefined ? [] : (assigned(reading).get(name) ?? []);
    },
  };
  return place;
}

function projectOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (projectFiles.some((file) => existsSync(join(folder, file)))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

function assignedIn({ commands }: ShellReading): ReadonlyMap<string, readonly string[]> {
  const sources = new Map<string, string[]>();
  for (const { name, value } of commands.flatMap(({ assignments }) => assignments))
    getOrMake(sources, name, () => []).push(value?.source ?? '');
  return sources;
}
