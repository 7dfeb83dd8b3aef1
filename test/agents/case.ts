import type { Driver } from './drivers/driver.ts';
import type { ModelScript } from './model/fake-model.ts';
import type { World } from './world.ts';

/** What must come of a case. */
export interface Expected {
  /** The files that the tool must have made, and no other of `marker` and `rewritten`. */
  readonly made: readonly ('marker' | 'rewritten')[];
  /** A text that the model must have got in its last request, in a tool's result or from the user's side. */
  readonly saw: RegExp;
  /** How many requests the model must have had, where that matters. */
  readonly requests?: number;
}

/** What another agent does instead, and why it cannot do better. */
export interface Instead extends Expected {
  readonly because: string;
}

export interface Case {
  readonly name: string;
  /** Files of the project: `hookline.yaml`, and what it runs. Without any, hookline is not installed. */
  readonly files?: Readonly<Record<string, string>>;
  /** Where hookline is installed. Default: in the project. */
  readonly scope?: '--user' | '--project';
  script(driver: Driver, project: string): ModelScript;
  /** What happens to the world after hookline was installed. */
  afterInstall?(world: World, driver: Driver): void;
  readonly expected: Expected;
  /** By hookline's name of the agent. */
  readonly instead?: Readonly<Record<string, Instead>>;
}
