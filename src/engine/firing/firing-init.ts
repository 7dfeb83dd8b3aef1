import type { Plan } from '../hooks/plan.ts';
import type { Registry } from '../hooks/registry.ts';
import type { BaseFields } from '../points/inputs.ts';
import type { Fields } from '../values/shapes.ts';
import type { Background } from './background.ts';
import type { FireOptions } from './context.ts';
import type { FiringTrace } from './firing-trace.ts';
import type { Listeners } from './interceptor.ts';

export interface Engine {
  readonly registry: Registry;
  readonly listeners: Listeners;
  readonly background: Background;
  readonly base: () => BaseFields;
}

export interface FiringInit {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly input: Fields;
  readonly options: FireOptions;
  readonly trace: FiringTrace | null;
}
