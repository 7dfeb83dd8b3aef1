import { globOf, spelling } from '../queries.ts';
import type { ShellWord } from '../reading.ts';

export type LineFileText = string | null;

/** The files that a line writes and copies, by their names: any command of it may run them. All its shells share them. */
export class LineFiles {
  readonly #written = new Map<string, LineFileText[]>();
  readonly #copied = new Map<string, ShellWord[]>();
  readonly #run = new Set<string>();

  write(path: ShellWord, text: LineFileText, isAppended: boolean): void {
    const name = nameOf(path);
    const texts = this.#written.get(name) ?? [];
    const last = texts.at(-1);
    const whole = isAppended && typeof last === 'string' && text !== null ? last + text : text;
    if (!texts.includes(whole)) this.#written.set(name, [...texts, whole]);
  }

  copy(source: ShellWord, path: ShellWord): void {
    const name = nameOf(path);
    this.#copied.set(name, [...(this.#copied.get(name) ?? []), source]);
  }

  /** In a loop or beside others, a file may run before the command that writes it is read. */
  run(path: ShellWord): void {
    this.#run.add(nameOf(path));
  }

  isRun(path: ShellWord): boolean {
    return this.#run.has(nameOf(path));
  }

  sourcesOf(path: ShellWord): readonly ShellWord[] {
    return this.#copied.get(nameOf(path)) ?? [];
  }

  textsIn(path: ShellWord): readonly LineFileText[] {
    const glob = globOf(path);
    const names = glob === null ? [nameOf(path)] : this.#matching(glob);
    const all = [...names, ...this.sourcesOf(path).map(nameOf)];
    return all.flatMap((name) => this.#written.get(name) ?? []);
  }

  /** The texts in files whose name has this form, each with that name. */
  textsLike(form: RegExp): readonly (readonly [name: string, text: LineFileText])[] {
    return [...this.#written].flatMap(([name, texts]) =>
      form.test(name) ? texts.map((text) => [name, text] as const) : [],
    );
  }

  textsNamedIn(code: string): readonly string[] {
    const named = [...this.#written].filter(([name]) => code.includes(name.replace(/\.\w+$/, '')));
    return named.flatMap(([, texts]) => texts.filter((text) => text !== null));
  }

  /** Every text that the line writes: one of them may be in a file that only run time knows. */
  get knownTexts(): readonly string[] {
    return [...this.#written.values()].flat().filter((text) => text !== null);
  }

  #matching(glob: string): readonly string[] {
    const [start = ''] = /^[^*?[]*/.exec(fileName(glob)) ?? [];
    const [end = ''] = /[^*?\]]*$/.exec(fileName(glob)) ?? [];
    return [...this.#written.keys()].filter((name) => name.startsWith(start) && name.endsWith(end));
  }
}

function nameOf(path: ShellWord): string {
  return fileName(spelling(path));
}

export function fileName(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path;
}
