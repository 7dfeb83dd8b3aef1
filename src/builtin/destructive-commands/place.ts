import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPath } from '../../files/real-path.ts';
import { type CallActions, type PathAction, pathActions } from '../../shell/actions/action.ts';
import type { ShellCommand, ShellReading } from '../../shell/read/reading.ts';
import { once } from '../once.ts';
import { realOf } from './removable.ts';
import type { CallPlace } from './rule.ts';

const marks = [
  '.git hookline.yaml package.json pyproject.toml setup.py Cargo.toml go.mod pom.xml build.gradle build.gradle.kts',
  'Gemfile composer.json mix.exs CMakeLists.txt Makefile deno.json',
].flatMap((row) => row.split(' '));

export function callPlace(cwd: string, { actions, readings }: CallActions, looks: boolean): CallPlace {
  const project = once(() => realPath(projectOf(cwd), cwd));
  const readingByCommand = once(
    () =>
      new Map(readings.flatMap((reading) => reading.commands.map((command) => [command, reading] as const))),
  );
  const paths = once(() => {
    const byCommand = new Map<ShellCommand | null, PathAction[]>();
    for (const action of pathActions(actions)) {
      const own = byCommand.get(action.command);
      if (own === undefined) byCommand.set(action.command, [action]);
      else own.push(action);
    }
    return byCommand;
  });
  const folders = new Map<string, string | null>();
  const talking = once(
    () =>
      new Set(actions.flatMap(({ kind, command }) => (kind === 'fetch' || kind === 'send' ? [command] : []))),
  );
  const copied = new Map<ShellCommand | null, ReadonlySet<string>>();
  const assigned = once(() => new Map(readings.map((reading) => [reading, assignedIn(reading)])));
  const readingOf: CallPlace['readingOf'] = (command) =>
    command === null ? undefined : readingByCommand().get(command);
  return {
    cwd,
    looks,
    named: new Map(),
    facts: new Map(),
    realFolder: (folder) => {
      const known = folders.get(folder);
      if (known !== undefined) return known;
      const real = realOf(folder, false);
      folders.set(folder, real);
      return real;
    },
    get project() {
      return project();
    },
    readingOf,
    pathsOf: (command) => paths().get(command) ?? [],
    talks: (command) => talking().has(command),
    copiedBy: (command) => {
      const known = copied.get(command);
      if (known !== undefined) return known;
      const writes = (paths().get(command) ?? []).filter(
        (one) => one.kind === 'write' && one.copied !== undefined,
      );
      const found = new Set(writes.map(({ path }) => path.join('')));
      copied.set(command, found);
      return found;
    },
    assigned: (command, name) => {
      const reading = readingOf(command);
      return reading === undefined ? [] : (assigned().get(reading)?.get(name) ?? []);
    },
  };
}

function projectOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

function assignedIn({ commands }: ShellReading): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, value } of commands.flatMap(({ assignments }) => assignments)) {
    const values = found.get(name) ?? [];
    values.push(value?.source ?? '');
    found.set(name, values);
  }
  return found;
}
