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

/** Registers hooks, alone or in groups. */
class GroupingRegistrar extends Registrar {
  readonly #registerIn: RegisterIn;

  constructor(registerIn: RegisterIn) {
    super(registerIn(null));
    this.#registerIn = registerIn;
  }

  group(options: GroupOptions): Registrar {
    return new Registrar(this.#registerIn(makeGroup(options)));
  }
}

export class OpenSection extends GroupingRegistrar implements Section {
  readonly scope: Section['scope'];
  readonly clear: Section['clear'];

  constructor(registerIn: RegisterIn, { scope, clear }: Pick<Section, 'scope' | 'clear'>) {
    super(registerIn);
    this.scope = scope;
    this.clear = clear;
  }
}

export class OpenScope extends GroupingRegistrar implements Scope {
  readonly agent: string;
  readonly close: () => void;

  constructor(agent: string, registerIn: RegisterIn, close: () => void) {
    super(registerIn);
    this.agent = agent;
    this.close = close;
  }
}
