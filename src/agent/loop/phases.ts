import type { AgentIdentity } from '../../models/model.ts';
import { denialOf } from '../tool-call/tool-texts.ts';
import { type Session, tagOf } from './session.ts';

export const phases = ['plan', 'act', 'review', 'done'] as const;
export type Phase = (typeof phases)[number];

export interface PhaseRefusal {
  readonly hook: string | null;
  readonly reason: string;
}

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

  async enter(phase: string, signal?: AbortSignal): Promise<PhaseRefusal | null> {
    if (phase === this.#current) return null;
    const session = this.#session;
    const agent = this.#agent;
    const fields = { phase, ...(this.#current === null ? {} : { previous_phase: this.#current }) };
    const { outcome } = await session.ask(agent, 'pre:session:phase', fields, signal);
    if (signal?.aborted === true) return null;
    if (outcome.decision === 'deny') {
      const { decidedBy: hook, point } = outcome;
      const reason = denialOf(outcome);
      const message = `The session does not enter the phase "${phase}". ${reason}`;
      session.notice(agent, { level: 'warning', message, hook, point });
      return { hook, reason };
    }
    this.#current = phase;
    session.setup.emit({ type: 'phase', ...tagOf(agent), phase });
    await session.ask(agent, 'post:session:phase', fields, signal);
    return null;
  }
}
