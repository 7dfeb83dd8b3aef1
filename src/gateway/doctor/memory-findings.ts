import { statSync } from 'node:fs';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { readGuards } from '../state/guards/guard-log.ts';
import type { GuardState } from '../state/guards/guard-state.ts';
import { type DoctorFinding, finding, fixLine } from './finding.ts';

const minRuns = 5;

const manyRuns = 20;

export class GuardMemory {
  readonly #states: readonly GuardState[];

  constructor(states: readonly GuardState[]) {
    this.#states = states;
  }

  static read(): GuardMemory {
    try {
      return new GuardMemory(readGuards());
    } catch {
      return new GuardMemory([]);
    }
  }

  of({ name, place }: Pick<NamedDeclaration, 'name' | 'place'>): GuardState | null {
    return this.#states.find(({ hook, file }) => hook === name && file === place.file) ?? null;
  }

  get own(): GuardState | null {
    return this.#states.find(({ hook, file }) => hook === 'hookline' && file === null) ?? null;
  }

  findings(declarations: readonly NamedDeclaration[]): readonly DoctorFinding[] {
    return declarations
      .filter(({ options }) => options.enabled !== false)
      .flatMap((declaration) => this.#findingsOf(declaration, declarations));
  }

  /** A file that changed since has no history yet. */
  neverRan(declaration: NamedDeclaration, all: readonly NamedDeclaration[]): boolean {
    const { runs, lastRan } = this.#othersOf(declaration, all);
    if (this.of(declaration) !== null || runs < manyRuns) return false;
    const written = statSync(declaration.place.file, { throwIfNoEntry: false })?.mtimeMs;
    return written === undefined || written < lastRan;
  }

  #othersOf(
    { point }: NamedDeclaration,
    all: readonly NamedDeclaration[],
  ): { readonly runs: number; readonly lastRan: number } {
    const others = all.filter((other) => other.point === point).map((other) => this.of(other));
    const states = [...others, point.name === 'PreToolUse' ? this.own : null].filter((one) => one !== null);
    return {
      runs: Math.max(0, ...states.map(({ ran }) => ran)),
      lastRan: Math.max(0, ...states.map(({ lastRan }) => lastRan)),
    };
  }

  #findingsOf(declaration: NamedDeclaration, all: readonly NamedDeclaration[]): readonly DoctorFinding[] {
    const { name, point } = declaration;
    const explain = fixLine('hookline', 'explain', point.name, '--hook', name);
    const state = this.of(declaration);
    if (state === null) {
      if (this.#othersOf(declaration, all).runs < minRuns) return [];
      return [finding('never-matched', `${name} has never run at ${point.name}`, explain)];
    }
    const found: DoctorFinding[] = [];
    if (state.lastFailed === state.lastRan)
      found.push(
        finding(
          'guard-failed',
          `${name} failed when it last ran: ${state.failure}`,
          'hookline validate --deep',
        ),
      );
    if (state.lastDropped === state.lastRan)
      found.push(
        finding(
          'effect-dropped',
          `what ${name} asked for when it last ran was dropped: ${state.drop}`,
          explain,
        ),
      );
    return found;
  }
}
