import type { ProtectedPaths } from '../../builtin/own-files/protected-paths.ts';
import type { FireOptions } from '../../engine/firing/context.ts';
import { mainAgent } from '../../engine/hooks/agent-names.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { FireInput, FireRef, ValueOf } from '../../engine/points/point-types.ts';
import type { AgentIdentity } from '../../models/model.ts';
import { PendingContext } from '../conversation/pending-context.ts';
import type { FileWriter, Fire } from '../history/file-writer.ts';
import type { Permissions } from '../tool-call/permissions.ts';
import type { AgentEvent, NoticeEvent } from './events.ts';

export interface SessionSetup {
  readonly id: string;
  readonly cwd: string;
  readonly transcriptPath: string;
  readonly hooks: Hooks;
  readonly permissions: Permissions;
  readonly protectedPaths: ProtectedPaths;
  readonly files: FileWriter;
  readonly orchestratorId: string | null;
  readonly emit: (event: AgentEvent) => void;
}

export interface Asked<Value = unknown> {
  readonly outcome: Outcome<Value>;
  readonly messages: readonly string[];
}

export class Session {
  readonly setup: SessionSetup;
  readonly pending: PendingContext = new PendingContext();
  readonly #notifying = new Set<Promise<void>>();

  constructor(setup: SessionSetup) {
    this.setup = setup;
  }

  fire<R extends FireRef>(
    agent: AgentIdentity,
    point: R,
    input: FireInput<R>,
    options: FireOptions = {},
  ): Promise<Outcome<ValueOf<R>>> {
    const { id, transcriptPath, cwd, permissions, orchestratorId, hooks } = this.setup;
    const base = {
      ...{ session_id: id, transcript_path: transcriptPath, cwd, permission_mode: permissions.mode },
      ...(orchestratorId !== null && { orchestrator_id: orchestratorId }),
      ...tagOf(agent),
    };
    const from = { agent: agent.id, agentType: agent.type ?? mainAgent };
    return hooks.fire(point, { ...base, ...input }, { ...from, ...options });
  }

  firing(agent: AgentIdentity): Fire {
    return async (point, input, options) => {
      const outcome = await this.fire(agent, point, input, options);
      for (const message of this.#takeIn(agent, outcome)) this.pending.add(agent.id, message);
      return outcome;
    };
  }

  async ask<R extends FireRef>(
    agent: AgentIdentity,
    point: R,
    input: FireInput<R>,
    signal?: AbortSignal,
  ): Promise<Asked<ValueOf<R>>> {
    const outcome = await this.fire(agent, point, input, signal === undefined ? {} : { signal });
    return { outcome, messages: this.#takeIn(agent, outcome) };
  }

  async notify(agent: AgentIdentity, message: string, type: string, title?: string): Promise<void> {
    const { messages } = await this.ask(agent, 'Notification', {
      message,
      notification_type: type,
      ...(title === undefined ? {} : { title }),
    });
    for (const text of messages) this.pending.add(agent.id, text);
    this.notice(agent, { level: 'info', message, hook: null, point: 'Notification' });
  }

  #takeIn(agent: AgentIdentity, { point, injections, notices }: Outcome): readonly string[] {
    const messages: string[] = [];
    for (const { content, into } of injections) {
      if (into === 'user_message') messages.push(content);
      else this.pending.add(agent.id, content);
    }
    for (const notice of notices) this.notice(agent, { ...notice, point });
    return messages;
  }

  notice(agent: AgentIdentity, notice: Omit<NoticeEvent, 'type' | 'agent_id' | 'agent_type'>): void {
    this.setup.emit({ type: 'notice', ...tagOf(agent), ...notice });
    if (notice.level === 'warning' && notice.point !== 'Notification')
      this.#notifyOfWarning(agent, notice.message);
  }

  async settled(): Promise<void> {
    while (this.#notifying.size > 0) await Promise.all(this.#notifying);
  }

  #notifyOfWarning(agent: AgentIdentity, message: string): void {
    const done = (): void => void this.#notifying.delete(fired);
    const fired: Promise<void> = this.firing(agent)('Notification', {
      message,
      notification_type: 'warning',
    }).then(done, done);
    this.#notifying.add(fired);
  }
}

export function tagOf(agent: AgentIdentity): { readonly agent_id?: string; readonly agent_type?: string } {
  return agent.type === null ? {} : { agent_id: agent.id, agent_type: agent.type };
}
