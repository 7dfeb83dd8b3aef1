import type { AgentProduct } from '../../agents/agent-product.ts';
import type { InstallScope } from '../agent-places.ts';
import type { InstallChange } from '../install-change.ts';

/** An installation, as those who trust it see it. */
export interface TrustCase {
  readonly agent: AgentProduct;
  readonly scope: InstallScope;
  readonly folder: string;
  /** The file with the agent's hooks, and its text. */
  readonly file: string;
  readonly text: string;
  /** What hookline had the agent trust before. */
  readonly trusted: readonly string[];
  /** Also where the agent's user has said no. */
  readonly switchOn?: boolean;
}

/** What an agent must trust before it runs hookline's lines. */
export interface TrustPlan {
  readonly change: InstallChange | null;
  /** What hookline had the agent trust, for whoever takes it back. */
  readonly trusted: readonly string[];
  /** Why the agent would not run the lines as things are; null when it does. */
  readonly missing: string | null;
  /** Why hookline cannot change that; null when it can. */
  readonly hindrance: string | null;
}

/** One way in which agents trust hooks. */
export interface TrustKind {
  plan(given: TrustCase): Promise<TrustPlan>;
  /** Takes back what hookline had the agent trust. */
  takeBack(given: TrustCase): Promise<InstallChange | null>;
}
