/** Who acts: the session's own agent, or a subagent, or a teammate. */
export interface AgentIdentity {
  /** What scoped hooks are looked up by. */
  readonly id: string;
  /** The type of a subagent as its definition names it; null for the session's own agent. */
  readonly type: string | null;
}
