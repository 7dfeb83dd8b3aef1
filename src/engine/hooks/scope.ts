import type { HookGroup } from './hook.ts';
import { type GroupOptions, makeGroup, type ScopeOptions } from './hooks-options.ts';
import { type Register, Registrar } from './registrar.ts';

export interface Scope extends Registrar {
  readonly agent: string;
  group(options: GroupOptions): Registrar;
  close(): void;
}

export interface Section extends Registrar {
  scope(agent: string | null, options?: ScopeOptions): Scope;
  group(options: GroupOptions): Registrar;
  clear(): void;
}

type RegisterIn = (group: HookGroup | null) => Register;

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
