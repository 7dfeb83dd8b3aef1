import type { AgentIdentity } from '../../models/identity.ts';
import { denialOf } from '../tool-call/tool-texts.ts';
import type { Session } from './session.ts';

/** The phases of each prompt: think, use tools, end the turn, done. */
export const phases = ['plan', 'act', 'review', 'done'] as const;
export type Phase = (typeof phases)[number];

/** The phase of a session. When a hook denies a change, the phase stays. */
export class PhaseKeeper {
  readonly #session: Session;
  readonly #agent: AgentIdentity;
  #current: string | null = null;

  constructor(session: Session, agent: AgentIdentity) {
    this.#session = session;
    this.#agent = agent;
  }

  get current(): string | null {
    return this.#current;
  }

  /** False when a hook denied it or somebody interrupted. */
  async enter(phase: string, signal?: AbortSignal): Promise<boolean> {
    if (phase === this.#current) return true;
    const session = this.#session;
    const agent = this.#agent;
    const fields = { phase, ...(this.#current === null ? {} : { previous_phase: this.#current }) };
    const { outcome } = await session.ask(agent, 'pre:session:phase', fields, signal);
    if (signal?.aborted === true) return false;
    if (outcome.decision === 'deny') {
      const message = `The session stays in its phase. ${denialOf(outcome)}`;
      session.notice(agent, { level: 'warning', message, hook: outcome.decidedBy, point: outcome.point });
      return false;
    }
    this.#current = phase;
    session.emit({ type: 'phase', phase });
    await session.ask(agent, 'post:session:phase', fields, signal);
    return true;
  }
}
