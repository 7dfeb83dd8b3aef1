import { basename, dirname, resolve } from 'node:path';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { projectFolder } from '../../config/source/project-folder.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { isFile } from '../../files/file-facts.ts';
import { resolveCommand } from '../../processes/resolve-command.ts';
import { readShell } from '../../shell/read/read-shell.ts';
import { type HookScript, scriptAt } from './script.ts';

export interface CommandTexts {
  readonly line: string | null;
  readonly scripts: readonly HookScript[];
  readonly missing: readonly string[];
  readonly plain: string | null;
  readonly hasArguments: boolean;
}

const interpreters = /^(?:sh|dash|bash|zsh|ksh|python[\d.]*|node|nodejs|ruby|perl|deno|bun)$/;

export function hookCommandTexts({ runs, args, place, entry }: NamedDeclaration): CommandTexts {
  // Settings of Claude Code are given to the shell, in the folder of the project.
  const isSettings = entry === undefined;
  const isLineOfShell = isSettings || (entry.type === 'command' && entry.shell === true);
  const directory = isSettings ? projectFolder(place.file) : dirname(place.file);
  const finder = new ScriptFinder([directory, projectFolder(place.file)]);
  const path = entry?.type === 'command' ? entry.env?.['PATH'] : undefined;
  const command = {
    command: runs,
    ...(args && { args }),
    ...(isLineOfShell && args === undefined && { shell: true }),
  };
  try {
    const {
      file,
      args: words,
      script,
    } = resolveCommand(command, { directory, path: path ?? process.env['PATH'] });
    const isLine = file === '/bin/sh' && words[0] === '-c';
    if (isLine) finder.line(words[1] ?? '');
    else if (script !== null) finder.script(script, file);
    else if (interpreters.test(basename(file))) finder.handed(file, words);
    else finder.script(file, 'itself');
    return {
      ...finder.found,
      line: isLine ? (words[1] ?? '') : null,
      plain: isLine || script !== null ? null : [basename(file), ...words].join(' '),
      hasArguments: words.length > (script === null ? 0 : 1),
    };
  } catch (problem) {
    if (!(problem instanceof HookFailure)) throw problem;
    return { line: null, scripts: [], missing: [], plain: null, hasArguments: false };
  }
}

class ScriptFinder {
  readonly #folders: readonly string[];
  readonly #scripts = new Map<string, HookScript>();
  readonly #missing = new Set<string>();

  constructor(folders: readonly string[]) {
    this.#folders = [...new Set(folders)];
  }

  get found(): Pick<CommandTexts, 'scripts' | 'missing'> {
    return { scripts: [...this.#scripts.values()], missing: [...this.#missing] };
  }

  script(file: string, by: string): void {
    const script = scriptAt(file, by);
    if (script !== null) this.#scripts.set(file, script);
  }

  /** `python3 -u check.py`: the first word that is no option is the script. */
  handed(program: string, words: readonly string[]): void {
    if (words.some((word) => /^-(?:c|e|m|-eval|-print|p)$/.test(word) || /^-[a-z]*c$/.test(word))) return;
    const script = words.find((word) => !word.startsWith('-'));
    if (script === undefined) return;
    const file = this.#folders.map((folder) => resolve(folder, script)).find(isFile);
    if (file !== undefined) this.script(file, program);
    else if (/^[\w./~-]+$/.test(script) && !script.startsWith('~')) this.#missing.add(script);
  }

  line(text: string): void {
    const [folder = ''] = this.#folders;
    const known = `HOOKLINE_DIRECTORY='${folder}'; CLAUDE_PROJECT_DIR='${this.#folders.at(-1) ?? folder}'; `;
    for (const { program, words } of readShell(known + text).commands) {
      const name = program?.value ?? '';
      const values = words.map(({ value }) => value);
      if (interpreters.test(basename(name))) {
        const literal = values.indexOf(null);
        this.handed(
          name,
          values.slice(0, literal === -1 ? values.length : literal).flatMap((value) => value ?? []),
        );
      } else if (name.includes('/')) {
        const file = this.#folders.map((from) => resolve(from, name)).find(isFile);
        if (file === undefined) this.#missing.add(name);
        else this.script(file, 'itself');
      }
    }
  }
}
