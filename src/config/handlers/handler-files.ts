import { dirname, resolve } from 'node:path';
import type { ProtectedPath } from '../../builtin/own-files/protected-path.ts';
import { isFile } from '../../files/file-facts.ts';
import type { NamedDeclaration } from '../load/declaration.ts';
import { projectFolder } from '../source/project-folder.ts';
import { type CommandPlaces, commandFiles } from './command-files.ts';
import { isModule, moduleFiles } from './module-imports.ts';
import { addImports, isPython, pythonModules } from './python-imports.ts';

const scriptEndings: readonly string[] = ['.sh', '.bash', '.mk'];

const moduleEndings: readonly string[] = ['.py', '.pyc', '.so', '.pyd'];

export function handlerFiles(
  declarations: readonly NamedDeclaration[],
  cwd: string,
  path = process.env['PATH'] ?? '',
): readonly ProtectedPath[] {
  const files = new Set<string>();
  const pythonFolders = new Set<string>();
  const sourcedFolders = new Set<string>();
  const addPython = (file: string, folder: string): void => {
    const imported = new Set([file]);
    addImports(file, folder, imported);
    for (const one of imported) {
      files.add(one);
      // A module of the same name would come before it.
      if (isFile(one)) pythonFolders.add(dirname(one));
    }
  };
  const addCommand = (line: string, words: readonly string[], places: CommandPlaces): void => {
    const found = commandFiles(line, words, places);
    for (const folder of found.folders) sourcedFolders.add(folder);
    for (const file of found.files) {
      files.add(file);
      if (isModule(file)) for (const imported of moduleFiles(file)) files.add(imported);
      if (!isPython(file)) continue;
      pythonFolders.add(dirname(file));
      addPython(file, dirname(file));
    }
  };
  for (const { type, runs, place, definedIn, args = [], searches = [], server, program } of declarations) {
    const folder = dirname(place.file);
    if (definedIn !== undefined) for (const file of moduleFiles(definedIn)) files.add(file);
    if (type === 'module')
      for (const file of moduleFiles(resolve(folder, runs.replace(/#.*$/, '')))) files.add(file);
    else if (type === 'python') {
      for (const root of [folder, ...searches.map((search) => resolve(folder, search))]) {
        pythonFolders.add(root);
        for (const file of pythonModules(runs, root)) addPython(file, root);
      }
    } else if (type === 'command') {
      addCommand(runs, args, { folder, project: projectFolder(place.file), cwd, path });
    } else if (type === 'arma' && program !== undefined) {
      addCommand('', program, { folder, project: projectFolder(place.file), cwd, path });
    }
    if (server !== undefined && 'command' in server) {
      const home = server.cwd ?? folder;
      addCommand(server.command, server.args ?? [], { folder: home, project: home, cwd: home, path });
    }
  }
  return [
    ...files,
    ...[...pythonFolders].map((newIn) => ({ newIn, endings: moduleEndings })),
    ...[...sourcedFolders].map((newIn) => ({ newIn, endings: scriptEndings })),
  ];
}
