import type { HookGroup } from './hook.ts';
import { type GroupOptions, makeGroup, type ScopeOptions } from './hooks-options.ts';
import { type Register, Registrar } from './registrar.ts';

/** An agent's own hooks, until it is closed. */
export interface Scope extends Registrar {
  readonly agent: string;
  group(options: GroupOptions): Registrar;
  close(): void;
}

/** Hooks that come and go together, such as those of a file that is read again. */
export interface Section extends Registrar {
  scope(agent: string | null, options?: ScopeOptions): Scope;
  group(options: GroupOptions): Registrar;
  /** Removes every hook and scope of the section, guards included. It can be filled again. */
  clear(): void;
}

/** How hooks are registered in a group, or in none. */
type RegisterIn = (group: HookGroup | null) => Register;

export class OpenSection extends Registrar implements Section {
  readonly scope: Section['scope'];
  readonly clear: Section['clear'];
  readonly #registerIn: RegisterIn;

  constructor(registerIn: RegisterIn, { scope, clear }: Pick<Section, 'scope' | 'clear'>) {
    super(registerIn(null));
    this.scope = scope;
    this.clear = clear;
    this.#registerIn = registerIn;
  }

  group(options: GroupOptions): Registrar {
    return new Registrar(this.#registerIn(makeGroup(options)));
  }
}

export class OpenScope extends Registrar implements Scope {
  readonly agent: string;
  readonly close: () => void;
  readonly #registerIn: RegisterIn;

  constructor(agent: string, registerIn: RegisterIn, close: () => void) {
    super(registerIn(null));
    this.agent = agent;
    this.close = close;
    this.#registerIn = registerIn;
  }

  group(options: GroupOptions): Registrar {
    return new Registrar(this.#registerIn(makeGroup(options)));
  }
}
