import { isObject } from '../../engine/values/shapes.ts';
import { SessionNotes } from '../../files/state/session-notes.ts';
import { jsonLines } from '../../files/state/state-file.ts';

const logs = new SessionNotes('helpers');

/** Notes of a hook about a session, one line each: several processes add at once, and a kill loses none. */
export class SessionLog<Note extends object> {
  readonly #hook: readonly string[];

  /** Hooks with other options have notes of their own. */
  constructor(name: string, directory: string, options: unknown) {
    this.#hook = [name, directory, JSON.stringify(options)];
  }

  notes(...about: readonly string[]): readonly Note[] {
    return jsonLines(logs.read([...this.#hook, ...about]) ?? '').filter((note): note is Note =>
      isObject(note),
    );
  }

  add(note: Note, ...about: readonly string[]): void {
    logs.append([...this.#hook, ...about], `${JSON.stringify(note)}\n`);
  }
}
