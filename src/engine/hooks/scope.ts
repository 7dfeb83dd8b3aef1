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

export function makeSection(registerIn: RegisterIn, rest: Pick<Section, 'scope' | 'clear'>): Section {
  return Object.assign(new GroupingRegistrar(registerIn), rest);
}

export function makeScope(registerIn: RegisterIn, rest: Pick<Scope, 'agent' | 'close'>): Scope {
  return Object.assign(new GroupingRegistrar(registerIn), rest);
}
